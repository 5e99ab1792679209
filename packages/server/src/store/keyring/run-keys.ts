import { randomBytes } from 'node:crypto';
import { wrappingKey } from '../../vault/keys.ts';
import { unwrapKey, wrapKey } from '../../vault/wrapped-key.ts';
import { createSealer, keyIdOf, type Sealer } from '../seal/sealer.ts';
import { type Row, type Tx, text, textOrNull } from '../tx.ts';
import { dropChatCapsules, putChatCapsules } from './chat-capsules.ts';
import type { ChatKeys } from './chat-keys.ts';
import type { ChatSecret } from './chat-secret.ts';
import type { Keyring } from './keyring.ts';
import { layeredSealer, lockedSealer } from './layered-sealer.ts';
import type { HeldRun, RingParts } from './open-keys.ts';
import type { PersonalKeys } from './personal-keys.ts';
import { isSealedChat } from './sealed-chats.ts';
import { base64, bytesOf, KEY_BYTES } from './vault-rows.ts';

/** The part of a keyring that is about runs. */
export interface RunKeys
  extends Pick<Keyring, 'run' | 'runNow' | 'newRun' | 'dropCapsule' | 'closeCapsule' | 'canWorkOn'> {
  /** The keys of the open runs that lie in no capsule, to hold them in memory. */
  keysToHold(): Tx<ReadonlyMap<string, HeldRun>>;
}

