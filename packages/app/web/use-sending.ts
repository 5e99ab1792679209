import {
  ApiError,
  type ChatView,
  type MessageQueue,
  type QueuedMessage,
  type SendOptions,
} from '@millrace/react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { strings } from './strings.ts';

export interface SendingOptions {
  readonly view: ChatView;
  readonly chatId: string;
  readonly queue: MessageQueue;
  readonly draft: string;
  readonly onDraft: (text: string) => void;
  /** A run is at work: what is sent now waits for its end. */
  readonly isBusy: boolean;
}

export interface Sending {
  readonly text: string;
  readonly setText: (text: string) => void;
  /** Whether the server has the message, or it waits. Otherwise it is still in the box and `problem` says why. */
  readonly send: (message: string, options: SendOptions) => Promise<'sent' | 'waits' | 'failed'>;
  readonly stop: () => void;
  readonly sending: boolean;
  readonly problem: string | undefined;
  readonly queued: { readonly messages: readonly QueuedMessage[]; readonly online: boolean };
  /** Takes a message out that waits; its text goes back into an empty box. */
  readonly unqueue: (id: string) => void;
}

const NONE: readonly QueuedMessage[] = [];

/**
 * What a person writes, on its way to the server. It leaves the box when the server has it, or to wait: for the end of the turn,
 * or for a server that can't be reached. What the server refuses comes back into the box.
 */
export function useSending(options: SendingOptions): Sending {
  const { view, chatId, queue, draft, onDraft, isBusy } = options;
  const [text, setText] = useState(draft);
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  useEffect(() => onDraft(text), [text, onDraft]);
  const { queues, online } = useSyncExternalStore(queue.subscribe, queue.getState);
  const messages = queues[chatId] ?? NONE;

  const refused = messages[0]?.problem === undefined ? undefined : messages[0];
  useEffect(() => {
    if (refused === undefined || text !== '') return;
    setText(queue.remove(chatId, refused.id) ?? '');
    setProblem(refused.problem);
  }, [refused, text, queue, chatId]);

  function wait(message: string, { model, mode }: SendOptions, id: string): 'waits' {
    queue.add(chatId, { id, text: message, model, mode });
    setText('');
    return 'waits';
  }

  async function send(message: string, chosen: SendOptions): ReturnType<Sending['send']> {
    if (sending) return 'failed';
    setProblem(undefined);
    const commandId = crypto.randomUUID();
    if (isBusy || messages.length > 0) return wait(message, chosen, commandId);
    setSending(true);
    try {
      await view.send(message, { ...chosen, commandId });
      setText('');
      return 'sent';
    } catch (error) {
      // It may have arrived although nobody said so: the same command is sent again.
      if (error instanceof ApiError && error.status === 0) return wait(message, chosen, commandId);
      // Another device was faster.
      if (error instanceof ApiError && error.code === 'run_active') return wait(message, chosen, commandId);
      setText(message);
      setProblem(error instanceof Error ? error.message : String(error));
      return 'failed';
    } finally {
      setSending(false);
    }
  }

  return {
    text,
    setText,
    send,
    stop: () => void view.stop().catch(() => setProblem(strings.stopFailed)),
    sending,
    problem,
    queued: { messages, online },
    unqueue(id) {
      const taken = queue.remove(chatId, id);
      if (text === '' && taken !== undefined) setText(taken);
    },
  };
}
