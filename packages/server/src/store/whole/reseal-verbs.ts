import type { ChatSealer, Keyring } from '../keyring/keyring.ts';
import {
  aboutAnswers,
  aboutDecision,
  aboutEvent,
  aboutFile,
  aboutMemory,
  aboutPlace,
  aboutProject,
  aboutRestore,
  aboutRunSettings,
  aboutSheet,
  aboutSheetFacts,
  aboutTitle,
} from '../seal/about.ts';
import type { ChatEntry } from '../seal/message-records.ts';
import type { Sealer } from '../seal/sealer.ts';
import { integer, integerOrNull, type Row, type SqlValue, type Tx, text, textOrNull } from '../tx.ts';
import { getMeta, putMeta, RESEAL } from '../verbs/account/meta-verbs.ts';
import { kindOf, sealedEntry } from '../verbs/chat-entries.ts';
import { getRun, sealRun } from '../verbs/run-verbs.ts';

// Rows that an older version has sealed with the key of the server get the keys of people, some at a time. Each row says which key it
// is sealed with, so all of them can be read at any moment, and a server that is killed goes on where it was.

/** Rows of one table that one transaction seals. */
const ROWS_AT_ONCE = 200;
/** The key of a row that can't be opened: it is told when it is read, as before. */
const DAMAGED = 'damaged';

/** The next rows to seal again: those of an account, or of a chat. */
export interface ResealPlace {
  readonly account: string;
  readonly chatId?: string;
}

/** The next rows that wait, `done` when there are no more, and undefined when none ever waited or all was tidied up. */
export function* nextToReseal(rootId: string): Tx<ResealPlace | 'done' | undefined> {
  const at = yield* getMeta(RESEAL);
  if (at === undefined) return undefined;
  const of = (table: string): string => `SELECT account_id FROM ${table} WHERE key_id = ?`;
  const [own] = yield [
    `${of('projects')} UNION ${of('answer_settings')} UNION ${of('memories')} LIMIT 1`,
    ...[rootId, rootId, rootId],
  ];
  if (own !== undefined) return { account: text(own, 'account_id') };
  const [chat] = yield [
    'SELECT account_id, id FROM chats WHERE (account_id, id) > (?, ?) ORDER BY account_id, id LIMIT 1',
    ...cursorIn(at),
  ];
  return chat === undefined ? 'done' : { account: text(chat, 'account_id'), chatId: text(chat, 'id') };
}

/** The number of chats that wait. */
export function* leftToReseal(): Tx<number> {
  const at = yield* getMeta(RESEAL);
  if (at === undefined) return 0;
  const [row] = yield ['SELECT count(*) AS many FROM chats WHERE (account_id, id) > (?, ?)', ...cursorIn(at)];
  return row === undefined ? 0 : integer(row, 'many');
}

/** How many chats of an account have keys of their own; undefined when none ever waited. */
export function* resealingOf(): Tx<{ done: number; total: number } | undefined> {
  const at = yield* getMeta(RESEAL);
  if (at === undefined) return undefined;
  const [row] = yield [
    `SELECT count(*) AS total, COALESCE(SUM(CASE WHEN (account_id, id) <= (?, ?) THEN 1 ELSE 0 END), 0) AS done
     FROM chats WHERE account_id = :account`,
    ...cursorIn(at),
  ];
  return row && { done: integer(row, 'done'), total: integer(row, 'total') };
}

// The text is what resealChat wrote.
const cursorIn = (at: string): readonly [string, string] =>
  at === '' ? ['', ''] : (JSON.parse(at) as [string, string]);

/** A column of a table with what binds its text. */
interface Column {
  readonly name: string;
  readonly about: (row: Row) => string;
}

interface Rows {
  readonly table: string;
  /** The columns that name a row. */
  readonly ids: readonly string[];
  readonly columns: readonly Column[];
  /** The column with the name of the key. */
  readonly keyId?: string;
}

/** Seals some rows again. True when none is left. */
function* reseal(
  root: Sealer,
  sealerOf: (row: Row) => Tx<Sealer>,
  { table, ids, columns, keyId = 'key_id' }: Rows,
  where: string,
  ...params: SqlValue[]
): Tx<boolean> {
  const rows = yield [
    `SELECT * FROM ${table} WHERE account_id = :account AND ${keyId} = ? AND ${where} ORDER BY ${ids.join(', ')} LIMIT ${ROWS_AT_ONCE}`,
    ...[root.keyId, ...params],
  ];
  for (const row of rows) {
    const sealer = yield* sealerOf(row);
    const sealed = columns.map((column) => sealedAgain(root, sealer, row, column));
    const isDamaged = sealed.includes(undefined);
    const values = columns.map(({ name }, i) => (isDamaged ? (row[name] ?? null) : (sealed[i] ?? null)));
    yield [
      `UPDATE ${table} SET ${columns.map(({ name }) => `${name} = ?`).join(', ')}, ${keyId} = ?
       WHERE account_id = :account AND ${ids.map((id) => `${id} = ?`).join(' AND ')}`,
      ...[...values, isDamaged ? DAMAGED : sealer.keyId, ...ids.map((id) => row[id] ?? null)],
    ];
  }
  return rows.length < ROWS_AT_ONCE;
}

