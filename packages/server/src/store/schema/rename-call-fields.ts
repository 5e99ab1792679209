import { aboutMessage } from '../seal/about.ts';
import type { Sealer } from '../seal/sealer.ts';
import { integer, type Row, type Tx, text } from '../tx.ts';

const ROWS_AT_ONCE = 500;

/** The fields of a call that version 10 wrote in another case than the rest of a message. */
const NAMES: Readonly<Record<string, string>> = {
  startedAt: 'started_at',
  endedAt: 'ended_at',
  inDoubt: 'in_doubt',
  doubtedAt: 'doubted_at',
  decidedBy: 'decided_by',
  decidedFrom: 'decided_from',
};

/**
 * Gives the calls that finished messages keep the names that they have on the wire, hidden messages too. A row that can't be opened
 * stays as it is and is reported when it is read.
 */
export function* renameCallFields(sealer: Sealer): Tx<void> {
  for (let [chat, seq] = ['', 0]; ; ) {
    const rows: Row[] = yield [
      `SELECT chat_id, seq, msg_id, payload, key_id FROM chat_events
       WHERE kind = 'put' AND (chat_id, seq) > (?, ?) ORDER BY chat_id, seq LIMIT ${ROWS_AT_ONCE}`,
      chat,
      seq,
    ];
    for (const row of rows) {
      [chat, seq] = [text(row, 'chat_id'), integer(row, 'seq')];
      const payload = renamed(sealer, row);
      if (payload !== undefined)
        yield ['UPDATE chat_events SET payload = ? WHERE chat_id = ? AND seq = ?', payload, chat, seq];
    }
    if (rows.length < ROWS_AT_ONCE) return;
  }
}

/** The sealed message with new names. Undefined when it keeps no calls or can't be opened. */
function renamed(sealer: Sealer, row: Row): string | undefined {
  const about = aboutMessage(text(row, 'chat_id'), integer(row, 'seq'), text(row, 'msg_id'), 'put');
  const message = opened(sealer, row, about);
  if (message?.tools === undefined) return undefined;
  const tools = message.tools.map((call) =>
    Object.fromEntries(Object.entries(call).map(([name, value]) => [NAMES[name] ?? name, value])),
  );
  return sealer.seal(JSON.stringify({ ...message, tools }), about);
}

interface OldMessage {
  readonly tools?: readonly Readonly<Record<string, unknown>>[];
}

function opened(sealer: Sealer, row: Row, about: string): OldMessage | undefined {
  try {
    // The payload is what version 10 wrote.
    return JSON.parse(sealer.open(text(row, 'payload'), text(row, 'key_id'), about)) as OldMessage;
  } catch {
    return undefined;
  }
}
