import { aboutTrust } from '../../seal/about.ts';
import type { Sealer } from '../../seal/sealer.ts';
import { addTrusted, type TrustedFile } from '../../trust-rows.ts';
import { type Tx, text } from '../../tx.ts';
import { ruleOwner } from './rule-rows.ts';

// It is sealed, so that somebody who can write the database can't say yes for the person.

export function* readTrust(sealer: Sealer, workspace: string): Tx<readonly TrustedFile[]> {
  const id = ruleOwner(sealer, 'workspace', workspace);
  const [row] = yield [
    'SELECT payload, key_id FROM trusted_files WHERE account_id = :account AND workspace = ?',
    id,
  ];
  if (row === undefined) return [];
  // The text is what trustFiles wrote.
  return JSON.parse(sealer.open(text(row, 'payload'), text(row, 'key_id'), aboutTrust(id))) as TrustedFile[];
}

export function* trustFiles(sealer: Sealer, workspace: string, files: readonly TrustedFile[]): Tx<void> {
  const id = ruleOwner(sealer, 'workspace', workspace);
  const all = addTrusted(yield* readTrust(sealer, workspace), files);
  yield [
    `INSERT INTO trusted_files (account_id, workspace, payload, key_id) VALUES (:account, ?, ?, ?)
     ON CONFLICT (account_id, workspace) DO UPDATE SET payload = excluded.payload, key_id = excluded.key_id`,
    ...[id, sealer.seal(JSON.stringify(all), aboutTrust(id)), sealer.keyId],
  ];
}

export function* dropTrust(sealer: Sealer, workspace: string): Tx<void> {
  const id = ruleOwner(sealer, 'workspace', workspace);
  yield ['DELETE FROM trusted_files WHERE account_id = :account AND workspace = ?', id];
}
