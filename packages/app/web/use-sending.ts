import type { ChatView, SendOptions } from '@millrace/react';
import { useEffect, useState } from 'react';
import { strings } from './strings.ts';

export interface Sending {
  readonly text: string;
  readonly setText: (text: string) => void;
  /** True when the server has the message; otherwise the text is still in the box and `problem` says why. */
  readonly send: (message: string, options: SendOptions) => Promise<boolean>;
  readonly stop: () => void;
  readonly sending: boolean;
  readonly problem: string | undefined;
}

/** What a person writes, on its way to the server. It leaves the box only when the server has it. */
export function useSending(view: ChatView, draft: string, onDraft: (text: string) => void): Sending {
  const [text, setText] = useState(draft);
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  useEffect(() => onDraft(text), [text, onDraft]);

  async function send(message: string, options: SendOptions): Promise<boolean> {
    if (sending) return false;
    setSending(true);
    setProblem(undefined);
    try {
      await view.send(message, options);
      setText('');
      return true;
    } catch (error) {
      setText(message);
      setProblem(error instanceof Error ? error.message : String(error));
      return false;
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
  };
}
