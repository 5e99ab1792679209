import { proofOfRow } from '../seal/chat-entry.ts';
import type { Sealer } from '../seal/sealer.ts';
import { integer, type Row, type Tx, text } from '../tx.ts';
import { putMeta, RESEAL } from '../verbs/account/meta-verbs.ts';
import { kindOf } from '../verbs/chat-entries.ts';
import { statementsOf } from './add-accounts.ts';

const ROWS_AT_ONCE = 500;
const COLUMNS = 'account_id, chat_id, seq, kind, msg_id, payload, key_id, op_id, hidden_by, fork, ts';

/**
 * Gives each message that is there a proof: from now on a row without one is none. The payloads stay as they are until they are sealed
 * again, as markdown.
 */
export function* proveMessages(sealer: Sealer): Tx<void> {
  // An older step may have made the table with the column already.
  const [create = '', ...indexes] = statementsOf('chat_events');
  yield ['ALTER TABLE chat_events RENAME TO old_chat_events'];
  yield [create];
  yield [`INSERT INTO chat_events (${COLUMNS}) SELECT ${COLUMNS} FROM old_chat_events`];
  yield ['DROP TABLE old_chat_events'];
  for (const index of indexes) yield [index];
  for (let [account, chat, seq] = ['', '', 0]; ; ) {
    const rows: Row[] = yield [
      `SELECT account_id, chat_id, seq, kind, msg_id, payload FROM chat_events
       WHERE (account_id, chat_id, seq) > (?, ?, ?) ORDER BY account_id, chat_id, seq LIMIT ${ROWS_AT_ONCE}`,
      ...[account, chat, seq],
    ];
    for (const row of rows) {
      [account, chat, seq] = [text(row, 'account_id'), text(row, 'chat_id'), integer(row, 'seq')];
      const place = { chatId: chat, seq, id: text(row, 'msg_id'), kind: kindOf(row) };
      yield [
        'UPDATE chat_events SET proof = ? WHERE account_id = ? AND chat_id = ? AND seq = ?',
        ...[proofOfRow(sealer, account, place, text(row, 'payload')), account, chat, seq],
      ];
    }
    if (rows.length < ROWS_AT_ONCE) break;
  }
  yield* putMeta(RESEAL, '');
}
