import type { ChatSummary, OpenDevice } from '@millrace/engine/run';
import type { Client } from '../../client/create-client.ts';
import { createState } from '../../client/create-state.ts';

/** The state of the list of chats. */
export interface ChatListState {
  readonly chats: readonly ChatSummary[];
  /** Other devices that have the app open. */
  readonly devices: readonly OpenDevice[];
  readonly status: 'loading' | 'ready' | 'signed-out';
}

/** The list of chats as a store: read its state, and subscribe to it. */
export interface ChatList {
  getState(): ChatListState;
  subscribe(listener: () => void): () => void;
  open(): () => void;
}

/** The list of chats, newest first, kept current by the server. */
export function createChatList(client: Client): ChatList {
  const known = new Map<string, ChatSummary>();
  let isFirst = true;
  let devices: readonly OpenDevice[] = [];
  const state = createState<ChatListState>({ chats: [], devices, status: 'loading' });
  return {
    getState: state.get,
    subscribe: state.subscribe,
    open: () =>
      client.watchChats({
        // The first list is complete: chats that were deleted meanwhile are not in it.
        onConnection: (connection) => {
          if (connection === 'open') isFirst = true;
        },
        onChats({ chats: changed, gone = [], devices: open }) {
          if (isFirst) {
            known.clear();
            devices = [];
          }
          isFirst = false;
          for (const chat of changed) known.set(chat.id, chat);
          for (const id of gone) known.delete(id);
          const chats = [...known.values()].sort((a, b) => b.updated_at - a.updated_at);
          devices = open ?? devices;
          state.set({ chats, devices, status: 'ready' });
        },
        onRefused: ({ status }) => {
          if (status === 401) state.set({ chats: [], devices: [], status: 'signed-out' });
        },
      }),
  };
}
