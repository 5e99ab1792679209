import type { ChatSummary, ModelList, Project } from '@millrace/engine/run';
import type { Client } from '@millrace/react';
import {
  Archive,
  ArchiveRestore,
  Download,
  FolderInput,
  FolderPlus,
  FolderX,
  Pencil,
  Pin,
  PinOff,
  Plus,
  Settings2,
  Trash2,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type PageWords, usePageWords } from '../base/page-words.ts';
import { ProjectForm } from './lazy-project-form.tsx';
import { Menu, type MenuItem } from './menu.tsx';
import type { ListActions } from './use-list-actions.ts';

/** The subject of a menu, and the element that it stands beside. */
export type MenuTarget =
  | {
      readonly type: 'chats' | 'move';
      readonly chats: readonly ChatSummary[];
      readonly at: Element;
      /** Lets the person write another name, where that is shown. */
      readonly onRename?: (() => void) | undefined;
    }
  | {
      readonly type: 'project';
      readonly project: Project;
      readonly at: Element;
      readonly onRename: () => void;
    };

/** The project that is edited; without one a new one is made, and these chats move to it. */
interface Editing {
  readonly project?: Project;
  readonly chats?: readonly ChatSummary[];
}

export interface ListMenus {
  readonly open: (target: MenuTarget) => void;
  readonly editProject: (editing: Editing) => void;
  /** The element that the open menu stands beside. */
  readonly openAt: Element | undefined;
  readonly node: ReactNode;
}

export interface ListMenusOptions {
  readonly client: Client;
  readonly actions: ListActions;
  readonly projects: readonly Project[];
  readonly models: ModelList | undefined;
  readonly onNewChat: (project: Project) => void;
}

/** The menus of chats and projects, and the form of a project. */
export function useListMenus(options: ListMenusOptions): ListMenus {
  const strings = usePageWords();
  const [target, setTarget] = useState<MenuTarget>();
  const [editing, setEditing] = useState<Editing>();
  const parts: Parts = { ...options, strings, open: setTarget, editProject: setEditing };
  return {
    open: setTarget,
    editProject: setEditing,
    openAt: target?.at,
    node: (
      <>
        {target !== undefined && (
          <Menu
            // Another menu takes the place of this one, so it measures its place again.
            key={target.type}
            label={labelOf(strings, target)}
            at={target.at}
            groups={groupsOf(parts, target)}
            onClose={() => setTarget((now) => (now === target ? undefined : now))}
          />
        )}
        {editing !== undefined && (
          <ProjectForm
            client={options.client}
            models={options.models}
            project={editing.project}
            onDone={(project) => {
              if (editing.chats !== undefined)
                options.actions.place(editing.chats, { project_id: project.id });
            }}
            onClose={() => setEditing(undefined)}
          />
        )}
      </>
    ),
  };
}

interface Parts extends ListMenusOptions {
  readonly strings: PageWords;
  readonly open: (target: MenuTarget) => void;
  readonly editProject: (editing: Editing) => void;
}

function labelOf({ list, untitled }: PageWords, target: MenuTarget): string {
  if (target.type === 'project') return list.actionsFor(target.project.name);
  const { chats } = target;
  if (target.type === 'move') return list.move;
  return list.actionsFor(chats.length === 1 ? chats[0]?.title || untitled : list.chatCount(chats.length));
}

function groupsOf(parts: Parts, target: MenuTarget): readonly (readonly MenuItem[])[] {
  if (target.type === 'project') return projectItems(parts, target);
  return target.type === 'move' ? moveItems(parts, target) : chatItems(parts, target);
}

type ChatTarget = Extract<MenuTarget, { readonly chats: readonly ChatSummary[] }>;

function chatItems({ strings, actions, open }: Parts, target: ChatTarget): readonly (readonly MenuItem[])[] {
  const { list } = strings;
  const { chats, onRename } = target;
  const [first] = chats;
  const only = chats.length === 1 ? first : undefined;
  const isPinned = chats.every(({ pinned }) => pinned);
  const isArchived = chats.every(({ archived }) => archived);
  const rename: MenuItem[] =
    only !== undefined && onRename !== undefined
      ? [{ label: strings.rename, icon: Pencil, shortcut: 'renameChat', onPress: onRename }]
      : [];
  const exported: MenuItem[] =
    only === undefined
      ? []
      : [{ label: list.export, icon: Download, onPress: () => actions.exportChat(only) }];
  return [
    [
      ...rename,
      {
        label: isPinned ? list.unpin : list.pin,
        icon: isPinned ? PinOff : Pin,
        shortcut: 'pinChat',
        onPress: () => actions.place(chats, { pinned: !isPinned }),
      },
      {
        label: list.move,
        icon: FolderInput,
        shortcut: 'moveChat',
        onPress: () => open({ ...target, type: 'move' }),
      },
      ...exported,
      {
        label: isArchived ? list.unarchive : list.archive,
        icon: isArchived ? ArchiveRestore : Archive,
        shortcut: 'archiveChat',
        onPress: () => actions.place(chats, { archived: !isArchived }),
      },
    ],
    [
      {
        label: list.delete,
        icon: Trash2,
        shortcut: 'deleteChat',
        danger: true,
        onPress: () => actions.place(chats, { deleted: true }),
      },
    ],
  ];
}

function moveItems(parts: Parts, { chats }: ChatTarget): readonly (readonly MenuItem[])[] {
  const { strings, actions, projects, editProject } = parts;
  const isIn = (id: string | undefined): boolean => chats.every(({ project_id }) => project_id === id);
  const byName = projects.toSorted((a, b) => a.name.localeCompare(b.name));
  return [
    byName.map(({ id, name }) => ({
      label: name || strings.list.unreadable,
      checked: isIn(id),
      onPress: () => actions.place(chats, { project_id: id }),
    })),
    [
      {
        label: strings.list.noProject,
        icon: FolderX,
        onPress: () => actions.place(chats, { project_id: null }),
      },
      { label: strings.list.newProject, icon: FolderPlus, onPress: () => editProject({ chats }) },
    ],
  ].filter((items) => items.length > 0);
}

function projectItems(
  { strings, actions, editProject, onNewChat }: Parts,
  { project, onRename }: Extract<MenuTarget, { readonly type: 'project' }>,
): readonly (readonly MenuItem[])[] {
  const { list } = strings;
  return [
    [
      { label: strings.newChat, icon: Plus, onPress: () => onNewChat(project) },
      { label: strings.rename, icon: Pencil, shortcut: 'renameChat', onPress: onRename },
      { label: list.projectSettings, icon: Settings2, onPress: () => editProject({ project }) },
    ],
    [
      {
        label: list.delete,
        icon: Trash2,
        shortcut: 'deleteChat',
        danger: true,
        onPress: () => actions.deleteProject(project),
      },
    ],
  ];
}
