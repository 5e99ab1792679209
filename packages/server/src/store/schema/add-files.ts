import type { Tx } from '../tx.ts';
import { statementsOf } from './add-accounts.ts';

/** Makes the tables for the files of messages. Nothing else changes. */
export function* addFiles(): Tx<void> {
  for (const table of ['files', 'file_pieces', 'file_refs'])
    for (const statement of statementsOf(table)) yield [statement];
}