/** The text of a column under another key; null where there is none, undefined where it can't be opened. */
function sealedAgain(
  root: Sealer,
  sealer: Sealer,
  row: Row,
  { name, about }: Column,
): string | null | undefined {
  const sealed = textOrNull(row, name);
  if (sealed === null || sealed === '') return sealed;
  try {
    return sealer.seal(root.open(sealed, root.keyId, about(row)), about(row));
  } catch {
    return undefined;
  }
}

const PROJECTS: Rows = {
  table: 'projects',
  ids: ['id'],
  columns: [
    {
      name: 'payload',
      about: (row) =>
        aboutProject(text(row, 'id'), integer(row, 'created_at'), integerOrNull(row, 'deleted_at')),
    },
  ],
};
const ANSWERS: Rows = {
  table: 'answer_settings',
  ids: ['scope', 'of_id'],
  columns: [{ name: 'payload', about: (row) => aboutAnswers(text(row, 'scope'), text(row, 'of_id')) }],
};
const MEMORIES: Rows = {
  table: 'memories',
  ids: ['id'],
  columns: [{ name: 'payload', about: (row) => aboutMemory(text(row, 'id')) }],
};
const PLACES: Rows = {
  table: 'chats',
  ids: ['id'],
  keyId: 'place_key_id',
  columns: [{ name: 'place', about: (row) => aboutPlace(text(row, 'id'), integerOrNull(row, 'deleted_at')) }],
};
/** Files that no message has taken. */
const UPLOADS: Rows = {
  table: 'files',
  ids: ['id'],
  columns: [
    {
      name: 'facts',
      about: (row) =>
        aboutFile(text(row, 'id'), textOrNull(row, 'chat_id'), text(row, 'status'), integer(row, 'size')),
    },
  ],
};
const TITLES: Rows = {
  table: 'chats',
  ids: ['id'],
  columns: [{ name: 'title', about: (row) => aboutTitle(text(row, 'id')) }],
};
const sheetOf = (row: Row) =>
  [text(row, 'chat_id'), text(row, 'embed'), text(row, 'id'), integer(row, 'rev')] as const;
const SHEETS: Rows = {
  table: 'sheet_versions',
  ids: ['chat_id', 'id'],
  columns: [
    { name: 'facts', about: (row) => aboutSheetFacts(...sheetOf(row)) },
    { name: 'payload', about: (row) => aboutSheet(...sheetOf(row)) },
  ],
};
const RESTORES: Rows = {
  table: 'restores',
  ids: ['id'],
  columns: ['result', 'undo_result'].map((name) => ({ name, about: (row) => aboutRestore(text(row, 'id')) })),
};
const EVENTS: Rows = {
  table: 'run_events',
  ids: ['run_id', 'seq'],
  columns: [
    {
      name: 'payload',
      about: (row) => aboutEvent(text(row, 'run_id'), integer(row, 'seq'), integer(row, 'fence')),
    },
  ],
};
const DECISIONS: Rows = {
  table: 'approvals',
  ids: ['run_id', 'id'],
  columns: [
    {
      name: 'decision',
      about: (row) =>
        aboutDecision(text(row, 'run_id'), text(row, 'id'), textOrNull(row, 'decided_by') ?? ''),
    },
  ],
};

/** Seals the rows of an account that belong to no chat, some of them. */
export function* resealAccount(keys: Keyring): Tx<void> {
  const own = () => given(keys.account);
  for (const rows of [PROJECTS, ANSWERS, MEMORIES]) yield* reseal(keys.root, own, rows, '1 = 1');
}

/** Seals rows of an account again that a former vault key has sealed, some of them. True when none is left. */
export function* resealFormer(keys: Keyring, former: Sealer): Tx<boolean> {
  const own = () => given(keys.account);
  let isDone = true;
  for (const rows of [PROJECTS, ANSWERS, MEMORIES, PLACES, UPLOADS])
    isDone = (yield* reseal(former, own, rows, '1 = 1')) && isDone;
  return isDone;
}

