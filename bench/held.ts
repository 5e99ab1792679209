import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signIn } from './sign-in.ts';
import { printTable, whole } from './table.ts';

const WATCHERS = [1000, 5000, 10_000];

/** Watchers of one run on a whole server: what one costs while it waits, and how long a word takes to reach all. */
export async function benchHeld(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-bench-'));
  const child = fork(new URL('./held-server.js', import.meta.url), [folder], { execArgv: ['--expose-gc'] });
  const [{ link }] = (await once(child, 'message')) as [{ link: string }];
  const { port, lines, path } = await startRun(link);
  const sockets: Socket[] = [];
  const empty = await rss(child);
  const rows: string[][] = [];
  for (const count of WATCHERS) {
    while (sockets.length < count) {
      const batch = Array.from({ length: 200 }, () => watch(port, path, lines));
      sockets.push(...(await Promise.all(batch)));
    }
    const held = await rss(child);
    const reached = Promise.all(sockets.map((socket) => once(socket, 'data')));
    const started = performance.now();
    child.send('speak');
    await reached;
    const ms = performance.now() - started;
    rows.push([whole(count), `${((held - empty) / count / 1024).toFixed(1)} KB`, `${ms.toFixed(0)} ms`]);
  }
  for (const socket of sockets) socket.destroy();
  child.disconnect();
  await once(child, 'exit');
  rmSync(folder, { recursive: true, force: true });
  printTable('Watchers of one run, whole server', ['watchers', 'memory each', 'a word to all'], rows);
}

async function startRun(link: string): Promise<{ port: number; path: string; lines: string }> {
  const { port, post, lines } = await signIn(link);
  await post('/api/chats', { id: 'chat' });
  const sent = await post('/api/chats/chat/messages', { command_id: 'c', text: 'Go' });
  const { run_id } = (await sent.json()) as { run_id: string };
  return { port, path: `/api/runs/${run_id}/events`, lines };
}

/** Opens a stream and resolves when its first events are there. */
async function watch(port: number, path: string, lines: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${lines}\r\n`);
  let text = '';
  while (!text.includes('content_block_start')) text += String((await once(socket, 'data'))[0]);
  socket.resume();
  return socket;
}

async function rss(child: ChildProcess): Promise<number> {
  child.send('rss');
  const [answer] = (await once(child, 'message')) as [{ rss: number }];
  return answer.rss;
}
