import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import * as chats from '../chat-verbs.ts';
import * as runs from '../run-verbs.ts';
import * as sessions from '../session-verbs.ts';
import type { Durability, Store } from '../store.ts';
import type { Tx } from '../tx.ts';
import { createConnection } from './connection.ts';
import { migrate } from './migrate.ts';

/** Opens (and makes or upgrades) the store in an SQLite file. Several processes may have it open at once. */
export function openSqliteStore(path: string): Store {
  mkdirSync(dirname(path), { recursive: true });
  const durable = createConnection(path, 'FULL');
  migrate(durable.database, path);
  const relaxed = createConnection(path, 'NORMAL');

  // The driver is synchronous; `async` keeps the contract that an asynchronous driver can meet too.
  async function write<T>(body: Tx<T>, durability: Durability = 'durable'): Promise<T> {
    return (durability === 'durable' ? durable : relaxed).write(body);
  }
  async function read<T>(body: Tx<T>): Promise<T> {
    return relaxed.read(body);
  }

  return {
    getRun: (runId) => read(runs.getRun(runId)),
    readyRuns: () => read(runs.readyRuns()),
    claimRun: (runId) => write(runs.claimRun(runId)),
    append: (run, events, ts, durability) => write(runs.appendEvents(run, events, ts), durability),
    readEvents: (runId, afterSeq, limit) => read(runs.readEvents(runId, afterSeq, limit)),
    endRun: (run, end, record, ts) => write(runs.endRun(run, end, record, ts)),
    createChat: (chatId, ts) => write(chats.createChat(chatId, ts)),
    listChats: () => read(chats.listChats()),
    getChat: (chatId) => read(chats.getChat(chatId)),
    postMessage: (message) => write(chats.postMessage(message)),
    readMessages: (chatId, afterSeq) => read(chats.readMessages(chatId, afterSeq)),
    putToken: (hash, expiresAt) => write(sessions.putToken(hash, expiresAt)),
    takeToken: (hash, now) => write(sessions.takeToken(hash, now)),
    putSession: (hash, expiresAt) => write(sessions.putSession(hash, expiresAt)),
    hasSession: (hash, now) => read(sessions.hasSession(hash, now)),
    dropSession: (hash) => write(sessions.dropSession(hash)),
    async close() {
      relaxed.database.close();
      durable.database.close();
    },
  };
}
