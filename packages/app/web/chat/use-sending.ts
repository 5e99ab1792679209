import { LONGEST_MESSAGE } from '@millrace/engine/run';
import {
  ApiError,
  type Client,
  type MessageQueue,
  type OpenChat,
  problemOf,
  type QueuedMessage,
  type SendOptions,
  sentFileOf,
  useWords,
} from '@millrace/react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { usePageWords } from '../base/page-words.ts';
import { type Draft, useDraft } from './draft/use-draft.ts';
import { type Files, useFiles } from './use-files.ts';

export interface SendingOptions {
  readonly chat: OpenChat;
  readonly chatId: string;
  /** The server does not know the chat yet. */
  readonly isNew: boolean;
  readonly queue: MessageQueue;
  /** A run is at work: what is sent now waits for its end. */
  readonly isBusy: boolean;
  /** A run only waits for the person: a message that is sent now replaces the decision. */
  readonly isWaiting: boolean;
  readonly client: Client;
}

export interface Sending {
  /** The files of the next message. */
  readonly files: Files;
  readonly text: string;
  readonly setText: (text: string) => void;
  /** A long draft that the browser can't read now. */
  readonly unread: Draft['unread'];
  /**
   * Tells whether the server has the message, or it waits. Otherwise it is in the box, unless that has something else in it, and `problem`
   * says why. What else is in the box stays there.
   */
  readonly send: (
    message: string,
    /** True for the text in the box. */
    isWritten: boolean,
    options: SendOptions,
  ) => Promise<'sent' | 'waits' | 'failed'>;
  readonly stop: () => void;
  readonly sending: boolean;
  readonly problem: string | undefined;
  readonly queued: { readonly messages: readonly QueuedMessage[]; readonly online: boolean };
  /** Takes a message out that waits; its text goes back into an empty box. */
  readonly unqueue: (id: string) => Promise<void>;
}

const NONE: readonly QueuedMessage[] = [];

/**
 * A person's message on its way to the server. It leaves the box when the server has it, or to wait: for the end of the turn,
 * or for a server that can't be reached. What the server refuses comes back into the box.
 */
export function useSending(options: SendingOptions): Sending {
  const strings = usePageWords();
  const words = useWords();
  const { chat, chatId, isNew, queue, isBusy, isWaiting } = options;
  const files = useFiles(options.client, isNew ? undefined : chatId);
  const { shelf } = files;
  const { text, setText, isKept, unread } = useDraft(isNew ? undefined : chatId);
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { queues, online } = useSyncExternalStore(queue.subscribe, queue.getState);
  const messages = queues[chatId] ?? NONE;

  const refused = messages.find((each) => each.problem !== undefined);
  useEffect(() => {
    if (refused === undefined || text !== '') return;
    // It is in this browser alone, so this can't fail.
    void queue.remove(chatId, refused.id);
    setText(refused.text);
    if (refused.files !== undefined) shelf.putBack(refused.files);
    setProblem(refused.problem);
  }, [refused, text, setText, queue, chatId, shelf]);

  /** Takes a message and its files out of the box; what was written behind it meanwhile stays. */
  function take(message: string): void {
    shelf.clear();
    setText((now) => {
      if (now.startsWith(message)) return now.slice(message.length).trimStart();
      // A fence that was open in the box is closed in the message.
      return message.startsWith(now) ? '' : now;
    });
  }

  function wait(message: string, isWritten: boolean, chosen: SendOptions, id: string): 'waits' {
    const { model, mode, project } = chosen;
    const taken = isWritten ? (shelf.ready() ?? []) : [];
    const more = { ...(taken.length > 0 && { files: taken }), ...(project && { project }) };
    queue.add(chatId, { id, text: message, model, mode, ...more });
    if (isWritten) take(message);
    return 'waits';
  }

  async function send(message: string, isWritten: boolean, chosen: SendOptions): ReturnType<Sending['send']> {
    if (sending || message.length > LONGEST_MESSAGE) return 'failed';
    setProblem(undefined);
    const commandId = crypto.randomUUID();
    if (isBusy || (messages.length > 0 && !isWaiting)) return wait(message, isWritten, chosen, commandId);
    setSending(true);
    try {
      const taken = isWritten ? (shelf.ready() ?? []).map(sentFileOf) : [];
      await chat.send(message, { ...chosen, commandId, ...(taken.length > 0 && { files: taken }) });
      if (isWritten) take(message);
      return 'sent';
    } catch (error) {
      // It may have arrived although nobody said so: the same command is sent again.
      if (error instanceof ApiError && error.status === 0) return wait(message, isWritten, chosen, commandId);
      // Another device was faster.
      if (error instanceof ApiError && error.code === 'run_active')
        return wait(message, isWritten, chosen, commandId);
      setText((now) => now || message);
      setProblem(problemOf(words, error));
      return 'failed';
    } finally {
      setSending(false);
    }
  }

  // It is told before it is sent: the server would refuse it.
  const tooLong =
    text.length > LONGEST_MESSAGE ? strings.messageTooLong(LONGEST_MESSAGE, text.length) : undefined;

  return {
    files,
    text,
    setText,
    unread,
    send,
    stop: () => void chat.stop().catch(() => setProblem(strings.stopFailed)),
    sending,
    problem: tooLong ?? problem ?? (isKept ? undefined : strings.draftNotKept),
    queued: { messages, online },
    async unqueue(id) {
      try {
        const taken = await queue.remove(chatId, id);
        if (taken !== undefined) setText((now) => now || taken.text);
        if (taken?.files !== undefined) shelf.putBack(taken.files);
      } catch (error) {
        setProblem(problemOf(words, error));
      }
    },
  };
}
