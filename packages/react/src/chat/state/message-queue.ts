import type { ChatSummary, WaitingMessage } from '@millrace/engine/run';
import { ApiError } from '../../client/api-error.ts';
import type { Client } from '../../client/create-client.ts';
import { createState } from '../../client/create-state.ts';
import { createOutbox, followOutbox, type QueuedMessage, type QueueStorage } from './queue-outbox.ts';

/** The messages that wait to be sent, by chat: first those that the server has, then those that it has not. */
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
  /** Takes a message out and gives it back; undefined when it was sent meanwhile. Rejects when the server that has it can't be reached. */
  remove(chatId: string, id: string): Promise<QueuedMessage | undefined>;
  /** Tells how the chats are now. What the server has not is sent to it, and what other devices have changed is read. */
  hear(chats: readonly ChatSummary[]): void;
  /** Follows other tabs and the network until the returned function is called. */
  open(): () => void;
}

type QueueClient = Pick<Client, 'createChat' | 'queueMessage' | 'readQueue' | 'unqueueMessage'>;

/**
 * Messages that wait to be sent. The server keeps those that wait for a turn and sends them by itself. Until it has one, the browser keeps
 * it; it leaves only when the server has it, was removed, or was refused.
 */
export function createMessageQueue(client: QueueClient, storage: QueueStorage = localStorage): MessageQueue {
  /** The messages that the server has. */
  const kept = new Map<string, readonly WaitingMessage[]>();
  const known = new Map<string, ChatSummary>();
  /** The number of the newest request whose list was taken: an older answer that comes late says nothing new. */
  const taken = new Map<string, number>();
  let requests = 0;
  const outbox = createOutbox({
    ...{ client, storage, known },
    nextRequest: () => ++requests,
    onChange: () => change(),
    onTaken: (chatId, request, { messages }) => take(chatId, request, messages),
    onReached: (online) => value.online !== online && change({ online }),
  });

  /** All that waits. A message that the server has already is not shown twice. */
  function joined(): QueueState['queues'] {
    const queues: Record<string, readonly QueuedMessage[]> = {};
    for (const chatId of new Set([...kept.keys(), ...outbox.chats()])) {
      const there = (kept.get(chatId) ?? []).map(waitingOf);
      const own = outbox.of(chatId).filter(({ id }) => there.every((each) => each.id !== id));
      if (there.length + own.length > 0) queues[chatId] = [...there, ...own];
    }
    return queues;
  }
  let value: QueueState = { queues: joined(), online: true };
  const state = createState(value);

  function change(part: Partial<QueueState> = {}): void {
    value = { ...value, queues: joined(), ...part };
    state.set(value);
  }

  function take(chatId: string, request: number, messages: readonly WaitingMessage[]): void {
    if (request < (taken.get(chatId) ?? 0)) return;
    taken.set(chatId, request);
    if (messages.length === 0) kept.delete(chatId);
    else kept.set(chatId, messages);
    change();
  }

  /** Reads the messages that the server has. A list that could not be read is read with the next news. */
  async function read(chatId: string): Promise<void> {
    const request = ++requests;
    const list = await client.readQueue(chatId).catch(() => undefined);
    if (list !== undefined) take(chatId, request, list.messages);
  }

  function isOther(chat: ChatSummary): boolean {
    const [now, before] = [chat.queued ?? [], kept.get(chat.id) ?? []];
    return now.length !== before.length || before.some(({ id }, i) => id !== now[i]);
  }

  const sendAll = (): void => outbox.chats().forEach((chatId) => void outbox.send(chatId));

  return {
    getState: state.get,
    subscribe: state.subscribe,
    add(chatId, message) {
      outbox.add(chatId, message);
      // A sending that is over already would not see it.
      if (value.online) void outbox.settled(chatId).then(() => outbox.send(chatId));
    },
    async remove(chatId, id) {
      // One that is on its way is taken out where it arrives.
      if (outbox.isUnderWay(chatId, id)) await outbox.settled(chatId);
      const local = outbox.of(chatId).find((each) => each.id === id);
      if (local !== undefined) {
        outbox.drop(chatId, id);
        return local;
      }
      const found = kept.get(chatId)?.find(({ command_id }) => command_id === id);
      if (found === undefined) return undefined;
      const out = await unqueued(client, chatId, found.id);
      take(
        chatId,
        ++requests,
        (kept.get(chatId) ?? []).filter((each) => each.id !== found.id),
      );
      return out;
    },
    hear(chats) {
      for (const chat of chats) {
        const isNews = known.get(chat.id) !== chat;
        known.set(chat.id, chat);
        if (isNews && isOther(chat)) void read(chat.id);
      }
      // Another tab may have sent what waited.
      if (JSON.stringify(joined()) !== JSON.stringify(value.queues)) change();
      sendAll();
    },
    open() {
      const stop = followOutbox(() => change());
      const timer = setInterval(() => !value.online && sendAll(), AGAIN_MS);
      window.addEventListener('online', sendAll);
      return () => {
        stop();
        clearInterval(timer);
        window.removeEventListener('online', sendAll);
      };
    },
  };
}

/** How often the server is tried that was not reached. */
const AGAIN_MS = 3000;

/** Takes a message out at the server; undefined when it was sent meanwhile. */
async function unqueued(client: QueueClient, chatId: string, id: string): Promise<QueuedMessage | undefined> {
  try {
    return waitingOf(await client.unqueueMessage(chatId, id));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_queued') return undefined;
    throw error;
  }
}

/** A message of the server as the page shows it. */
function waitingOf({ command_id, text, model, mode, files }: WaitingMessage): QueuedMessage {
  return { id: command_id, text, model, ...(mode && { mode }), ...(files && { files }) };
}