/** Seals the rows of a chat, some of them; the last time it moves on to the next chat. */
export function* resealChat(keys: Keyring, account: string, chatId: string): Tx<void> {
  const { root } = keys;
  // Locks the row of the chat, as every other writer does first.
  yield ['UPDATE chats SET next_seq = next_seq WHERE account_id = :account AND id = ?', chatId];
  const chat = yield* keys.chat(chatId);
  yield* reseal(root, () => given(keys.account), PLACES, 'id = ?', chatId);
  yield* reseal(root, () => given<Sealer>(chat), TITLES, 'id = ?', chatId);
  const isDone: boolean[] = [];
  isDone.push(yield* resealEntries(root, chat, chatId));
  for (const rows of [SHEETS, RESTORES])
    isDone.push(yield* reseal(root, () => given<Sealer>(chat), rows, 'chat_id = ?', chatId));
  const runs = yield [
    `SELECT id FROM runs WHERE account_id = :account AND chat_id = ? AND key_id = ? ORDER BY id LIMIT ${ROWS_AT_ONCE}`,
    ...[chatId, root.keyId],
  ];
  for (const row of runs) yield* resealRun(keys, chatId, text(row, 'id'));
  isDone.push(runs.length < ROWS_AT_ONCE);
  const ofChat = 'run_id IN (SELECT id FROM runs WHERE account_id = :account AND chat_id = ?)';
  const sealers = new Map<string, Sealer>();
  function* ofRun(row: Row): Tx<Sealer> {
    const id = text(row, 'run_id');
    // A key that was kept may be the one of before.
    const sealer = sealers.get(id) ?? (yield* keys.runNow(id));
    sealers.set(id, sealer);
    return sealer;
  }
  for (const rows of [EVENTS, DECISIONS]) isDone.push(yield* reseal(root, ofRun, rows, ofChat, chatId));
  if (isDone.every(Boolean)) yield* putMeta(RESEAL, JSON.stringify([account, chatId]));
}

/** The first letters of a record in base64: its first byte is 2. */
const RECORD = 'Ag';

/** Seals messages of a chat again, some of them: those under the server key, and those of older versions, which were JSON. */
function* resealEntries(root: Sealer, chat: ChatSealer, chatId: string): Tx<boolean> {
  if (!chat.hasRecords) return true;
  const rows = yield [
    `SELECT seq, kind, msg_id, payload, proof, key_id FROM chat_events WHERE account_id = :account AND chat_id = ?
       AND (key_id = ? OR substr(payload, 1, 2) <> '${RECORD}') AND key_id <> '${DAMAGED}' ORDER BY seq LIMIT ${ROWS_AT_ONCE}`,
    ...[chatId, root.keyId],
  ];
  for (const row of rows) {
    const place = { chatId, seq: integer(row, 'seq'), id: text(row, 'msg_id'), kind: kindOf(row) };
    const old = sealedEntry(row);
    const payload = openedEntry(chat, place, old);
    const sealed = payload === undefined ? { ...old, keyId: DAMAGED } : chat.sealEntry(place, payload);
    yield [
      'UPDATE chat_events SET payload = ?, proof = ?, key_id = ? WHERE account_id = :account AND chat_id = ? AND seq = ?',
      ...[sealed.payload, sealed.proof, sealed.keyId, chatId, place.seq],
    ];
  }
  return rows.length < ROWS_AT_ONCE;
}

function openedEntry(
  chat: ChatSealer,
  ...entry: Parameters<ChatSealer['openEntry']>
): ChatEntry['payload'] | undefined {
  try {
    return chat.openEntry(...entry);
  } catch {
    return undefined;
  }
}

function* given<T>(value: T): Tx<T> {
  yield* [];
  return value;
}

/** Gives a run a key of its own. Its log is sealed with it from now on. */
function* resealRun(keys: Keyring, chatId: string, runId: string): Tx<void> {
  const { root } = keys;
  const run = yield* getRun(root, runId);
  const [row] = yield ['SELECT settings, created_at FROM runs WHERE account_id = :account AND id = ?', runId];
  if (run === undefined || row === undefined) {
    yield ['UPDATE runs SET key_id = ? WHERE account_id = :account AND id = ?', DAMAGED, runId];
    return;
  }
  const sealer = yield* keys.newRun(yield* keys.chat(chatId), runId);
  const seal = sealRun(root, { ...run, createdAt: integer(row, 'created_at') }, sealer.keyId, run.folder);
  const settings = sealedAgain(root, sealer, row, { name: 'settings', about: () => aboutRunSettings(runId) });
  yield [
    'UPDATE runs SET key_id = ?, seal = ?, settings = ? WHERE account_id = :account AND id = ?',
    // Settings that can't be opened stay, and are told when they are read.
    ...[sealer.keyId, seal, settings ?? text(row, 'settings'), runId],
  ];
  if (run.status !== 'ready' && run.status !== 'waiting') yield* keys.dropCapsule(runId);
}
