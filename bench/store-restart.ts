import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { signIn } from './sign-in.ts';
import type { Place } from './store-places.ts';
import { printTable } from './table.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const ROUNDS = { SQLite: 5, Postgres: 2 } as const;
/** The server's own; the command has no setting for it. */
const LEASE_MS = { SQLite: 0, Postgres: 5_000 } as const;

/**
 * The real command is killed in the middle of an answer and started again: how long from the start of the process until
 * the next event of the run is in the stream of a watcher that came back.
 */
export async function benchRestart(places: readonly Place[]): Promise<void> {
  const { href } = new URL('../../scripts/build.mjs', import.meta.url);
  const { buildIfNeeded } = (await import(href)) as { buildIfNeeded(): Promise<void> };
  await buildIfNeeded();
  const rows: string[][] = [];
  for (const { name, postgres } of places) {
    const took: number[] = [];
    for (let round = 0; round < ROUNDS[name]; round++) {
      took.push(await killAndReturn(postgres && `${postgres.url}?schema=restart_${round}`));
    }
    took.sort((a, b) => a - b);
    const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
    const [best = 0, worst = 0] = [took[0], took.at(-1)];
    rows.push([name, seconds(LEASE_MS[name]), seconds(best), seconds(worst)]);
  }
  printTable('From a killed server to its resumed run', ['', 'lease', 'best', 'worst'], rows);
}

async function killAndReturn(store: string | undefined): Promise<number> {
  const data = mkdtempSync(join(tmpdir(), 'millrace-bench-'));
  const env = {
    MILLRACE_DATA: data,
    MILLRACE_KEYS: `${data}-keys`,
    MILLRACE_DEMO_PACE: '20',
    PORT: String(await freePort()),
  };
  const start = (): ChildProcess =>
    spawn(process.execPath, [join(root, 'packages/app/millrace.mjs')], {
      env: { PATH: process.env['PATH'], ...env, ...(store !== undefined && { MILLRACE_STORE: store }) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  const first = start();
  const [line] = (await once(first.stdout ?? first, 'data')) as [Buffer];
  const { post, device } = await signIn(String(line).replace('Millrace is ready: ', '').trim());
  await post('/api/chats', { id: 'chat' });
  const text = 'Write a long answer.';
  const sent = await post('/api/chats/chat/messages', { command_id: 'c', text });
  const { run_id } = (await sent.json()) as { run_id: string };
  const address = `http://127.0.0.1:${env.PORT}/api/runs/${run_id}/events`;

  let lastId = '';
  const watch = async (enough: () => boolean): Promise<void> => {
    const answer = await fetch(address, { headers: { ...device, 'last-event-id': lastId } });
    for await (const bytes of answer.body ?? []) {
      for (const [, id = ''] of String(Buffer.from(bytes)).matchAll(/^id: (.*)$/gm)) lastId = id;
      if (enough()) return;
    }
  };
  await watch(() => Number(lastId.split('-')[1]) >= 20);
  first.kill('SIGKILL');
  await once(first, 'exit');

  const known = lastId;
  const begun = performance.now();
  const second = start();
  while (lastId === known || !lastId.startsWith('2-')) {
    await watch(() => lastId.startsWith('2-')).catch(() => sleep(5));
  }
  const took = performance.now() - begun;
  second.kill('SIGKILL');
  await once(second, 'exit');
  for (const folder of [data, `${data}-keys`]) rmSync(folder, { recursive: true, force: true });
  return took;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
