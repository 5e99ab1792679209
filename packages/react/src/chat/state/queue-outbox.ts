import type { ChatSummary, MessageFile, QueuedAnswer } from '@millrace/engine/run';
import { ApiError } from '../../client/api-error.ts';
import type { Client } from '../../client/create-client.ts';
import { sentFileOf } from '../../client/sent-file.ts';

/** A message that waits to be sent. Its id names the wish to send it: the server takes it once, no matter who sends it or how often. */
export interface QueuedMessage {
  readonly id: string;
  readonly text: string;
  readonly model?: string | undefined;
  readonly mode?: string | undefined;
  readonly files?: readonly MessageFile[] | undefined;
  /** The project of a chat that this message makes. */
  readonly project?: string | undefined;
  /** Why the server did not take it. */
  readonly problem?: string;
}

const KEY = 'millrace:queue:';

/** The part of a browser's storage that keeps messages. */
export type QueueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

export interface OutboxParts {
  readonly client: Pick<Client, 'createChat' | 'queueMessage'>;
  readonly storage: QueueStorage;
  /** The chats that the server has. */
  readonly known: ReadonlyMap<string, ChatSummary>;
  /** Numbers the requests about queues, in order. */
  readonly nextRequest: () => number;
  readonly onChange: () => void;
  readonly onTaken: (chatId: string, request: number, answer: QueuedAnswer) => void;
  readonly onReached: (isReached: boolean) => void;
}

/** The messages that the server has not yet, by chat. */
export interface Outbox {
  chats(): string[];
  of(chatId: string): readonly QueuedMessage[];
  add(chatId: string, message: QueuedMessage): void;
  drop(chatId: string, id: string): void;
  /** Gives the server the messages of a chat, in order. Never rejects. */
  send(chatId: string): Promise<void>;
  /** Tells whether a message is on its way: the server may have it. */
  isUnderWay(chatId: string, id: string): boolean;
  /** Resolves when nothing of a chat is on its way. */
  settled(chatId: string): Promise<void>;
}

/** Messages on their way to the server, kept in the browser: they survive a reload, and all tabs see them. */
export function createOutbox(parts: OutboxParts): Outbox {
  const { client, storage, known, onChange, onTaken, onReached } = parts;
  const sending = new Map<string, Promise<void>>();
  const underWay = new Map<string, string>();

  /** Changes the messages of a chat as they are now, with all changes of other tabs. */
  function edit(chatId: string, make: (queue: readonly QueuedMessage[]) => readonly QueuedMessage[]): void {
    const queue = make(readOne(storage, chatId));
    if (queue.length === 0) storage.removeItem(KEY + chatId);
    else storage.setItem(KEY + chatId, JSON.stringify(queue));
    onChange();
  }

  const drop = (chatId: string, id: string): void =>
    edit(chatId, (queue) => queue.filter((each) => each.id !== id));

  async function sendAllOf(chatId: string): Promise<void> {
    for (;;) {
      const first = readOne(storage, chatId)[0];
      if (first === undefined || first.problem !== undefined) return;
      underWay.set(chatId, first.id);
      try {
        await sendOne(chatId, first);
      } catch (error) {
        settle(chatId, first, error);
        return;
      } finally {
        underWay.delete(chatId);
      }
    }
  }

  async function sendOne(chatId: string, message: QueuedMessage): Promise<void> {
    const { id, text, model, mode, files, project } = message;
    if (!known.has(chatId)) await client.createChat(chatId, project);
    const request = parts.nextRequest();
    const answer = await client.queueMessage(chatId, {
      command_id: id,
      text,
      ...(model && { model }),
      ...(mode && { mode }),
      ...(files && { files: files.map(sentFileOf) }),
    });
    drop(chatId, id);
    onTaken(chatId, request, answer);
    onReached(true);
  }

  function settle(chatId: string, { id }: QueuedMessage, error: unknown): void {
    const { status, message } = error instanceof ApiError ? error : { status: 0, message: String(error) };
    const isUnreached = status === 0 || status >= 500 || status === 401 || status === 429;
    onReached(!isUnreached);
    if (isUnreached) return;
    edit(chatId, (queue) => queue.map((each) => (each.id === id ? { ...each, problem: message } : each)));
  }

  return {
    chats: () => localChats(storage),
    of: (chatId) => readOne(storage, chatId),
    add: (chatId, message) =>
      edit(chatId, (queue) => [...queue.filter(({ id }) => id !== message.id), message]),
    drop,
    send(chatId) {
      const before = sending.get(chatId);
      if (before !== undefined) return before;
      const now = sendAllOf(chatId).finally(() => sending.delete(chatId));
      sending.set(chatId, now);
      return now;
    },
    isUnderWay: (chatId, id) => underWay.get(chatId) === id,
    settled: async (chatId) => sending.get(chatId),
  };
}

/** Follows the messages of other tabs until the returned function is called. */
export function followOutbox(onChange: () => void): () => void {
  const follow = ({ key }: StorageEvent): void => {
    if (key === null || key.startsWith(KEY)) onChange();
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}

/** The chats with messages. */
function localChats(storage: QueueStorage): string[] {
  const chats: string[] = [];
  for (let i = 0; i < storage.length; i++) {
    const key = storage.key(i);
    if (key?.startsWith(KEY)) chats.push(key.slice(KEY.length));
  }
  return chats;
}

/** The kept text may be of another version, or not ours: everything that is no message is left out. */
function readOne(storage: QueueStorage, chatId: string): readonly QueuedMessage[] {
  try {
    const found: unknown = JSON.parse(storage.getItem(KEY + chatId) ?? '[]');
    return Array.isArray(found) ? found.filter(isMessage) : [];
  } catch {
    return [];
  }
}

function isMessage(value: unknown): value is QueuedMessage {
  if (typeof value !== 'object' || value === null) return false;
  const { id, text } = value as { id?: unknown; text?: unknown };
  return typeof id === 'string' && typeof text === 'string';
}
