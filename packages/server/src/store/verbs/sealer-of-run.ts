import type { Keyring } from '../keyring/keyring.ts';
import type { Sealer } from '../seal/sealer.ts';
import { type Row, type Tx, text } from '../tx.ts';

/** The sealer that opens rows of a run. The key that was kept in memory may be older than the rows. */
export function* sealerOfRun(keys: Keyring, runId: string, rows: readonly Row[]): Tx<Sealer> {
  const kept = yield* keys.run(runId);
  const known = new Set([kept.keyId, keys.root.keyId]);
  return rows.every((row) => known.has(text(row, 'key_id'))) ? kept : yield* keys.runNow(runId);
}
