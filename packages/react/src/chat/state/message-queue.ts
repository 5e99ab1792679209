import type { ChatSummary, MessageFile } from '@millrace/engine/run';
import { ApiError } from '../../client/api-error.ts';
import type { Client } from '../../client/create-client.ts';
import { createState } from '../../client/create-state.ts';
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

/** The messages that wait to be sent, by chat. */
export interface QueueState {
  readonly queues: Readonly<Record<string, readonly QueuedMessage[]>>;
  /** False when the server was not reached the last time. */
  readonly online: boolean;
}

/** The messages of all chats that wait: for the turn before them to end, or for the server. */
export interface MessageQueue {
  getState(): QueueState;
  subscribe(listener: () => void): () => void;
  add(chatId: string, message: QueuedMessage): void;
  /** Forgets a message and gives it back. */
  remove(chatId: string, id: string): QueuedMessage | undefined;
  /** Tells how the chats are now. What can be sent is sent, the first of each chat. */
  hear(chats: readonly ChatSummary[]): void;
  /** Follows other tabs and the network until the returned function is called. */
  open(): () => void;
}

const KEY = 'millrace:queue:';

type QueueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/**
 * Messages that wait to be sent, kept in the browser for each chat, so that they survive a reload and all tabs see them. A
 * message leaves only when the server has it, was removed, or was refused.
 */
export function createMessageQueue(
  client: Pick<Client, 'createChat' | 'sendMessage'>,
  storage: QueueStorage = localStorage,
): MessageQueue {
  let value: QueueState = { queues: readAll(storage), online: true };
  const state = createState(value);
  const known = new Map<string, ChatSummary>();
  const busy = new Set<string>();
  /** Chats that were told of while a message of theirs was on its way: a turn may end before its own message is answered. */
  const changed = new Set<string>();

  function change(part: Partial<QueueState>): void {
    value = { ...value, ...part };
    state.set(value);
  }

  /** Changes one queue as it is now, with all changes of other tabs. */
  function edit(chatId: string, make: (queue: readonly QueuedMessage[]) => readonly QueuedMessage[]): void {
    const queue = make(readOne(storage, chatId));
    if (queue.length === 0) storage.removeItem(KEY + chatId);
    else storage.setItem(KEY + chatId, JSON.stringify(queue));
    change({ queues: readAll(storage) });
  }

  const without = (chatId: string, id: string): void =>
    edit(chatId, (queue) => queue.filter((each) => each.id !== id));

  /** Sends the first message of a chat where no run is open. Never rejects. */
  async function send(chatId: string): Promise<void> {
    const first = readOne(storage, chatId)[0];
    const chat = known.get(chatId);
    if (first === undefined || first.problem !== undefined || busy.has(chatId)) return;
    if (chat !== undefined && chat.run_id !== null) return;
    busy.add(chatId);
    try {
      if (chat === undefined) await client.createChat(chatId, first.project);
      const { id, text, model, mode, files } = first;
      await client.sendMessage(chatId, {
        command_id: id,
        text,
        ...(model && { model }),
        ...(mode && { mode }),
        ...(files && { files: files.map(sentFileOf) }),
      });
      without(chatId, id);
      change({ online: true });
    } catch (error) {
      settle(chatId, first, error);
    } finally {
      busy.delete(chatId);
      if (changed.delete(chatId)) void send(chatId);
    }
  }

  function settle(chatId: string, { id }: QueuedMessage, error: unknown): void {
    const { status, code, message } =
      error instanceof ApiError ? error : { status: 0, code: '', message: String(error) };
    const isUnreached = status === 0 || status >= 500 || status === 401 || status === 429;
    change({ online: !isUnreached });
    // Another run was first: this one's turn comes when that has ended.
    if (isUnreached || code === 'run_active') return;
    edit(chatId, (queue) => queue.map((each) => (each.id === id ? { ...each, problem: message } : each)));
  }

  function sendAll(): void {
    for (const chatId of Object.keys(value.queues)) void send(chatId);
  }

  return {
    getState: state.get,
    subscribe: state.subscribe,
    add(chatId, message) {
      edit(chatId, (queue) => [...queue.filter(({ id }) => id !== message.id), message]);
      if (value.online) void send(chatId);
    },
    remove(chatId, id) {
      const found = readOne(storage, chatId).find((each) => each.id === id);
      without(chatId, id);
      return found;
    },
    hear(chats) {
      for (const chat of chats) {
        known.set(chat.id, chat);
        if (busy.has(chat.id)) changed.add(chat.id);
      }
      sendAll();
    },
    open() {
      const follow = ({ key }: StorageEvent): void => {
        if (key === null || key.startsWith(KEY)) change({ queues: readAll(storage) });
      };
      const timer = setInterval(() => !value.online && sendAll(), AGAIN_MS);
      window.addEventListener('storage', follow);
      window.addEventListener('online', sendAll);
      return () => {
        clearInterval(timer);
        window.removeEventListener('storage', follow);
        window.removeEventListener('online', sendAll);
      };
    },
  };
}

/** How often the server is tried that was not reached. */
const AGAIN_MS = 3000;

function readAll(storage: QueueStorage): QueueState['queues'] {
  const queues: Record<string, readonly QueuedMessage[]> = {};
  for (let i = 0; i < storage.length; i++) {
    const key = storage.key(i);
    if (!key?.startsWith(KEY)) continue;
    const queue = readOne(storage, key.slice(KEY.length));
    if (queue.length > 0) queues[key.slice(KEY.length)] = queue;
  }
  return queues;
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
