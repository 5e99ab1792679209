import type { ChatSummary } from '@millrace/engine/run';
import { ApiError, type Client } from '@millrace/react';
import { type IndexedMessage, indexMessage } from './indexed-message.ts';

/** The messages that were read, by chat, with the state of the chat that they belong to. */
export type ReadChats = Map<
  string,
  { readonly version: string; readonly messages: readonly IndexedMessage[] }
>;

/** So many chats are searched at first, the newest ones. */
export const FIRST_CHATS = 50;
/** So many are read at a time. */
const AT_ONCE = 3;

const versionOf = ({ seq, epoch }: ChatSummary): string => `${epoch}-${seq}`;

/** Tells whether this browser has all messages of a chat. */
export const isRead = (read: ReadChats, chat: ChatSummary): boolean =>
  read.get(chat.id)?.version === versionOf(chat);

export interface Reading {
  readonly client: Pick<Client, 'readMessages'>;
  readonly read: ReadChats;
  readonly chats: readonly ChatSummary[];
  readonly signal: AbortSignal;
  /** Called after each chat. */
  readonly onRead: () => void;
}

/**
 * Reads the messages of chats into `read`, a few chats at a time, and none twice. Tells how many could not be read; a server that can't
 * be reached is not asked for the rest. Never rejects.
 */
export async function readChats({ client, read, chats, signal, onRead }: Reading): Promise<number> {
  const waiting = chats.filter((chat) => !isRead(read, chat));
  let failed = 0;
  async function readNext(): Promise<void> {
    for (let chat = waiting.shift(); chat !== undefined && !signal.aborted; chat = waiting.shift()) {
      const { id } = chat;
      try {
        const { chat: now, messages } = await client.readMessages(id, 0);
        read.set(id, { version: versionOf(now), messages: messages.map((each) => indexMessage(id, each)) });
      } catch (error) {
        failed++;
        if (error instanceof ApiError && error.status === 0) failed += waiting.splice(0).length;
      }
      if (!signal.aborted) onRead();
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, readNext));
  return failed;
}
