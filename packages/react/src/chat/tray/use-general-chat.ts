'use client';

import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createClient } from '../../client/create-client.ts';
import { useWords } from '../../words/words-context.ts';
import type { ChatClient } from './create-answer-reader.ts';
import {
  createGeneralChat,
  type GeneralChat,
  type GeneralChatOptions,
  type GeneralChatState,
} from './create-general-chat.ts';

/** The options of `useGeneralChat`. */
export interface UseGeneralChatOptions extends GeneralChatOptions {
  /** The server to ask; without it, the one that the page came from. Only the first one counts. */
  readonly client?: ChatClient | undefined;
}

/** The answer of `useGeneralChat`: its state and its actions. */
export type UseGeneralChat = GeneralChatState & Omit<GeneralChat, 'getState' | 'subscribe' | 'open'>;

/** A chat that knows only text and tools, for a page that brings its own view. */
export function useGeneralChat(options: UseGeneralChatOptions = {}): UseGeneralChat {
  const words = useWords();
  const latest = useRef({ words, ...options });
  useEffect(() => {
    latest.current = { words, ...options };
  });
  const [{ getState, subscribe, open, ...verbs }] = useState(() =>
    createGeneralChat(options.client ?? createClient(), () => latest.current),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chat is the same for as long as the component is
  useEffect(useCallback(open, []), []);
  return { ...useSyncExternalStore(subscribe, getState, getState), ...verbs };
}
