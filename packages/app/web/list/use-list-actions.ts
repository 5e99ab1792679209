import {
  type ChangeChatsRequest,
  type ChangeProjectRequest,
  type ChatSummary,
  type Project,
  UNDO_MS,
} from '@millrace/engine/run';
import { type Client, problemOf, saveFile, useWords } from '@millrace/react';
import { useEffect, useState } from 'react';
import { type PageWords, usePageWords } from '../base/page-words.ts';
import { navigate } from '../base/route.ts';
import { chatMarkdown, markdownName } from './chat-markdown.ts';
import { type PlaceWish, requestsOf, undoOf } from './place-changes.ts';

/** The outcome of the last action. */
export interface ListNotice {
  readonly text: string;
  readonly isProblem: boolean;
  /** Takes the action back, for as long as the server can. */
  readonly undo?: () => void;
}

/** All that a person can do with the list of chats. What fails is told in the notice. */
export interface ListActions {
  readonly notice: ListNotice | undefined;
  readonly dismiss: () => void;
  readonly place: (chats: readonly ChatSummary[], wish: PlaceWish) => void;
  readonly rename: (chatId: string, title: string) => void;
  readonly exportChat: (chat: ChatSummary) => void;
  readonly changeProject: (id: string, change: ChangeProjectRequest) => void;
  readonly deleteProject: (project: Project) => void;
}

export interface ListActionsOptions {
  readonly client: Client;
  readonly projects: readonly Project[];
  /** The chat that is open. */
  readonly current: string | undefined;
  /** Leaves the open chat, which is deleted. */
  readonly onLeave: () => void;
}

export function useListActions({ client, projects, current, onLeave }: ListActionsOptions): ListActions {
  const strings = usePageWords();
  const words = useWords();
  const [notice, setNotice] = useState<ListNotice>();
  useEffect(() => {
    if (notice === undefined || notice.isProblem) return;
    const timer = setTimeout(() => setNotice(undefined), notice.undo === undefined ? SHORT_MS : UNDO_MS);
    return () => clearTimeout(timer);
  }, [notice]);

  /** Does something and says so, with the way back. */
  function attempt(work: () => Promise<unknown>, text?: string, back?: () => Promise<unknown>): void {
    const undo = back && (() => attempt(back, strings.list.undone));
    work().then(
      () => text !== undefined && setNotice({ text, isProblem: false, ...(undo && { undo }) }),
      (error: unknown) => setNotice({ text: problemOf(words, error), isProblem: true }),
    );
  }
  async function send(requests: readonly ChangeChatsRequest[]): Promise<void> {
    for (const request of requests) await client.changeChats(request);
  }

  return {
    notice,
    dismiss: () => setNotice(undefined),
    place(chats, wish) {
      if (chats.length === 0) return;
      const ids = chats.map(({ id }) => id);
      const isOpen = 'deleted' in wish && current !== undefined && ids.includes(current);
      attempt(
        async () => {
          await send(requestsOf(ids, wish));
          if (isOpen) onLeave();
        },
        saidOf(strings, chats, wish, projects),
        async () => {
          await send(undoOf(chats, wish));
          if (isOpen) navigate(`/chat/${current}`);
        },
      );
    },
    rename: (chatId, title) => attempt(() => client.renameChat(chatId, title)),
    exportChat: (chat) =>
      attempt(async () => {
        const { messages } = await client.readMessages(chat.id, 0);
        const title = chat.title || strings.untitled;
        const markdown = chatMarkdown(title, messages, strings.list.authors);
        saveFile(markdownName(title), new Blob([markdown], { type: 'text/markdown' }));
      }, strings.list.exported),
    changeProject: (id, change) => attempt(() => client.changeProject(id, change)),
    deleteProject: ({ id, name }) =>
      attempt(
        () => client.changeProject(id, { deleted: true }),
        strings.list.projectDeleted(name),
        () => client.changeProject(id, { deleted: false }),
      ),
  };
}

/** How long a notice stays that offers nothing. */
const SHORT_MS = 5_000;

function saidOf(
  { list, untitled }: PageWords,
  chats: readonly ChatSummary[],
  wish: PlaceWish,
  projects: readonly Project[],
): string {
  const [first] = chats;
  const what = chats.length === 1 ? list.oneChat(first?.title || untitled) : list.chatCount(chats.length);
  if ('pinned' in wish) return wish.pinned ? list.pinned(what) : list.unpinned(what);
  if ('archived' in wish) return wish.archived ? list.archived(what) : list.unarchived(what);
  if ('deleted' in wish) return list.deleted(what);
  const project = projects.find(({ id }) => id === wish.project_id);
  return project === undefined ? list.movedOut(what) : list.moved(what, project.name);
}
