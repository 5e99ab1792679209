import type { KeptRule } from '@millrace/engine/approval';
import { aboutCommand, aboutDecision, aboutMessage, aboutRule, aboutRun } from '../seal/about.ts';
import type { ChatEntry } from '../seal/message-records.ts';
import type { Sealer } from '../seal/sealer.ts';
import { integer, type Row, type SqlValue, type Tx, text, textOrNull } from '../tx.ts';

const ROWS_AT_ONCE = 500;

/** The subjects of sealed texts before version 10. */
const aboutMessageBefore = (chatId: string, seq: number, messageId: string): string =>
  `chat_events:${chatId}:${seq}:${messageId}`;
const aboutDecisionBefore = (runId: string, approvalId: string): string => `approvals:${runId}:${approvalId}`;

/**
 * Seals again what a version before 10 has sealed with less: the columns that decide what a row means are part of its seal from there on.
 * A row that can't be opened stays as it is and is reported when it is read.
 */
export function* bindRows(sealer: Sealer): Tx<void> {
  yield* bindMessages(sealer);
  yield* bindDecisions(sealer);
  yield* bindRules(sealer);
  yield* bindRuns(sealer);
  yield* bindCommands(sealer);
}

/** Does something with all rows of a query, some at a time: the query is given the key of the last one. */
function* inBatches(
  first: readonly SqlValue[],
  query: string,
  keyOf: (row: Row) => readonly SqlValue[],
  each: (row: Row) => Tx<void>,
): Tx<void> {
  for (let after = first; ; ) {
    const rows: Row[] = yield [`${query} LIMIT ${ROWS_AT_ONCE}`, ...after];
    for (const row of rows) yield* each(row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_AT_ONCE) return;
    after = keyOf(last);
  }
}

/** Undefined for what can't be opened. */
function opened(sealer: Sealer, row: Row, column: string, about: string): string | undefined {
  try {
    return sealer.open(text(row, column), text(row, 'key_id'), about);
  } catch {
    return undefined;
  }
}

function* bindMessages(sealer: Sealer): Tx<void> {
  const query = `SELECT chat_id, seq, msg_id, kind, payload, key_id FROM chat_events
    WHERE (chat_id, seq) > (?, ?) ORDER BY chat_id, seq`;
  const keyOf = (row: Row) => [text(row, 'chat_id'), integer(row, 'seq')];
  yield* inBatches(['', 0], query, keyOf, function* (row) {
    const [chatId, seq, id] = [text(row, 'chat_id'), integer(row, 'seq'), text(row, 'msg_id')];
    const payload = opened(sealer, row, 'payload', aboutMessageBefore(chatId, seq, id));
    if (payload === undefined) return;
    // Only addChatEvent writes the column.
    const kind = text(row, 'kind') as ChatEntry['kind'];
    const sealed = sealer.seal(payload, aboutMessage(chatId, seq, id, kind));
    yield ['UPDATE chat_events SET payload = ? WHERE chat_id = ? AND seq = ?', sealed, chatId, seq];
  });
}

function* bindDecisions(sealer: Sealer): Tx<void> {
  const query = `SELECT run_id, id, decision, decided_by, key_id FROM approvals
    WHERE decision IS NOT NULL AND (run_id, id) > (?, ?) ORDER BY run_id, id`;
  const keyOf = (row: Row) => [text(row, 'run_id'), text(row, 'id')];
  yield* inBatches(['', ''], query, keyOf, function* (row) {
    const [runId, id] = [text(row, 'run_id'), text(row, 'id')];
    const decision = opened(sealer, row, 'decision', aboutDecisionBefore(runId, id));
    if (decision === undefined) return;
    const sealed = sealer.seal(decision, aboutDecision(runId, id, textOrNull(row, 'decided_by') ?? ''));
    yield ['UPDATE approvals SET decision = ? WHERE run_id = ? AND id = ?', sealed, runId, id];
  });
}

/** Rules are few. Their age is sealed from now on. */
function* bindRules(sealer: Sealer): Tx<void> {
  for (const row of yield ['SELECT * FROM rules']) {
    const place = [text(row, 'scope'), text(row, 'of_id'), text(row, 'id')] as const;
    const json = opened(sealer, row, 'payload', aboutRule(...place));
    if (json === undefined) continue;
    // The payload is what putRule wrote.
    const rule = { ...(JSON.parse(json) as KeptRule), created_at: integer(row, 'created_at') };
    const sealed = sealer.seal(JSON.stringify(rule), aboutRule(...place));
    yield ['UPDATE rules SET payload = ? WHERE scope = ? AND of_id = ? AND id = ?', sealed, ...place];
  }
}

function* bindRuns(sealer: Sealer): Tx<void> {
  const query = 'SELECT id, chat_id, model, created_at FROM runs WHERE id > ? ORDER BY id';
  yield* inBatches(
    [''],
    query,
    (row) => [text(row, 'id')],
    function* (row) {
      const id = text(row, 'id');
      const about = aboutRun(
        id,
        text(row, 'chat_id'),
        text(row, 'model'),
        integer(row, 'created_at'),
        undefined,
      );
      yield ['UPDATE runs SET seal = ?, key_id = ? WHERE id = ?', sealer.seal('', about), sealer.keyId, id];
    },
  );
}

function* bindCommands(sealer: Sealer): Tx<void> {
  const query = 'SELECT id, result FROM commands WHERE id > ? ORDER BY id';
  yield* inBatches(
    [''],
    query,
    (row) => [text(row, 'id')],
    function* (row) {
      const id = text(row, 'id');
      yield [
        'UPDATE commands SET result = ? WHERE id = ?',
        sealer.seal(text(row, 'result'), aboutCommand(id)),
        id,
      ];
    },
  );
}
