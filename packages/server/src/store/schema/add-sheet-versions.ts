import type { Tx } from '../tx.ts';
import { SHEET_VERSIONS } from './schema.ts';

/** Makes the table for the versions of tables that people edit. Nothing else changes, so it may follow any other step. */
export function* addSheetVersions(): Tx<void> {
  for (const statement of SHEET_VERSIONS) yield [statement];
}
