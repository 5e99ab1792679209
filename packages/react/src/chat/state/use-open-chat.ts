'use client';

import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Client } from '../../client/create-client.ts';
import { type ChatState, createOpenChat, type OpenChat } from './open-chat.ts';

/** Follows one chat while the component is mounted. `isNew` says that the server does not know the chat yet. */
export function useOpenChat(
  client: Client,
  chatId: string,
  isNew: boolean,
): { readonly chat: OpenChat; readonly state: ChatState } {
  // A chat that was new stays the same chat when its first message makes it known.
  // biome-ignore lint/correctness/useExhaustiveDependencies: isNew matters only when the chat is made
  const chat = useMemo(() => createOpenChat(client, chatId, isNew), [client, chatId]);
  useEffect(() => chat.open(), [chat]);
  return { chat, state: useSyncExternalStore(chat.subscribe, chat.getState, chat.getState) };
}
