import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Client } from '../../client/create-client.ts';
import { type ChatState, type ChatView, createChatView } from './chat-view.ts';

/** Follows one chat while the component is mounted. `isNew` says that the server does not know the chat yet. */
export function useChatView(
  client: Client,
  chatId: string,
  isNew: boolean,
): { readonly view: ChatView; readonly state: ChatState } {
  // A chat that was new stays the same view when its first message makes it known.
  // biome-ignore lint/correctness/useExhaustiveDependencies: isNew matters only when the view is made
  const view = useMemo(() => createChatView(client, chatId, isNew), [client, chatId]);
  useEffect(() => view.open(), [view]);
  return { view, state: useSyncExternalStore(view.subscribe, view.getState, view.getState) };
}
