import type { AccountInfo, ChatSummary, Project } from '@millrace/engine/run';
import type { Client } from '@millrace/react';
import { type ReactElement, useState } from 'react';
import { addToDraft } from './chat/draft/drafts.ts';
import { usePageKeys } from './frame/use-page-keys.ts';
import type { ListCommandHooks } from './search/list-commands.ts';
import { PageDialogs, type PageDialogsProps } from './search/page-dialogs.tsx';
import type { ReadChats } from './search/read-chats.ts';
import { useCommands } from './search/use-commands.ts';

export interface PageDialogOptions extends Pick<ListCommandHooks, 'projects' | 'actions' | 'menus'> {
  readonly client: Client;
  readonly chats: readonly ChatSummary[];
  /** The chat that is open. */
  readonly chatId: string;
  readonly role: AccountInfo['role'] | undefined;
  readonly onNewChat: (project?: Project) => void;
}

/** The search and the list of shortcuts: how they are opened, and what they do to the page. */
export function usePageDialogs(options: PageDialogOptions): {
  readonly search: () => void;
  readonly dialogs: ReactElement;
} {
  const { client, chats, chatId, role, projects, onNewChat } = options;
  const [open, setOpen] = useState<PageDialogsProps['open']>();
  const [read] = useState<ReadChats>(() => new Map());
  const chat = chats.find(({ id }) => id === chatId);
  const runId = chat?.run_id ?? undefined;
  const [search, shortcuts] = [(): void => setOpen('search'), (): void => setOpen('shortcuts')];
  function newChat(): void {
    setOpen(undefined);
    onNewChat();
  }
  usePageKeys({ onSearch: search, onNewChat: newChat, onShortcuts: shortcuts });
  const commands = useCommands({
    onNewChat: newChat,
    onShortcuts: shortcuts,
    // A stop that did not arrive leaves the answer and its button as they are.
    onStop: runId === undefined ? undefined : () => void client.cancelRun(runId).catch(() => {}),
    list: { ...options, chat },
  });
  /** Words that were already written in the new chat stay before these. */
  async function ask(words: string): Promise<void> {
    await addToDraft(undefined, words);
    newChat();
  }
  const close = (): void => setOpen(undefined);
  return {
    search,
    dialogs: (
      <PageDialogs
        {...{ open, client, chats, projects, role, read, commands }}
        onAsk={(words) => void ask(words)}
        onClose={close}
      />
    ),
  };
}
