import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { RunEvent } from '@millrace/engine/run';
import { signIn } from './sign-in.ts';
import { openRun, type Place } from './store-places.ts';
import { printTable, whole } from './table.ts';

const MEASURE_MS = 2000;
const BATCH = 20;
const DELTAS = Array.from(
  { length: BATCH },
  (): RunEvent => ({
    type: 'content_block_delta',
    index: 0,
    delta: { type: 'text_delta', text: 'a few words' },
  }),
);

/** Events that runs append at once, in relaxed batches. */
export async function benchAppends(places: readonly Place[]): Promise<void> {
  const rows: string[][] = [];
  for (const { name, store } of places) {
    for (const runs of [1, 50]) {
      const appends = await Promise.all(
        Array.from({ length: runs }, (_, i) => openRun(store, `appends-${runs}-${i}`)),
      );
      const begun = performance.now();
      let count = 0;
      await Promise.all(
        appends.map(async (append) => {
          while (performance.now() - begun < MEASURE_MS) {
            await append(DELTAS, 'relaxed');
            count += BATCH;
          }
        }),
      );
      rows.push([name, whole(runs), whole((count * 1000) / (performance.now() - begun))]);
    }
  }
  printTable(`Events appended, relaxed, ${BATCH} at once`, ['', 'runs', 'events/s'], rows);
}

/** Events from a model to watchers: through the log of a whole server, over real connections. */
export async function benchDelivery(places: readonly Place[]): Promise<void> {
  const rows: string[][] = [];
  for (const { name, folder, postgres } of places) {
    for (const watchers of [1, 100]) {
      const child = fork(new URL('./store-server.js', import.meta.url), [folder, postgres?.url ?? '']);
      const [{ link, events }] = (await once(child, 'message')) as [{ link: string; events: number }];
      const { port, post, lines } = await signIn(link);
      await post('/api/chats', { id: `delivery-${watchers}` });
      const sent = await post(`/api/chats/delivery-${watchers}/messages`, {
        command_id: `${watchers}`,
        text: 'Go',
      });
      const { run_id } = (await sent.json()) as { run_id: string };
      const readers = Array.from({ length: watchers }, () => read(port, `/api/runs/${run_id}/events`, lines));
      const before = await processorOf(child);
      const begun = performance.now();
      child.send('go');
      const counts = await Promise.all(readers);
      const seconds = (performance.now() - begun) / 1000;
      const processor = (await processorOf(child)) - before;
      if (counts.some((count) => count < events)) throw new Error('A watcher missed events.');
      const total = counts.reduce((sum, count) => sum + count, 0);
      rows.push([
        name,
        whole(watchers),
        whole(events / seconds),
        whole(events / processor),
        whole(total / processor),
      ]);
      child.disconnect();
      await once(child, 'exit');
    }
  }
  printTable(
    'Events delivered, from the model to the watchers of one run',
    ['', 'watchers', 'events/s of the run, by the clock', 'for each second of its processor', 'sent in it'],
    rows,
  );
}

/** The seconds of processor that a server has used. */
async function processorOf(child: ChildProcess): Promise<number> {
  child.send('cpu');
  const [seconds] = (await once(child, 'message')) as [number];
  return seconds;
}

/** Counts the events of a stream, to its end. */
async function read(port: number, path: string, lines: string): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${lines}Connection: close\r\n\r\n`);
  let count = 0;
  let tail = '';
  for await (const bytes of socket) {
    const text = tail + String(bytes);
    count += text.split('\nid: ').length - 1;
    // A mark may be cut in two.
    tail = text.slice(-4);
  }
  return count;
}
