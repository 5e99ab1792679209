import * as chats from '../chat-verbs.ts';
import * as runs from '../run-verbs.ts';
import * as sessions from '../session-verbs.ts';
import type { Store } from '../store.ts';
import { readAddress } from './address.ts';
import { type ConnectionOptions, createConnection } from './connection.ts';
import { migrate } from './migrate.ts';

/**
 * Opens (and makes or upgrades) the store in a Postgres database. Any number of servers may have it open at once.
 * Rejects with one sentence that says the fix when it can't be had. Later a verb rejects with StoreLostError
 * when its connection was lost.
 */
export async function openPostgresStore(url: string, options: ConnectionOptions = {}): Promise<Store> {
  const address = readAddress(url);
  await migrate(address);
  const { read, write, close } = createConnection(address, options);

  return {
    getRun: (runId) => read(() => runs.getRun(runId)),
    readyRuns: () => read(() => runs.readyRuns()),
    claimRun: (runId) => write(() => runs.claimRun(runId)),
    append: (run, events, ts, durability) => write(() => runs.appendEvents(run, events, ts), durability),
    readEvents: (runId, afterSeq, limit) => read(() => runs.readEvents(runId, afterSeq, limit)),
    endRun: (run, end, record, ts) => write(() => runs.endRun(run, end, record, ts)),
    createChat: (chatId, ts) => write(() => chats.createChat(chatId, ts)),
    listChats: () => read(() => chats.listChats()),
    getChat: (chatId) => read(() => chats.getChat(chatId)),
    postMessage: (message) => write(() => chats.postMessage(message)),
    readMessages: (chatId, afterSeq) => read(() => chats.readMessages(chatId, afterSeq)),
    putToken: (hash, expiresAt) => write(() => sessions.putToken(hash, expiresAt)),
    takeToken: (hash, now) => write(() => sessions.takeToken(hash, now)),
    putSession: (hash, expiresAt) => write(() => sessions.putSession(hash, expiresAt)),
    hasSession: (hash, now) => read(() => sessions.hasSession(hash, now)),
    dropSession: (hash) => write(() => sessions.dropSession(hash)),
    close,
  };
}
