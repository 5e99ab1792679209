import type { SentMessage, WaitingMessage } from '@millrace/engine/run';
import type { NewMessage } from './store.ts';

/** A message of a person that is sent when nobody has the floor of its chat. */
export type NewQueuedMessage = Omit<NewMessage, 'insteadOf' | 'context'>;

export type QueueResult =
  /** `started` is the run that begins now, of this message or of one before it. */
  | {
      readonly type: 'queued';
      readonly sent: SentMessage;
      readonly fresh: boolean;
      readonly started: string | null;
    }
  | { readonly type: 'no_chat' | 'unreadable_project' | 'too_many' }
  /** A file is not there, not whole, or belongs to another chat. */
  | { readonly type: 'no_file'; readonly id: string };

/**
 * The messages of chats that wait for the turn before them. The transaction that ends a run sends the first one, whoever works on the
 * run, so a message needs nobody who watches. Until then it can be taken out.
 */
export interface QueueStore {
  /** Keeps a message behind those that wait, and sends the first of them if nobody has the floor. The same command does so once. */
  queueMessage(message: NewQueuedMessage): Promise<QueueResult>;
  /** The messages that wait, in the order in which they are sent. */
  listQueue(chatId: string): Promise<WaitingMessage[]>;
  /** Takes a message out. Undefined when it does not wait any more. */
  unqueueMessage(chatId: string, messageId: string): Promise<WaitingMessage | undefined>;
}
