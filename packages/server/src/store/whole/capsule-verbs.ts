import { openChatCapsule, sealChatCapsule } from '../keyring/chat-capsules.ts';
import type { PersonalKeys } from '../keyring/personal-keys.ts';
import { openCapsule, sealCapsule } from '../keyring/run-keys.ts';
import { type Tx, text } from '../tx.ts';

const AT_ONCE = 100;

/** Puts keys of open runs under the capsule key of now, some at a time. True when none is left under another one. */
export function* freshenCapsules(personal: PersonalKeys): Tx<boolean> {
  const [any] = yield [
    "SELECT run_id FROM run_keys WHERE capsule <> '' UNION ALL SELECT run_id FROM chat_capsules LIMIT 1",
  ];
  // Without an open run no key is made.
  if (any === undefined) return true;
  const rows = yield [
    `SELECT account_id, run_id, capsule, capsule_key FROM run_keys WHERE capsule <> '' AND capsule_key <> ? LIMIT ${AT_ONCE}`,
    personal.capsule.id,
  ];
  for (const row of rows) {
    const [account, runId] = [text(row, 'account_id'), text(row, 'run_id')];
    const key = openCapsule(personal, account, runId, row);
    // Without its capsule the key of a run is opened by the secret of its chat.
    const [capsule, id] =
      key === undefined ? ['', ''] : [sealCapsule(personal, account, runId, key), personal.capsule.id];
    yield [
      'UPDATE run_keys SET capsule = ?, capsule_key = ? WHERE account_id = ? AND run_id = ? AND capsule = ?',
      ...[capsule, id, account, runId, text(row, 'capsule')],
    ];
  }
  return (yield* freshenChats(personal)) && rows.length < AT_ONCE;
}

function* freshenChats(personal: PersonalKeys): Tx<boolean> {
  const rows = yield [
    `SELECT account_id, run_id, key_id, capsule, capsule_key FROM chat_capsules WHERE capsule_key <> ? LIMIT ${AT_ONCE}`,
    personal.capsule.id,
  ];
  for (const row of rows) {
    const [account, runId, keyId] = [text(row, 'account_id'), text(row, 'run_id'), text(row, 'key_id')];
    const secret = openChatCapsule(personal, account, row);
    const at = 'account_id = ? AND run_id = ? AND key_id = ? AND capsule = ?';
    const values = [account, runId, keyId, text(row, 'capsule')];
    if (secret === undefined) yield [`DELETE FROM chat_capsules WHERE ${at}`, ...values];
    else {
      const capsule = sealChatCapsule(personal, account, { runId, keyId }, secret);
      yield [
        `UPDATE chat_capsules SET capsule = ?, capsule_key = ? WHERE ${at}`,
        ...[capsule, personal.capsule.id, ...values],
      ];
    }
  }
  return rows.length < AT_ONCE;
}
