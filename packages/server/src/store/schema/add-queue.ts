import type { Tx } from '../tx.ts';
import { statementsOf } from './add-accounts.ts';

/** Makes the table of the messages that wait. Nothing else changes. */
export function* addQueue(): Tx<void> {
  for (const statement of statementsOf('queued_messages')) yield [statement];
}
