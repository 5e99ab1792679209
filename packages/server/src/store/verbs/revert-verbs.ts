import type { StoredEvent } from '@millrace/engine';
import type { Revert } from '@millrace/engine/run';
import type { Keyring } from '../keyring/keyring.ts';
import type { Claim } from '../store.ts';
import { FencedError } from '../store-error.ts';
import { integer, type Tx, text } from '../tx.ts';
import { addChatEvent } from './chat-entries.ts';
import { holdChatOf } from './floor-verbs.ts';
import { insertEvents } from './log-verbs.ts';
import { ENDED } from './run-verbs.ts';

export function* endRevert(
  keys: Keyring,
  { runId, fence }: Claim,
  event: Revert | null,
  ts: number,
): Tx<StoredEvent | undefined> {
  yield* holdChatOf(runId);
  const [row] = yield [
    `UPDATE runs SET next_seq = next_seq + ?, owner = NULL, lease_until = 0
     WHERE account_id = :account AND id = ? AND fence = ? AND owner IS NOT NULL AND ${ENDED} RETURNING chat_id, next_seq`,
    event === null ? 0 : 1,
    runId,
    fence,
  ];
  if (row === undefined) throw new FencedError(runId);
  if (event === null) return undefined;
  const { tool_use_id, ok } = event;
  const chatId = text(row, 'chat_id');
  yield* addChatEvent(
    yield* keys.chat(chatId, ts),
    { chatId, kind: 'revert', id: runId },
    { tool_use_id, ok },
    ts,
  );
  const [stored] = yield* insertEvents(
    yield* keys.runNow(runId),
    { runId, fence },
    integer(row, 'next_seq') - 1,
    [event],
    ts,
  );
  return stored;
}
