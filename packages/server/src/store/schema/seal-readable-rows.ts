import { aboutEvent, aboutMessageBefore, aboutTitle } from '../seal/about.ts';
import type { Sealer } from '../seal/sealer.ts';
import { integer, type Tx, text } from '../tx.ts';
import { putMeta } from '../verbs/meta-verbs.ts';

const ROWS_AT_ONCE = 500;

/** The note that old pages of the file still hold what was readable, until they are written anew. */
export const TRACES = 'readable_traces';

/** Ties the store to its key, and seals what an earlier version wrote in readable form. */
export function* sealReadableRows(sealer: Sealer): Tx<void> {
  yield* putMeta('key_id', sealer.keyId);
  const titles = yield* sealTitles(sealer);
  const messages = yield* sealMessages(sealer);
  const events = yield* sealEvents(sealer);
  yield ['UPDATE runs SET key_id = ?', sealer.keyId];
  if (titles + messages + events > 0) yield* putMeta(TRACES, 'yes');
}

function* sealTitles(sealer: Sealer): Tx<number> {
  const rows = yield ["SELECT id, title FROM chats WHERE title <> ''"];
  for (const row of rows) {
    const id = text(row, 'id');
    const title = sealer.seal(text(row, 'title'), aboutTitle(id));
    yield ['UPDATE chats SET title = ?, key_id = ? WHERE id = ?', title, sealer.keyId, id];
  }
  return rows.length;
}

function* sealMessages(sealer: Sealer): Tx<number> {
  for (let [chat, seq, sealed] = ['', 0, 0]; ; ) {
    const rows = yield [
      `SELECT chat_id, seq, msg_id, payload FROM chat_events WHERE (chat_id, seq) > (?, ?)
       ORDER BY chat_id, seq LIMIT ${ROWS_AT_ONCE}`,
      chat,
      seq,
    ];
    for (const row of rows) {
      [chat, seq] = [text(row, 'chat_id'), integer(row, 'seq')];
      const payload = sealer.seal(text(row, 'payload'), aboutMessageBefore(chat, seq, text(row, 'msg_id')));
      const at = [chat, seq] as const;
      yield [
        'UPDATE chat_events SET payload = ?, key_id = ? WHERE chat_id = ? AND seq = ?',
        payload,
        sealer.keyId,
        ...at,
      ];
    }
    sealed += rows.length;
    if (rows.length < ROWS_AT_ONCE) return sealed;
  }
}

function* sealEvents(sealer: Sealer): Tx<number> {
  for (let [run, seq, sealed] = ['', 0, 0]; ; ) {
    const rows = yield [
      `SELECT run_id, seq, fence, payload FROM run_events WHERE (run_id, seq) > (?, ?)
       ORDER BY run_id, seq LIMIT ${ROWS_AT_ONCE}`,
      run,
      seq,
    ];
    for (const row of rows) {
      [run, seq] = [text(row, 'run_id'), integer(row, 'seq')];
      const payload = sealer.seal(text(row, 'payload'), aboutEvent(run, seq, integer(row, 'fence')));
      const at = [run, seq] as const;
      yield [
        'UPDATE run_events SET payload = ?, key_id = ? WHERE run_id = ? AND seq = ?',
        payload,
        sealer.keyId,
        ...at,
      ];
    }
    sealed += rows.length;
    if (rows.length < ROWS_AT_ONCE) return sealed;
  }
}
