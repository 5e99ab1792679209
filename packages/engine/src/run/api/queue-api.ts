import * as z from 'zod/mini';
import { type MessageFile, messageFile } from './file-api.ts';

// The messages of a chat that wait for the turn before them.

/** The most messages that wait in one chat. */
export const MOST_QUEUED = 50;

/** A message that waits. It is sent with this id when the turn before it has ended. */
export interface WaitingMessage {
  readonly id: string;
  /** The command that brought it. */
  readonly command_id: string;
  readonly text: string;
  readonly model: string;
  readonly mode?: string;
  readonly files?: readonly MessageFile[];
  readonly queued_at: number;
}

/** The messages that wait in a chat, in the order in which they are sent. */
export interface MessageQueueList {
  readonly messages: readonly WaitingMessage[];
}

/** The answer to a message for the queue: its id, that of the run that answers it, and all that wait now. */
export interface QueuedAnswer extends MessageQueueList {
  readonly message_id: string;
  readonly run_id: string;
}

const text = z.string();

/** The schema of `WaitingMessage`. */
export const waitingMessage = z.object({
  id: text,
  command_id: text,
  text,
  model: text,
  mode: z.exactOptional(text),
  files: z.exactOptional(z.array(messageFile)),
  queued_at: z.int(),
});
const messages = z.array(waitingMessage);
/** The schema of `MessageQueueList`. */
export const messageQueueList = z.object({ messages });
/** The schema of `QueuedAnswer`. */
export const queuedAnswer = z.object({
  message_id: text,
  run_id: text,
  messages,
});
