import type { ChatSummary, Project } from '@millrace/engine/run';
import type { PageWords } from '../base/page-words.ts';
import { CHAT_MENU, CHAT_NAME } from '../frame/header-ids.ts';
import type { ListActions } from '../list/use-list-actions.ts';
import type { ListMenus } from '../list/use-list-menus.tsx';
import type { Command } from './find-all.ts';

export interface ListCommandHooks {
  /** The chat that is open. */
  readonly chat: ChatSummary | undefined;
  readonly projects: readonly Project[];
  readonly actions: ListActions;
  readonly menus: ListMenus;
  readonly onNewChat: (project: Project) => void;
}

/** The commands on the open chat and on projects. The header's own are pressed there, where their outcome is seen. */
export function listCommands(strings: PageWords, hooks: ListCommandHooks): readonly Command[] {
  const { chat, projects, menus, onNewChat } = hooks;
  return [
    ...(chat === undefined ? [] : chatCommands(strings, chat, hooks)),
    { id: 'new-project', title: strings.list.newProject, run: () => menus.editProject({}) },
    ...projects.map((project) => ({
      id: `new-in-${project.id}`,
      title: strings.newChatIn(project.name || strings.list.unreadable),
      isHidden: true as const,
      run: () => onNewChat(project),
    })),
  ];
}

function chatCommands(
  { list, rename, hereCommand }: PageWords,
  chat: ChatSummary,
  { actions, menus }: ListCommandHooks,
): readonly Command[] {
  const { pinned, archived } = chat;
  const header = document.getElementById(CHAT_MENU);
  const move = { type: 'move', chats: [chat] } as const;
  const commands: readonly (readonly [string, string, () => void])[] = [
    ...(header === null
      ? []
      : ([
          ['rename', rename, () => document.getElementById(CHAT_NAME)?.click()],
          ['move', list.move, () => menus.open({ ...move, at: header })],
        ] as const)),
    ['pin', pinned ? list.unpin : list.pin, () => actions.place([chat], { pinned: !pinned })],
    ['export', list.export, () => actions.exportChat(chat)],
    [
      'archive',
      archived ? list.unarchive : list.archive,
      () => actions.place([chat], { archived: !archived }),
    ],
    ['delete', list.delete, () => actions.place([chat], { deleted: true })],
  ];
  return commands.map(([id, name, run]) => ({ id: `chat-${id}`, title: hereCommand(name), run }));
}