/** The keys of the runs of an account. A key that was kept may be older than its row. */
export function createRunKeys(parts: RingParts, { secretsOf }: Pick<ChatKeys, 'secretsOf'>): RunKeys {
  const { account, root, personal, open, isLocked, isHome, held } = parts;
  const owner = JSON.stringify(account);
  // Every append asks for it. A text in JSON ends where it ends, so no two runs have one name.
  const runName = (runId: string): string => owner + runId;

  function capsuleOf(runId: string, key: Uint8Array): string {
    return sealCapsule(personal, account, runId, key);
  }

  /** The key of a run by its capsule, else by its chat. */
  function* runKey(runId: string, row: Row): Tx<Uint8Array | undefined> {
    const own = openCapsule(personal, account, runId, row) ?? held.get(runId)?.key;
    if (own !== undefined) return own;
    const sealed = textOrNull(row, 'sealed');
    if (sealed === null || isLocked()) return undefined;
    for (const { records } of yield* secretsOf(text(row, 'chat_id'))) {
      const opened = unwrapKey(records, { account, purpose: 'run_key', id: runId }, bytesOf(sealed));
      if (opened.problem === undefined) return opened.plain;
    }
    return undefined;
  }

  function* runRow(runId: string): Tx<Row | undefined> {
    const [row] = yield [
      `SELECT r.chat_id, r.key_id, k.sealed, k.capsule, k.capsule_key FROM runs r
       LEFT JOIN run_keys k ON k.account_id = :account AND k.run_id = r.id WHERE r.account_id = :account AND r.id = ?`,
      runId,
    ];
    return row;
  }

  function* runNow(runId: string): Tx<Sealer> {
    const row = yield* runRow(runId);
    if (row === undefined) return root;
    const keyId = text(row, 'key_id');
    const key = keyId === root.keyId ? undefined : yield* runKey(runId, row);
    if (keyId !== root.keyId && (key === undefined || keyIdOf(key) !== keyId))
      return lockedSealer(keyId, root, isLocked());
    // A run of an older version is under the key of the server.
    const sealer = key === undefined ? root : layeredSealer(createSealer(key), root);
    open.runs.set(runName(runId), sealer);
    return sealer;
  }

  /** Keeps what a run needs to go on by itself: in the database, or where its chat wants it in memory alone. */
  function* keepOpen(
    runId: string,
    chat: { readonly chatId: string; readonly secrets: readonly ChatSecret[] },
    key: Uint8Array,
  ): Tx<readonly [capsule: string, capsuleKey: string]> {
    if (isHome()) return [capsuleOf(runId, key), personal.capsule.id];
    if (yield* isSealedChat(chat.chatId)) {
      yield* dropChatCapsules(runId);
      personal.noteRemains();
      if (isLocked()) held.set(runId, { ...chat, key });
      return ['', ''];
    }
    yield* putChatCapsules(parts, runId, chat);
    return [capsuleOf(runId, key), personal.capsule.id];
  }

  return {
    *run(runId) {
      return open.runs.get(runName(runId)) ?? (yield* runNow(runId));
    },
    runNow,
    *newRun(chat, runId) {
      if (chat.sealRunKey === undefined) return root;
      const key = randomBytes(KEY_BYTES);
      yield [
        'INSERT INTO run_keys (account_id, run_id, sealed, capsule, capsule_key) VALUES (:account, ?, ?, ?, ?)',
        ...[runId, chat.sealRunKey(runId, key), ...(yield* keepOpen(runId, chat, key))],
      ];
      return layeredSealer(createSealer(key), root);
    },
    *dropCapsule(runId) {
      yield [
        "UPDATE run_keys SET capsule = '', capsule_key = '' WHERE account_id = :account AND run_id = ?",
        runId,
      ];
      if (!isHome()) {
        yield* dropChatCapsules(runId);
        personal.noteRemains();
      }
      held.delete(runId);
    },
    *closeCapsule(runId) {
      const row = yield* runRow(runId);
      const key = row && (yield* runKey(runId, row));
      if (row === undefined || key === undefined) return;
      const chatId = text(row, 'chat_id');
      const chat = { chatId, secrets: isHome() ? [] : yield* secretsOf(chatId) };
      yield [
        'UPDATE run_keys SET capsule = ?, capsule_key = ? WHERE account_id = :account AND run_id = ?',
        ...[...(yield* keepOpen(runId, chat, key)), runId],
      ];
    },
    *canWorkOn(runId) {
      if (!isLocked()) return true;
      const row = yield* runRow(runId);
      if (row === undefined || text(row, 'key_id') === root.keyId) return false;
      return (yield* runKey(runId, row)) !== undefined;
    },
    *keysToHold() {
      const rows = yield [
        `SELECT r.id, r.chat_id, k.sealed, k.capsule, k.capsule_key FROM runs r
         JOIN run_keys k ON k.account_id = :account AND k.run_id = r.id AND k.capsule = ''
         WHERE r.account_id = :account AND r.status IN ('ready', 'waiting')`,
      ];
      const found = new Map<string, HeldRun>();
      for (const row of rows) {
        const [runId, chatId] = [text(row, 'id'), text(row, 'chat_id')];
        const key = yield* runKey(runId, row);
        if (key !== undefined) found.set(runId, { chatId, key, secrets: yield* secretsOf(chatId) });
      }
      return found;
    },
  };
}

const capsulePlace = (account: string, id: string) => ({ account, purpose: 'capsule', id }) as const;

/** The key of a run in its capsule; undefined where there is none, or its key is gone. */
export function openCapsule(
  personal: PersonalKeys,
  account: string,
  runId: string,
  row: Row,
): Uint8Array | undefined {
  const capsule = textOrNull(row, 'capsule');
  if (capsule === null || capsule === '') return undefined;
  const key = personal.findCapsule(text(row, 'capsule_key'));
  if (key === undefined) return undefined;
  const opened = unwrapKey(wrappingKey(key, 'capsule'), capsulePlace(account, runId), bytesOf(capsule));
  return opened.problem === undefined ? opened.plain : undefined;
}

/** The capsule of a run's key, under the capsule key of now. */
export function sealCapsule(personal: PersonalKeys, account: string, runId: string, key: Uint8Array): string {
  return base64(wrapKey(wrappingKey(personal.capsule.key, 'capsule'), capsulePlace(account, runId), key));
}
