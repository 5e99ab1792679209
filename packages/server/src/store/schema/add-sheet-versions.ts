import type { Tx } from '../tx.ts';

/** Makes the table for the versions of tables that people edit. Nothing else changes, so it may follow any other step. */
export function* addSheetVersions(): Tx<void> {
  for (const statement of SHEET_VERSIONS) yield [statement];
}

const SHEET_VERSIONS: readonly string[] = [
  `CREATE TABLE sheet_versions (
    chat_id text NOT NULL, id text NOT NULL, embed text NOT NULL, rev bigint NOT NULL, facts text NOT NULL,
    payload text NOT NULL, key_id text NOT NULL, PRIMARY KEY (chat_id, id)
  )`,
  `CREATE UNIQUE INDEX sheet_versions_rev ON sheet_versions (chat_id, rev)`,
];
