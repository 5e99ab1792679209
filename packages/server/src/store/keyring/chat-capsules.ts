import { wrappingKey } from '../../vault/keys.ts';
import { unwrapKey, wrapKey } from '../../vault/wrapped-key.ts';
import { type Row, type Tx, text } from '../tx.ts';
import { type ChatSecret, secretOf } from './chat-secret.ts';
import type { RingOptions } from './open-keys.ts';
import type { PersonalKeys } from './personal-keys.ts';
import { base64, bytesOf } from './vault-rows.ts';

// An account without a home key has no other key on this server. For an open run that is to go on by itself the secrets of its chat lie in
// capsules beside the run's own key. They are deleted in the transaction that ends the run.

const placeOf = (account: string, runId: string, keyId: string) =>
  ({ account, purpose: 'capsule', id: JSON.stringify([runId, keyId]) }) as const;

/** Keeps the secrets of a chat for one of its runs. */
export function* putChatCapsules(
  { account, personal }: Pick<RingOptions, 'account' | 'personal'>,
  runId: string,
  { chatId, secrets }: { readonly chatId: string; readonly secrets: readonly ChatSecret[] },
): Tx<void> {
  for (const { keyId, bytes } of secrets)
    yield [
      `INSERT INTO chat_capsules (account_id, run_id, key_id, chat_id, capsule, capsule_key) VALUES (:account, ?, ?, ?, ?, ?)
       ON CONFLICT (account_id, run_id, key_id) DO UPDATE SET capsule = excluded.capsule, capsule_key = excluded.capsule_key`,
      ...[
        runId,
        keyId,
        chatId,
        sealChatCapsule(personal, account, { runId, keyId }, bytes),
        personal.capsule.id,
      ],
    ];
}

/** Gives all runs that have the secrets of a chat another one. */
export function* addToCapsules(
  parts: Pick<RingOptions, 'account' | 'personal'>,
  chatId: string,
  secret: ChatSecret,
): Tx<void> {
  const runs = yield [
    'SELECT DISTINCT run_id FROM chat_capsules WHERE account_id = :account AND chat_id = ?',
    chatId,
  ];
  for (const row of runs) yield* putChatCapsules(parts, text(row, 'run_id'), { chatId, secrets: [secret] });
}

export function* dropChatCapsules(runId: string): Tx<void> {
  yield ['DELETE FROM chat_capsules WHERE account_id = :account AND run_id = ?', runId];
}

/** The secrets of a chat that its open runs have in capsules, newest first. */
export function* openChatCapsules(
  { account, personal }: Pick<RingOptions, 'account' | 'personal'>,
  chatId: string,
): Tx<ChatSecret[]> {
  const rows = yield [
    `SELECT c.run_id, c.key_id, c.capsule, c.capsule_key, k.created_at FROM chat_capsules c
     JOIN chat_keys k ON k.account_id = :account AND k.chat_id = c.chat_id AND k.key_id = c.key_id
     WHERE c.account_id = :account AND c.chat_id = ? ORDER BY k.created_at DESC, c.key_id`,
    chatId,
  ];
  const secrets = new Map<string, ChatSecret>();
  for (const row of rows) {
    const keyId = text(row, 'key_id');
    const bytes = secrets.has(keyId) ? undefined : openChatCapsule(personal, account, row);
    if (bytes !== undefined) secrets.set(keyId, secretOf(bytes, keyId, false));
  }
  return [...secrets.values()];
}

/** The secret in a row of a capsule; undefined where its key is gone. */
export function openChatCapsule(personal: PersonalKeys, account: string, row: Row): Uint8Array | undefined {
  const key = personal.findCapsule(text(row, 'capsule_key'));
  if (key === undefined) return undefined;
  const place = placeOf(account, text(row, 'run_id'), text(row, 'key_id'));
  const opened = unwrapKey(wrappingKey(key, 'capsule'), place, bytesOf(text(row, 'capsule')));
  return opened.problem === undefined ? opened.plain : undefined;
}

export function sealChatCapsule(
  personal: PersonalKeys,
  account: string,
  { runId, keyId }: { readonly runId: string; readonly keyId: string },
  secret: Uint8Array,
): string {
  const wrapping = wrappingKey(personal.capsule.key, 'capsule');
  return base64(wrapKey(wrapping, placeOf(account, runId, keyId), secret));
}
