import { memoryStoreOf, type WholeStore as Store } from '../../../fixtures/whole-store.ts';
import type { RunRow } from '../../../packages/server/src/index.ts';
import type { AccountRing } from '../../../packages/server/src/store/keyring/create-keyring.ts';
import type { ChatSealer } from '../../../packages/server/src/store/keyring/keyring.ts';
import { aboutEvent } from '../../../packages/server/src/store/seal/about.ts';
import type { EntryPlace } from '../../../packages/server/src/store/seal/chat-entry.ts';
import type { ChatEntry } from '../../../packages/server/src/store/seal/message-records.ts';
import type { Sealer } from '../../../packages/server/src/store/seal/sealer.ts';
import { openMemoryDatabase } from '../../../packages/server/src/store/sqlite/open-memory-store.ts';
import {
  integer,
  integerOrNull,
  type Query,
  type Row,
  type SqlValue,
  type Tx,
  text,
} from '../../../packages/server/src/store/tx.ts';

/** An event of a log as its row tells it. */
export interface SeenEvent {
  readonly type: string;
  /** Opens the event. */
  readonly read: () => unknown;
}

/** A run as its rows tell it. */
export interface SeenRun {
  readonly row: Pick<RunRow, 'id' | 'status' | 'fence' | 'background' | 'cancelAt' | 'wakeAt'>;
  readonly log: readonly SeenEvent[];
}

/** The store of a world, which all its servers share, and a look into its tables past the verbs. */
export interface Stored {
  readonly store: Store;
  /** All runs as they are now, in the order in which they came. */
  runs(): ReadonlyMap<string, SeenRun>;
  /** The ids of all messages of the chat, in the order in which they came. */
  messages(): readonly string[];
  /** Changes rows past the verbs, as a bug does. */
  change(sql: string, ...params: SqlValue[]): void;
}

/** Binds each text to its place, as the real one does, and hides nothing: ciphers would be a seventh of the work. */
const SEALER: Sealer = {
  keyId: 'simulated',
  seal: (plain, about) => `${about}\n${plain}`,
  open(sealed, _, about) {
    if (!sealed.startsWith(`${about}\n`)) throw new Error(`${about} can't be opened.`);
    return sealed.slice(about.length + 1);
  },
  mac: (plain, about) => JSON.stringify([about, plain]),
  proofKey() {
    throw new Error('Nothing is proven here.');
  },
};

const entryText = ({ chatId, seq, id, kind }: EntryPlace): string => JSON.stringify([chatId, seq, id, kind]);
const CHAT: ChatSealer = {
  ...SEALER,
  ...{ chatId: '', secrets: [] },
  sealRunKey: undefined,
  hasRecords: true,
  sealEntry: (place, payload) => ({
    payload: SEALER.seal(JSON.stringify(payload), entryText(place)),
    keyId: SEALER.keyId,
    proof: '',
  }),
  // The payload is what sealEntry wrote.
  openEntry: (place, { payload, keyId }) =>
    JSON.parse(SEALER.open(payload, keyId, entryText(place))) as ChatEntry['payload'],
};

/** The body of a transaction that asks nothing. */
function* known<T>(value: T): Tx<T> {
  yield* [];
  return value;
}

/** All under that sealer. */
function oneKey(): AccountRing {
  const fail = (): never => {
    throw new Error('A ring with one key has no vault.');
  };
  return {
    root: SEALER,
    account: SEALER,
    ...{ isKnown: true, isHome: true, isLocked: false, vault: undefined },
    chat: () => known(CHAT),
    openChat: () => known(CHAT),
    openChats: () => known(() => SEALER),
    run: () => known(SEALER),
    runNow: () => known(SEALER),
    newRun: () => known(SEALER),
    dropCapsule: () => known(undefined),
    closeCapsule: () => known(undefined),
    canWorkOn: () => known(true),
    keysToHold: fail,
    find: fail,
    make: fail,
    take: fail,
    lock: fail,
    forget: fail,
    close: fail,
  };
}

// One database for all worlds, one after the other: its statements are prepared once, and emptying it is cheaper than making one.
const database = openMemoryDatabase(SEALER);
const tables = database
  .ask("SELECT name FROM sqlite_master WHERE type = 'table'")
  .map((row) => text(row, 'name'));

/** An empty store. The one before it can't be used any more. */
export function createStored(): Stored {
  let changes = 0;
  const connection: typeof database = {
    ...database,
    write(body) {
      changes += 1;
      return database.write(body);
    },
  };
  connection.write(empty());
  const look = lookAt(() => changes);
  return {
    store: memoryStoreOf(connection, SEALER, oneKey),
    runs: () => look().runs,
    messages: () => look().messages,
    change: (...query) => connection.write(statement(query)),
  };
}

function* empty(): Tx<void> {
  for (const table of tables) yield [`DELETE FROM ${table}`];
}

function* statement(query: Query): Tx<void> {
  yield query;
}

interface Seen {
  readonly runs: ReadonlyMap<string, SeenRun>;
  readonly messages: readonly string[];
}

/** The runs, and the events and messages that came after the last ones that were seen, by one statement: it is asked after each write. */
const NEWS = `
  SELECT 'run' AS kind, id, rowid AS place, status, fence, background, cancel_at, wake_at FROM runs
  UNION ALL SELECT 'event', run_id, rowid, type, seq, 0, NULL, NULL FROM run_events WHERE rowid > ?
  UNION ALL SELECT 'message', msg_id, rowid, '', 0, 0, NULL, NULL FROM chat_events WHERE rowid > ?
  ORDER BY place`;

/** Reads what came since the last look, if anything was written. */
function lookAt(changes: () => number): () => Seen {
  const logs = new Map<string, SeenEvent[]>();
  const messages: string[] = [];
  let [runs, seenChanges, lastEvent, lastMessage] = [new Map<string, SeenRun>(), 0, 0, 0];
  return () => {
    if (seenChanges === changes()) return { runs, messages };
    seenChanges = changes();
    runs = new Map();
    for (const row of rows(NEWS, lastEvent, lastMessage)) {
      const [id, place] = [text(row, 'id'), integer(row, 'place')];
      const log = logs.get(id) ?? [];
      logs.set(id, log);
      switch (text(row, 'kind')) {
        case 'run':
          runs.set(id, { row: seenRow(row), log });
          break;
        case 'event':
          log.push({ type: text(row, 'status'), read: () => readEvent(place) });
          lastEvent = place;
          break;
        default:
          messages.push(id);
          lastMessage = place;
      }
    }
    return { runs, messages };
  };
}

function rows(...query: Query): Row[] {
  return database.read(
    (function* (): Tx<Row[]> {
      return yield query;
    })(),
  );
}

function readEvent(place: number): unknown {
  const [row] = rows('SELECT * FROM run_events WHERE rowid = ?', place);
  if (row === undefined) throw new Error('The event is gone.');
  const about = aboutEvent(text(row, 'run_id'), integer(row, 'seq'), integer(row, 'fence'));
  return JSON.parse(SEALER.open(text(row, 'payload'), text(row, 'key_id'), about));
}

function seenRow(row: Row): SeenRun['row'] {
  return {
    id: text(row, 'id'),
    // Only the verbs and seeded bugs write the column, with the words of a run.
    status: text(row, 'status') as RunRow['status'],
    fence: integer(row, 'fence'),
    background: integer(row, 'background') === 1,
    cancelAt: integerOrNull(row, 'cancel_at'),
    wakeAt: integerOrNull(row, 'wake_at'),
  };
}
