import { setMaxListeners } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { applyRunEvent, createRunState, runText } from '@millrace/engine';
import { signIn } from '../sign-in.js';
import { printTable, whole } from '../table.js';
import { freePort, type Node, startNginx, startNode } from './fleet.js';
import { followRun, nothingSeen, type Seen } from './follow.js';

// `npm run load`: servers under load, with deaths, held against what must be 0.

const { values } = parseArgs({
  options: {
    store: { type: 'string', default: 'postgres' },
    full: { type: 'boolean', default: false },
    streams: { type: 'string' },
    runs: { type: 'string' },
    seconds: { type: 'string' },
    deaths: { type: 'string' },
  },
});
const isPostgres = values.store !== 'sqlite';
const pick = (value: string | undefined, full: number, short: number): number =>
  Number(value ?? (values.full ? full : short));
const STREAMS = pick(values.streams, 10_000, 300);
const RUNS = pick(values.runs, 100, 20);
const SECONDS = pick(values.seconds, 300, 30);
const DEATHS = pick(values.deaths, 10, 3);
const [WORDS, PACE_MS, LEASE_MS, PATIENCE_MS] = [20, 1000, 5000, 90_000];

// Many watchers end by one signal.
setMaxListeners(0);

const folder = mkdtempSync(join(tmpdir(), 'millrace-load-'));
const postgres = isPostgres ? await startPostgres() : undefined;
const publicPort = await freePort();
const nodes: Node[] = [];
for (let n = 0; n < (isPostgres ? 3 : 1); n += 1)
  nodes.push(
    await startNode({
      ...{ folder, words: WORDS, paceMs: PACE_MS, store: postgres?.url ?? '' },
      publicUrl: isPostgres ? `http://127.0.0.1:${publicPort}` : '',
    }),
  );
const nginx = isPostgres
  ? await startNginx(
      folder,
      publicPort,
      nodes.map(({ port }) => port),
    )
  : undefined;
if (isPostgres && nginx === undefined)
  throw new Error('There is no nginx. Install it, or set MILLRACE_NGINX to the path of one.');
const origin = `http://127.0.0.1:${isPostgres ? publicPort : nodes[0]?.port}`;
const { post, device } = await signIn(`${origin}/start${new URL(nodes[0]?.link() ?? '').hash}`);
const over = new AbortController();

/** What one phase of the load has shown. */
interface Phase {
  readonly seen: Seen;
  runs: number;
  stuck: number;
  mismatched: number;
  /** The longest time in which the run of a chat said nothing, beyond the pace. */
  silence: number;
}

/** A request that is made again until it is answered: servers die meanwhile. */
async function surely<T>(path: string, body: unknown): Promise<T> {
  for (;;) {
    try {
      return (await (await post(path, body)).json()) as T;
    } catch {
      await sleep(200);
    }
  }
}

/** One run after the other in a chat, each with its watchers, until the time is over. */
async function talk(phase: Phase, chat: string, watchers: number, until: number): Promise<void> {
  await surely('/api/chats', { id: chat });
  for (let n = 0; performance.now() < until; n += 1) {
    const { run_id } = await surely<{ readonly run_id: string }>(`/api/chats/${chat}/messages`, {
      ...{ command_id: `${chat}-${n}`, text: 'Go' },
    });
    const url = `${origin}/api/runs/${run_id}/events`;
    let [state, heard] = [createRunState(), performance.now()];
    const onEvent = (data: string): void => {
      phase.silence = Math.max(phase.silence, performance.now() - heard - PACE_MS);
      heard = performance.now();
      state = applyRunEvent(state, JSON.parse(data));
    };
    const patience = AbortSignal.any([over.signal, AbortSignal.timeout(WORDS * PACE_MS + PATIENCE_MS)]);
    const common = { url, headers: device, seen: phase.seen, signal: patience };
    const lasts = await Promise.all(
      Array.from({ length: watchers }, (_, i) =>
        followRun({ ...common, measures: i === 0, ...(i === 0 && { onEvent }) }),
      ),
    );
    phase.runs += 1;
    if (state.status !== 'completed') phase.stuck += 1;
    const said = runText(state).match(/\d+(?=@)/g) ?? [];
    const isWhole = said.length === WORDS && said.every((word, i) => Number(word) === i + 1);
    if (!isWhole || new Set(lasts).size !== 1) phase.mismatched += 1;
  }
}

