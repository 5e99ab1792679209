// `npm run chaos -- --store sqlite|postgres --kills N [--seed S]`: kills real servers in the middle of their work and counts
// what went wrong. Also: `--postgres URL` (instead of a Postgres of its own), `--every MS` between two deaths, `--chats N` at
// once, `--bug NAME[,NAME]` to see that it finds them.
import { parseArgs } from 'node:util';
import { startPostgres } from '../fixtures/postgres.mjs';
import { run } from './build.mjs';

const { values } = parseArgs({
  options: {
    store: { type: 'string', default: 'sqlite' },
    postgres: { type: 'string' },
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Date.now()) },
    every: { type: 'string' },
    chats: { type: 'string' },
    patience: { type: 'string', default: '90000' },
    bug: { type: 'string', default: '' },
  },
});
if (!['sqlite', 'postgres'].includes(values.store)) {
  console.error('--store is sqlite or postgres.');
  process.exit(2);
}

run('tsc', ['-b', 'tests/chaos/kills']);
const { runChaos } = await import('../tests/chaos/kills/dist/main.js');
const onPostgres = values.store === 'postgres';
const own = onPostgres && values.postgres === undefined ? await startPostgres() : undefined;
const postgres = onPostgres ? (own?.url ?? values.postgres) : undefined;
const whole = await runChaos({
  ...(postgres && { postgres }),
  kills: Number(values.kills),
  seed: values.seed,
  everyMs: Number(values.every ?? (onPostgres ? 700 : 450)),
  chats: Number(values.chats ?? 12),
  patienceMs: Number(values.patience),
  bug: values.bug,
  tell: console.log,
});
await own?.stop();
process.exit(whole ? 0 : 1);
