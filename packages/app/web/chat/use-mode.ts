import type { ModeList } from '@millrace/engine/run';
import { type ChatState, chatMode } from '@millrace/react';
import { useState } from 'react';

export interface ModeChoice {
  /** The mode that the picker shows. */
  readonly mode: string | undefined;
  /** The mode that the next message asks for; undefined leaves the chat as it is. */
  readonly wanted: string | undefined;
  readonly setMode: (slug: string) => void;
  /** The message is on the server; from the next change of the chat on, the chat itself says its mode. */
  readonly onSent: () => void;
}

/** The mode of a chat, and what a person has chosen for the next message. */
export function useMode(modes: ModeList | undefined, state: ChatState): ModeChoice {
  const [choice, setChoice] = useState<{ readonly mode: string; readonly sentAt?: number }>();
  const seen = state.messages.length;
  if (choice?.sentAt !== undefined && choice.sentAt < seen) setChoice(undefined);
  return {
    mode: choice?.mode ?? chatMode(state) ?? modes?.default,
    wanted: choice?.mode,
    setMode: (mode) => setChoice({ mode }),
    onSent: () => setChoice((made) => made && { ...made, sentAt: seen }),
  };
}
