import {
  type CellChange,
  MOST_SHEET_VERSIONS,
  type SheetVersion,
  type SheetVersionInfo,
  type SheetVersionList,
} from '@millrace/engine/run';
import type { Keyring } from '../keyring/keyring.ts';
import { aboutSheet, aboutSheetFacts } from '../seal/about.ts';
import { openOr } from '../seal/open-or.ts';
import type { Sealer } from '../seal/sealer.ts';
import type { NewSheetVersion, SaveSheetResult } from '../sheet-store.ts';
import { integer, type Row, type Tx, text } from '../tx.ts';
import { holdChat } from './chat-rows.ts';

/** The part of a version that its row seals apart from the cells, so that a list need not open them. */
type Facts = Pick<SheetVersionInfo, 'base' | 'step' | 'saved_at' | 'from'>;

export function* saveSheet(keys: Keyring, version: NewSheetVersion): Tx<SaveSheetResult> {
  const { chatId, id, embed, base, step, cells, from, ts } = version;
  // Other devices that save in this chat wait, and then see this one.
  if ((yield* holdChat(chatId)) === undefined) return { type: 'no_chat' };
  const sealer = yield* keys.chat(chatId, ts);
  const [row] = yield [
    'SELECT * FROM sheet_versions WHERE account_id = :account AND chat_id = ? AND id = ?',
    chatId,
    id,
  ];
  const old = row && infoOf(sealer, row);
  if (row !== undefined && (text(row, 'embed') !== embed || (old !== undefined && old.base !== base)))
    return { type: 'other_sheet' };
  if (old !== undefined && old.step >= step) return { type: 'saved', version: old, fresh: false };
  if (row === undefined) {
    if (!(yield* hasMessageOf(chatId, embed))) return { type: 'no_message' };
    if ((yield* countOf(chatId, embed)) >= MOST_SHEET_VERSIONS) return { type: 'too_many' };
  }
  const rev = (yield* newestRev(chatId)) + 1;
  const facts: Facts = { base, step, saved_at: ts, from };
  yield [
    `INSERT INTO sheet_versions (account_id, chat_id, id, embed, rev, facts, payload, key_id) VALUES (:account, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (account_id, chat_id, id) DO UPDATE SET rev = excluded.rev, facts = excluded.facts,
     payload = excluded.payload, key_id = excluded.key_id`,
    ...[chatId, id, embed, rev],
    sealer.seal(JSON.stringify(facts), aboutSheetFacts(chatId, embed, id, rev)),
    sealer.seal(JSON.stringify(cells), aboutSheet(chatId, embed, id, rev)),
    sealer.keyId,
  ];
  return { type: 'saved', version: { id, embed, rev, ...facts }, fresh: true };
}

export function* listSheets(keys: Keyring, chatId: string): Tx<SheetVersionList['versions']> {
  const rows = yield [
    'SELECT chat_id, id, embed, rev, facts, key_id FROM sheet_versions WHERE account_id = :account AND chat_id = ? ORDER BY rev',
    chatId,
  ];
  const newest = yield [
    `SELECT v.* FROM sheet_versions v
     WHERE v.account_id = :account AND v.chat_id = ? AND v.rev = (
       SELECT MAX(w.rev) FROM sheet_versions w WHERE w.account_id = :account AND w.chat_id = v.chat_id AND w.embed = v.embed)`,
    chatId,
  ];
  const sealer = rows.length === 0 ? keys.root : yield* keys.openChat(chatId);
  const cells = new Map(newest.map((row) => [text(row, 'id'), cellsOf(sealer, row)]));
  return rows.flatMap((row) => {
    const info = infoOf(sealer, row);
    const own = cells.get(text(row, 'id'));
    return info === undefined ? [] : [{ ...info, ...(own && { cells: own }) }];
  });
}

export function* readSheet(keys: Keyring, chatId: string, id: string): Tx<SheetVersion | undefined> {
  const [row] = yield [
    'SELECT * FROM sheet_versions WHERE account_id = :account AND chat_id = ? AND id = ?',
    chatId,
    id,
  ];
  const sealer = row === undefined ? keys.root : yield* keys.openChat(chatId);
  const info = row && infoOf(sealer, row);
  const cells = row && cellsOf(sealer, row);
  return info && cells && { ...info, cells };
}

/** Tells whether an embed is one of a message of the chat, or of one that is being written. */
function* hasMessageOf(chatId: string, embed: string): Tx<boolean> {
  const begins = (column: string): string =>
    `substr(CAST(? AS text), 1, length(${column}) + 1) = ${column} || ':'`;
  const [row] = yield [
    `SELECT 1 AS there FROM chat_events WHERE account_id = :account AND chat_id = ? AND ${begins('msg_id')}
     UNION ALL SELECT 1 AS there FROM runs WHERE account_id = :account AND chat_id = ? AND ${begins('id')} LIMIT 1`,
    ...[chatId, embed, chatId, embed],
  ];
  return row !== undefined;
}

function* countOf(chatId: string, embed: string): Tx<number> {
  const [row] = yield [
    'SELECT COUNT(*) AS count FROM sheet_versions WHERE account_id = :account AND chat_id = ? AND embed = ?',
    chatId,
    embed,
  ];
  return row === undefined ? 0 : integer(row, 'count');
}

function* newestRev(chatId: string): Tx<number> {
  const [row] = yield [
    'SELECT MAX(rev) AS rev FROM sheet_versions WHERE account_id = :account AND chat_id = ?',
    chatId,
  ];
  return row?.['rev'] == null ? 0 : integer(row, 'rev');
}

/** Undefined when the row was changed or damaged; the log of the server says so. */
function infoOf(sealer: Sealer, row: Row): SheetVersionInfo | undefined {
  const [id, embed, rev] = [text(row, 'id'), text(row, 'embed'), integer(row, 'rev')];
  const about = aboutSheetFacts(text(row, 'chat_id'), embed, id, rev);
  return openOr<SheetVersionInfo | undefined>(
    sealer,
    { text: text(row, 'facts'), keyId: text(row, 'key_id'), about },
    // The facts are what saveSheet wrote.
    (json) => ({ id, embed, rev, ...(JSON.parse(json) as Facts) }),
    () => undefined,
  );
}

function cellsOf(sealer: Sealer, row: Row): readonly CellChange[] | undefined {
  const about = aboutSheet(text(row, 'chat_id'), text(row, 'embed'), text(row, 'id'), integer(row, 'rev'));
  return openOr<readonly CellChange[] | undefined>(
    sealer,
    { text: text(row, 'payload'), keyId: text(row, 'key_id'), about },
    // The payload is what saveSheet wrote.
    (json) => JSON.parse(json) as readonly CellChange[],
    () => undefined,
  );
}
