import type { ChatSummary, OpenDevice, Project } from '@millrace/engine/run';
import type { Client } from '../../client/create-client.ts';
import { createState } from '../../client/create-state.ts';
import type { HiddenStream } from '../../client/follow-stream.ts';

/** The state of the list of chats. */
export interface ChatListState {
  readonly chats: readonly ChatSummary[];
  readonly projects: readonly Project[];
  /** Other devices that have the app open. */
  readonly devices: readonly OpenDevice[];
  /** Another number: the account's instructions or settings changed. */
  readonly settingsRev?: number | undefined;
  /** Another number: the models or their providers changed. */
  readonly modelsRev?: number | undefined;
  /** Another number: the keys of the account changed. */
  readonly vaultRev?: number | undefined;
  readonly status: 'loading' | 'ready' | 'signed-out';
}

/** The list of chats as a store: read its state, and subscribe to it. */
export interface ChatList {
  getState(): ChatListState;
  subscribe(listener: () => void): () => void;
  /** Follows the list until the returned function is called, also while the page is hidden if `hidden` says so. */
  open(hidden?: HiddenStream): () => void;
  /** Takes the list as another tab has it, unless this one follows it itself. */
  take(list: ChatListState): void;
}

/** The list of chats, newest first, and of projects, kept current by the server. */
export function createChatList(client: Client): ChatList {
  const known = new Map<string, ChatSummary>();
  const knownProjects = new Map<string, Project>();
  let isFirst = true;
  let isFollowed = false;
  let devices: readonly OpenDevice[] = [];
  let revs: Pick<ChatListState, 'settingsRev' | 'modelsRev' | 'vaultRev'> = {};
  const state = createState<ChatListState>({ chats: [], projects: [], devices, status: 'loading' });
  return {
    getState: state.get,
    subscribe: state.subscribe,
    take(list) {
      if (isFollowed || list.status !== 'ready') return;
      known.clear();
      for (const chat of list.chats) known.set(chat.id, chat);
      knownProjects.clear();
      for (const project of list.projects) knownProjects.set(project.id, project);
      state.set(list);
    },
    open: (hidden) =>
      client.watchChats({
        ...(hidden && { hidden }),
        // The first list is complete: chats that were deleted meanwhile are not in it.
        onConnection: (connection) => {
          isFollowed = connection === 'open';
          if (connection === 'open') isFirst = true;
        },
        onChats(news) {
          const { chats: changed, gone = [], projects: made = [], gone_projects = [], devices: open } = news;
          if (isFirst) {
            known.clear();
            knownProjects.clear();
            devices = [];
          }
          isFirst = false;
          for (const chat of changed) known.set(chat.id, chat);
          for (const id of gone) known.delete(id);
          for (const project of made) knownProjects.set(project.id, project);
          for (const id of gone_projects) knownProjects.delete(id);
          const projects = [...knownProjects.values()];
          const chats = [...known.values()].sort((a, b) => b.updated_at - a.updated_at);
          devices = open ?? devices;
          revs = {
            settingsRev: news.settings_rev ?? revs.settingsRev,
            modelsRev: news.models_rev ?? revs.modelsRev,
            vaultRev: news.vault_rev ?? revs.vaultRev,
          };
          state.set({ chats, projects, devices, ...revs, status: 'ready' });
        },
        onRefused: ({ status }) => {
          if (status === 401) state.set({ chats: [], projects: [], devices: [], status: 'signed-out' });
        },
      }),
  };
}
