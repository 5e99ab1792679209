import type {
  MessageQueueList,
  QueuedAnswer,
  QueueMessageRequest,
  WaitingMessage,
} from '@millrace/engine/run';

/** The requests for the messages that wait for the turn before them. */
export interface QueueCalls {
  /** Sends a message as soon as nothing is at work in its chat, whatever pages are open. Safe to repeat, like `sendMessage`. */
  queueMessage(chatId: string, request: QueueMessageRequest): Promise<QueuedAnswer>;
  readQueue(chatId: string): Promise<MessageQueueList>;
  /** Takes a message out that waits. Rejects with 404 `not_queued` for one that was sent. */
  unqueueMessage(chatId: string, messageId: string): Promise<WaitingMessage>;
}

type Call = (method: string, path: string, body?: unknown, by?: typeof fetch) => Promise<unknown>;

/** `soon` is for what the server answers at once. */
export function queueCalls(call: Call, soon: typeof fetch): QueueCalls {
  const at = (chatId: string): string => `/api/chats/${encodeURIComponent(chatId)}/queue`;
  // The casts name the shapes that the server's routes are typed with.
  return {
    queueMessage: (chatId, request) => call('POST', at(chatId), request, soon) as Promise<QueuedAnswer>,
    readQueue: (chatId) => call('GET', at(chatId), undefined, soon) as Promise<MessageQueueList>,
    unqueueMessage: (chatId, id) =>
      call('DELETE', `${at(chatId)}/${encodeURIComponent(id)}`, undefined, soon) as Promise<WaitingMessage>,
  };
}