async function phaseOf(name: string, runs: number, watchers: number, seconds: number): Promise<Phase> {
  const phase: Phase = { seen: nothingSeen(), runs: 0, stuck: 0, mismatched: 0, silence: 0 };
  const until = performance.now() + seconds * 1000;
  await Promise.all(Array.from({ length: runs }, (_, i) => talk(phase, `${name}-${i}`, watchers, until)));
  return phase;
}

const usage = async () =>
  (await Promise.all(nodes.map((node) => node.usage()))).filter((each) => each !== undefined);
const totalRss = async (): Promise<number> => (await usage()).reduce((sum, { rss }) => sum + rss, 0);
const empty = await totalRss();
const cpuBefore = (await usage()).reduce((sum, { cpuMs }) => sum + cpuMs, 0);
const ownBefore = process.cpuUsage();

// A third of the runs with a third of the streams each: how long a word takes when nobody dies.
const calmSeconds = Math.max(10, SECONDS / 5);
const calm = await phaseOf('calm', Math.ceil(RUNS * 0.3), Math.ceil(STREAMS / RUNS), calmSeconds);
const cpuCalm = (await usage()).reduce((sum, { cpuMs }) => sum + cpuMs, 0) - cpuBefore;
const own = process.cpuUsage(ownBefore);

let [peakStreams, peakRss] = [0, 0];
const phase = phaseOf('storm', RUNS, Math.ceil(STREAMS / RUNS), SECONDS);
const deaths = { kills: 0, pauses: 0, restarts: 0 };
const gap = (SECONDS * 1000) / (DEATHS + 2);
for (let n = 0; n <= DEATHS; n += 1) {
  await sleep(gap);
  const rss = await totalRss().catch(() => 0);
  if (rss > peakRss) peakRss = rss;
  const node = nodes[n % nodes.length];
  if (isPostgres && n === Math.floor(DEATHS / 2)) {
    await postgres?.restart();
    deaths.restarts += 1;
  } else if (isPostgres && n % 3 === 1) {
    await node?.pause(LEASE_MS + 2000);
    deaths.pauses += 1;
  } else {
    await node?.kill();
    deaths.kills += 1;
  }
}
const storm = await phase;
peakStreams = STREAMS;
over.abort();

const sorted = [...calm.seen.latencies].sort((a, b) => a - b);
const at = (part: number): string => `${sorted[Math.floor(sorted.length * part)] ?? 0} ms`;
const row = (name: string, of: (phase: Phase) => string | number): string[] => [
  name,
  String(of(calm)),
  String(of(storm)),
];
printTable(
  `${isPostgres ? 'Three servers on one Postgres behind nginx' : 'One server on SQLite'}: ${whole(STREAMS)} streams, ${RUNS} runs at once, ${SECONDS} s, ${deaths.kills} kills, ${deaths.pauses} pauses, ${deaths.restarts} restarts of Postgres`,
  ['', '30 % without deaths', 'all, with deaths'],
  [
    row('runs', ({ runs }) => whole(runs)),
    row('events at watchers', ({ seen }) => whole(seen.events)),
    row('connections taken up again', ({ seen }) => whole(seen.reconnects)),
    row('events lost', ({ seen }) => seen.lost),
    row('events doubled', ({ seen }) => seen.doubled),
    row('runs stuck', ({ stuck }) => stuck),
    row('answers that differ', ({ mismatched }) => mismatched),
    row('longest silence of a run', ({ silence }) => `${(silence / 1000).toFixed(1)} s`),
  ],
);
console.log(`\nModel to watcher at 30 %: p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}.`);
console.log(
  `Processor at 30 %: servers ${(cpuCalm / calmSeconds / 10).toFixed(0)} % of a core, this program ${((own.user + own.system) / 1e4 / calmSeconds).toFixed(0)} %.`,
);
console.log(
  `Memory of the servers: ${(empty / 1e6).toFixed(0)} MB empty, ${(peakRss / 1e6).toFixed(0)} MB at most with all streams: ${((peakRss - empty) / 1024 / peakStreams).toFixed(1)} KB for each.`,
);

await Promise.all(nodes.map((node) => node.stop()));
nginx?.kill('SIGTERM');
await postgres?.stop();
rmSync(folder, { recursive: true, force: true });
const faults = [calm, storm].reduce(
  (sum, { seen, stuck, mismatched }) => sum + seen.lost + seen.doubled + stuck + mismatched,
  0,
);
process.exit(faults === 0 ? 0 : 1);

async function startPostgres() {
  // Seen from dist.
  const { href } = new URL('../../../fixtures/postgres.mjs', import.meta.url);
  // Its types are beside it.
  const made = (await import(href)) as typeof import('../../fixtures/postgres.mjs');
  return made.startPostgres();
}
