import type { Tx } from '../tx.ts';
import { statementsOf } from './add-accounts.ts';

const KEPT = 'account_id, id, kind, payload, created_at';

/** Makes room for the keys of devices. Nothing is sealed again: the home key opens each vault as before. */
export function* addDevices(): Tx<void> {
  // An older step may have made the table as it is now.
  yield ['ALTER TABLE vault_wraps RENAME TO old_vault_wraps'];
  for (const statement of statementsOf('vault_wraps')) yield [statement];
  yield [`INSERT INTO vault_wraps (${KEPT}) SELECT ${KEPT} FROM old_vault_wraps`];
  yield ['DROP TABLE old_vault_wraps'];
  for (const table of ['chat_capsules', 'sealed_chats', 'device_links'])
    for (const statement of statementsOf(table)) yield [statement];
}
