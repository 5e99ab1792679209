import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSealer, createServer, type Model, openSqliteStore } from '@millrace/server';
import { signIn } from './sign-in.ts';
import { printTable } from './table.ts';

const RUNS = 50;

/** Says a word every 5 ms and never comes to an end. */
const endless: Model = {
  id: 'bench/endless',
  name: 'Endless',
  async *stream(_request, signal) {
    yield { type: 'message_start', message: { id: 'm', model: 'endless' } };
    yield { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } };
    for (;;) {
      await sleep(5, undefined, { signal });
      yield { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'word ' } };
    }
  },
};

/** How long it takes from the request to stop until the server has ended the run, kept its text and answered. */
export async function benchStop(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-bench-'));
  const store = openSqliteStore(join(folder, 'bench.sqlite'), { sealer: createSealer(new Uint8Array(32)) });
  const server = await createServer({ store, models: [endless], port: 0, limits: { commands: 1000 } });
  const { post } = await signIn(await server.startLink());
  const took: number[] = [];
  for (let i = 0; i < RUNS; i++) {
    await post('/api/chats', { id: `chat-${i}` });
    const sent = await post(`/api/chats/chat-${i}/messages`, { command_id: `c-${i}`, text: 'Go' });
    const { run_id } = (await sent.json()) as { run_id: string };
    await sleep(100);
    const pressed = performance.now();
    await post(`/api/runs/${run_id}/cancel`, {});
    took.push(performance.now() - pressed);
  }
  await server.close();
  await store.close();
  rmSync(folder, { recursive: true, force: true });

  took.sort((a, b) => a - b);
  const ms = (part: number): string =>
    `${(took[Math.min(RUNS - 1, Math.floor(part * RUNS))] ?? Number.NaN).toFixed(1)} ms`;
  printTable(
    `Stop, ${RUNS} runs, from the request to the answer`,
    ['', 'p50', 'p95', 'worst'],
    [['run ended and text kept', ms(0.5), ms(0.95), ms(1)]],
  );
}
