import type { NewEvent } from '@millrace/engine/run';
import type { Keyring } from '../keyring/keyring.ts';
import type { Claim, FollowUp, HandedOver } from '../store.ts';
import type { Tx } from '../tx.ts';
import { readRunSettings, sealRunSettings } from './answer-verbs.ts';
import { appendEvents, insertEvents } from './log-verbs.ts';
import { getRun, sealRun } from './run-verbs.ts';

export function* handOver(
  keys: Keyring,
  claim: Claim,
  seq: number,
  events: readonly NewEvent[],
  ts: number,
  followUp: FollowUp,
): Tx<HandedOver | 'behind'> {
  const appended = yield* appendEvents(keys, claim, seq, events, ts);
  if (appended === 'behind') return appended;
  const { runId, lease } = followUp;
  const before = yield* getRun(keys.root, claim.runId);
  if (before === undefined) throw new Error(`There is no run ${claim.runId}.`);
  const { chatId, model, folder = '' } = before;
  // It continues the same turn, so the same holds for it.
  const sealer = yield* keys.newRun(yield* keys.chat(chatId, ts), runId);
  const settings = sealRunSettings(sealer, runId, yield* readRunSettings(keys, claim.runId));
  yield [
    `INSERT INTO runs (account_id, id, chat_id, model, status, fence, owner, lease_until, next_seq, seal, key_id, settings, created_at, background, cancel_at)
     VALUES (:account, ?, ?, ?, 'ready', 1, ?, ?, ?, ?, ?, ?, ?, 1, (SELECT deleted_at FROM chats WHERE account_id = :account AND id = ?))`,
    ...[runId, chatId, model, lease.owner, lease.now + lease.leaseMs, followUp.events.length + 1],
    ...[sealRun(keys.root, { id: runId, chatId, model, createdAt: ts }, sealer.keyId, folder)],
    ...[sealer.keyId, settings, ts],
    // A chat that was deleted meanwhile gets no run that nobody stops.
    chatId,
  ];
  yield* insertEvents(sealer, { runId, fence: 1 }, 1, followUp.events, ts);
  const run = yield* getRun(keys.root, runId);
  if (run === undefined) throw new Error(`There is no run ${runId}.`);
  return { events: appended, run };
}
