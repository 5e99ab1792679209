// `npm run chaos -- --store sqlite|postgres --kills N [--seed S]`: kills real servers in the middle of their work and counts
// what went wrong. Also: `--postgres URL` (instead of a Postgres of its own), `--every MS` between two deaths, `--pauses PART` of
// them that are pauses, `--chats N` at once, `--patience MS` for runs to end after the last death, and `--bug NAME[,NAME]` to see
// that it finds them (`tests/chaos/kills/seeded-bugs.ts`). `--until FAULT[,FAULT]` ends it when all of these are found, `--until any`
// when one is. `--bundle FOLDER` has its programs from an earlier `bundleChaos`.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { startPostgres } from '../fixtures/postgres.mjs';
import { root } from './build.mjs';
import { bundleChaos } from './chaos-bundle.mjs';

const { values } = parseArgs({
  options: {
    store: { type: 'string', default: 'sqlite' },
    postgres: { type: 'string' },
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Date.now()) },
    every: { type: 'string' },
    pauses: { type: 'string' },
    chats: { type: 'string', default: '12' },
    patience: { type: 'string', default: '90000' },
    bug: { type: 'string', default: '' },
    until: { type: 'string' },
    bundle: { type: 'string' },
  },
});
if (!['sqlite', 'postgres'].includes(values.store)) {
  console.error('--store is sqlite or postgres.');
  process.exit(2);
}

const onPostgres = values.store === 'postgres';
// A folder of its own, so that several can begin at once; inside the project, where packages are found.
const outDir = values.bundle ?? join(root, 'tests/chaos/kills/dist', String(process.pid));
if (values.bundle === undefined) process.once('exit', () => rmSync(outDir, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

if (values.bundle === undefined) await bundleChaos(outDir);
const { runChaos } = await import(pathToFileURL(join(outDir, 'main.js')).href);
const own = onPostgres && values.postgres === undefined ? await startPostgres() : undefined;
const postgres = onPostgres ? (own?.url ?? values.postgres) : undefined;
const sound = await runChaos({
  ...(postgres && { postgres }),
  kills: Number(values.kills),
  seed: values.seed,
  everyMs: Number(values.every ?? (onPostgres ? 600 : 350)),
  pauses: Number(values.pauses ?? (onPostgres ? 0.2 : 0)),
  chats: Number(values.chats),
  patienceMs: Number(values.patience),
  bug: values.bug,
  ...(values.until && { until: values.until === 'any' ? [] : values.until.split(',') }),
  tell: console.log,
});
await own?.stop();
process.exit(sound ? 0 : 1);
