import { aboutMemory, aboutRule, aboutTrust } from '../seal/about.ts';
import { accountSealer } from '../seal/account-sealer.ts';
import { hiddenMemory, hiddenPath, hiddenRule } from '../seal/hidden.ts';
import type { Sealer } from '../seal/sealer.ts';
import { type Row, type SqlValue, type Tx, text } from '../tx.ts';
import { SCHEMA } from './schema.ts';

/** Replaces hashes that could be guessed with words under the key of the store, and drops those that nobody reads. */
export function* hideHashes(sealer: Sealer): Tx<void> {
  yield* hideIn('memories', sealer, (own, row) => {
    const id = text(row, 'id');
    return {
      old: aboutMemory(id),
      about: aboutMemory(hiddenMemory(own, id)),
      names: { id: hiddenMemory(own, id) },
    };
  });
  yield* hideIn('rules', sealer, (own, row) => {
    const [scope, of, id] = [text(row, 'scope'), text(row, 'of_id'), text(row, 'id')];
    const names = { id: hiddenRule(own, id), of_id: scope === 'workspace' ? hiddenPath(own, of) : of };
    return { old: aboutRule(scope, of, id), about: aboutRule(scope, names.of_id, names.id), names };
  });
  yield* hideIn('trusted_files', sealer, (own, row) => {
    const workspace = text(row, 'workspace');
    const names = { workspace: hiddenPath(own, workspace) };
    return { old: aboutTrust(workspace), about: aboutTrust(names.workspace), names };
  });
  yield* dropArgsHashes();
}

interface Renamed {
  readonly old: string;
  readonly about: string;
  readonly names: Readonly<Record<string, string>>;
}

/** Gives each row other names, and seals it at its new place. One that can't be opened keeps its words. */
function* hideIn(table: string, sealer: Sealer, rename: (own: Sealer, row: Row) => Renamed): Tx<void> {
  const rows = yield [`SELECT * FROM ${table}`];
  yield [`DELETE FROM ${table}`];
  for (const row of rows) {
    const own = accountSealer(sealer, text(row, 'account_id'));
    const { old, about, names } = rename(own, row);
    const payload = moved(own, row, old, about);
    // A memory may be under the key of its person, which is not here: it keeps its name until it is written again.
    const isKept = payload === undefined && table === 'memories';
    yield* insert(table, isKept ? row : { ...row, ...names, ...(payload !== undefined && { payload }) });
  }
}

function moved(sealer: Sealer, row: Row, old: string, about: string): string | undefined {
  try {
    return sealer.seal(sealer.open(text(row, 'payload'), text(row, 'key_id'), old), about);
  } catch {
    // It was changed or damaged before, and is reported when it is read.
    return undefined;
  }
}

function* insert(table: string, row: Readonly<Record<string, SqlValue>>): Tx<void> {
  const names = Object.keys(row);
  yield [
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    ...Object.values(row),
  ];
}

const APPROVAL_COLUMNS =
  'account_id, run_id, id, seq, step, tool_use_id, tool, status, decision, key_id, decided_by, expires_at, asked_at, decided_at';

/** An older step may have made the table without the column already, and only one of the databases can drop one that may not be there. */
function* dropArgsHashes(): Tx<void> {
  const create = SCHEMA.find((statement) => statement.startsWith('CREATE TABLE approvals ('));
  if (create === undefined) throw new Error('The schema has no table of approvals.');
  yield ['ALTER TABLE approvals RENAME TO old_approvals'];
  yield [create];
  yield [`INSERT INTO approvals (${APPROVAL_COLUMNS}) SELECT ${APPROVAL_COLUMNS} FROM old_approvals`];
  yield ['DROP TABLE old_approvals'];
}
