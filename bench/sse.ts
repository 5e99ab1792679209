import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { printTable, times, whole } from './table.ts';

const STREAMS = 1000;
const TICKS = 50;
const BURST = 10;
const EVENTS = STREAMS * TICKS * BURST;
const ROUNDS = 3;
const VARIANTS = ['millrace', 'raw, a write per burst', 'raw, a write per event', 'hono streamSSE'];

interface Usage {
  readonly cpuSeconds: number;
  readonly rss: number;
}

interface Sample {
  /** Events for each second of the server's processor time. */
  readonly perCore: number;
  readonly perSecond: number;
}

/** 1,000 streams, bursts of 10 events: how many events a server sends for each second of its processor time. */
export async function benchSse(): Promise<void> {
  const samples = new Map<string, Sample[]>(VARIANTS.map((variant) => [variant, []]));
  // Rounds take turns, so that a slow moment of the machine does not hit one variant alone.
  for (let round = 0; round < ROUNDS; round++) {
    for (const variant of VARIANTS) samples.get(variant)?.push(await measure(variant));
  }
  const best = new Map(
    VARIANTS.map((variant) => {
      const all = samples.get(variant) ?? [];
      return [variant, all.reduce((a, b) => (b.perCore > a.perCore ? b : a))];
    }),
  );
  const hono = best.get('hono streamSSE')?.perCore ?? Number.NaN;
  const raw = best.get('raw, a write per burst')?.perCore ?? Number.NaN;
  printTable(
    `SSE server, ${whole(STREAMS)} streams, ${whole(EVENTS)} events in bursts of ${BURST}, best of ${ROUNDS} rounds`,
    ['server', 'events/s/core', 'events/s', 'to hono', 'to raw'],
    VARIANTS.map((variant) => {
      const { perCore, perSecond } = best.get(variant) ?? { perCore: Number.NaN, perSecond: Number.NaN };
      return [variant, whole(perCore), whole(perSecond), times(perCore / hono), times(perCore / raw)];
    }),
  );
}

async function measure(variant: string): Promise<Sample> {
  const child = fork(new URL('./sse-server.js', import.meta.url), [variant, String(TICKS), String(BURST)]);
  const [{ address }] = (await once(child, 'message')) as [{ address: { port: number } }];
  // Code is compiled and caches are filled before the clock runs.
  await readStreams(address.port, 50);
  const before = await usage(child);
  const started = performance.now();
  await readStreams(address.port, STREAMS);
  const seconds = (performance.now() - started) / 1000;
  const after = await usage(child);
  child.disconnect();
  await once(child, 'exit');
  return { perCore: EVENTS / (after.cpuSeconds - before.cpuSeconds), perSecond: EVENTS / seconds };
}

async function usage(child: ChildProcess): Promise<Usage> {
  child.send('cpu');
  const [answer] = (await once(child, 'message')) as [Usage];
  return answer;
}

/** Reads streams to their ends over plain sockets; a parser would cost more than the servers do. */
async function readStreams(port: number, count: number): Promise<void> {
  const bytes = await Promise.all(Array.from({ length: count }, () => readStream(port)));
  const least = TICKS * BURST * 100;
  if (bytes.some((size) => size < least)) throw new Error('A stream ended before all its events were there.');
}

function readStream(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let size = 0;
    const socket = connect(port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n');
    socket.on('data', (data) => {
      size += data.length;
    });
    socket.on('end', () => resolve(size));
    socket.on('error', reject);
  });
}
