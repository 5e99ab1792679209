import type { Tx } from '../tx.ts';
import { putMeta, RESEAL } from '../verbs/account/meta-verbs.ts';
import { statementsOf } from './add-accounts.ts';

/** Makes room for the keys of people. Their rows stay under the server key until they are sealed again. */
export function* addVaults(): Tx<void> {
  for (const table of ['vaults', 'vault_wraps', 'chat_keys', 'run_keys'])
    for (const statement of statementsOf(table)) yield [statement];
  yield* putMeta(RESEAL, '');
}
