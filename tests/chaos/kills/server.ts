// The server that is killed: a process of its own, told by its environment what to be.
import { dirname } from 'node:path';
import {
  createSealer,
  createServer,
  FIRST_ACCOUNT,
  holdFolder,
  issueToken,
  openPostgresBus,
  openPostgresStore,
  openSqliteStore,
} from '@millrace/server';
import { LEASE_MS, LONGEST_PAUSE_MS } from './leases.ts';
import { ledgerTools } from './ledger-tools.ts';
import { scriptedModel } from './scripted-model.ts';
import { withStoreBugs, withToolBugs } from './seeded-bugs.ts';

const { CHAOS_STORE: place = '', CHAOS_PORT = '0', CHAOS_LEDGER: ledger = '' } = process.env;
// It ends with the process that started it.
process.once('disconnect', () => process.exit());
// All code is loaded by now; it begins when the one before it is dead, with the tokens that let devices in.
const tokens = await new Promise<readonly string[]>((resolve) => process.once('message', resolve));
const bugs = (process.env['CHAOS_BUG'] ?? '').split(',');

const sealer = createSealer(new Uint8Array(32));
const onPostgres = place.startsWith('postgres:');
if (!onPostgres) holdFolder(dirname(place));
const store = onPostgres ? await openPostgresStore(place, { sealer }) : openSqliteStore(place, { sealer });
const bus = onPostgres ? await openPostgresBus(place) : undefined;
for (const token of tokens) await issueToken(store, FIRST_ACCOUNT, token);
const buggy = withStoreBugs(store.of(FIRST_ACCOUNT), bugs);
const server = await createServer({
  store: { ...store, of: () => buggy },
  models: [scriptedModel],
  tools: withToolBugs(ledgerTools(ledger), bugs),
  port: Number(CHAOS_PORT),
  // A message that is cut costs a step, and what was cut is called again.
  maxIterations: 50,
  repetitionLimit: 0,
  sole: !onPostgres,
  leaseMs: LEASE_MS,
  longestPauseMs: LONGEST_PAUSE_MS,
  limits: { commands: 100_000, allCommands: 100_000, decisions: 100_000 },
  ...(bus && { bus }),
});

process.on('SIGTERM', () => {
  void (async () => {
    await server.close();
    await bus?.close();
    await store.close();
    process.exit(0);
  })();
});
process.send?.('ready');
