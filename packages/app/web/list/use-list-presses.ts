import type { ChatSummary, Project } from '@millrace/engine/run';
import { isShortcut, isTouch } from '@millrace/react';
import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import { navigate } from '../base/route.ts';
import { chatIntent, folderIntent, type Intent } from './key-intent.ts';
import type { PlaceWish } from './place-changes.ts';
import { extend, keepKnown, NO_SELECTION, type Selection, toggle } from './select.ts';
import type { ListActions } from './use-list-actions.ts';
import type { ListMenus } from './use-list-menus.tsx';

export interface PressParts {
  readonly chats: readonly ChatSummary[];
  readonly projects: readonly Project[];
  readonly actions: ListActions;
  readonly menus: ListMenus;
  /** The ids of the chats that can be seen, from the top down. */
  readonly listed: () => readonly string[];
  readonly isOpen: (part: string) => boolean;
  readonly setOpen: (part: string, open: boolean) => void;
  readonly onOpen: () => void;
  readonly onRename: (id: string) => void;
}

interface ChatPlace {
  readonly type: 'chat';
  readonly chat: ChatSummary;
  readonly row: HTMLElement;
}

/** A row of the list: a chat, or a folder of them. */
type Place = ChatPlace | { readonly type: 'folder'; readonly part: string; readonly row: HTMLElement };

export interface ListPresses {
  readonly selection: Selection;
  readonly selected: readonly ChatSummary[];
  readonly place: (wish: PlaceWish) => void;
  readonly clear: () => void;
  readonly on: {
    readonly onClick: (event: MouseEvent) => void;
    readonly onContextMenu: (event: MouseEvent) => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
  };
}

/** The presses and keys of all rows, heard in one place, so that a row is drawn again only when its chat changes. */
export function useListPresses(parts: PressParts): ListPresses {
  const { chats, menus, listed, onOpen } = parts;
  const [kept, setSelection] = useState(NO_SELECTION);
  const byId = new Map(kept.ids.size === 0 ? [] : chats.map((chat) => [chat.id, chat]));
  const selection = keepKnown(kept, new Set(byId.keys()));
  const selected = [...selection.ids].flatMap((id) => byId.get(id) ?? []);
  const clear = (): void => setSelection(NO_SELECTION);

  function place(wish: PlaceWish): void {
    parts.actions.place(selected, wish);
    clear();
  }
  /** The chats that an action on a row is about: those that are selected, if it is one of them. */
  const meant = (chat: ChatSummary): readonly ChatSummary[] =>
    selection.ids.has(chat.id) ? selected : [chat];

  function openMenu(found: Place, type: 'chats' | 'move' = 'chats'): void {
    const at = found.row.querySelector('[data-more]') ?? found.row;
    if (found.type === 'chat') {
      const about = meant(found.chat);
      const onRename = about.length === 1 ? () => parts.onRename(found.chat.id) : undefined;
      menus.open({ type, chats: about, at, onRename });
      return;
    }
    const project = parts.projects.find(({ id }) => id === found.part);
    if (project !== undefined)
      menus.open({ type: 'project', project, at, onRename: () => parts.onRename(project.id) });
  }

  function onClick(event: MouseEvent): void {
    const found = placeOf(event.target, chats);
    if (found === undefined || event.button !== 0 || isIn(event.target, 'input')) return;
    if (isIn(event.target, '[data-more]')) openMenu(found);
    if (!isIn(event.target, '[data-row]')) return;
    event.preventDefault();
    if (found.type === 'folder') parts.setOpen(found.part, !parts.isOpen(found.part));
    else press(event, found);
  }

  function press(event: MouseEvent, { chat: { id }, row }: ChatPlace): void {
    if (event.shiftKey) setSelection(extend(anchored(selection, listed, row), id, listed()));
    else if (event.ctrlKey || event.metaKey || (selected.length > 0 && isTouch()))
      setSelection(toggle(selection, id));
    else {
      // A range that begins later begins here.
      setSelection({ ...NO_SELECTION, anchor: id });
      navigate(`/chat/${id}`);
      onOpen();
    }
  }

  function onContextMenu(event: MouseEvent): void {
    const found = placeOf(event.target, chats);
    if (found === undefined || isIn(event.target, 'input')) return;
    event.preventDefault();
    // A long press selects: the menu has its own button there.
    if (
      found.type === 'chat' &&
      'pointerType' in event.nativeEvent &&
      event.nativeEvent.pointerType === 'touch'
    )
      setSelection(toggle(selection, found.chat.id));
    else openMenu(found);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (isIn(event.target, 'input')) return;
    const undo = isShortcut('undoInList', event.nativeEvent) ? parts.actions.notice?.undo : undefined;
    undo?.();
    if (event.key === 'Escape' && selected.length > 0) {
      event.stopPropagation();
      clear();
    }
    const found = placeOf(event.target, chats);
    const intent = found && intentOf(event, found);
    if (found === undefined || intent === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    act(intent, found);
  }
  const intentOf = (event: KeyboardEvent, found: Place): Intent | undefined =>
    found.type === 'chat'
      ? chatIntent(event, meant(found.chat))
      : folderIntent(event, isProject(parts, found.part), isRightToLeft(event.target));

  function act(intent: Intent, found: Place): void {
    if (intent.type === 'menu') openMenu(found, intent.menu);
    else if (found.type === 'folder') actOnFolder(parts, intent, found.part);
    else actOnChat(intent, found);
  }

  function actOnChat(intent: Intent, { chat, row }: ChatPlace): void {
    if (intent.type === 'rename') parts.onRename(chat.id);
    else if (intent.type === 'toggle') setSelection(toggle(selection, chat.id));
    else if (intent.type === 'all') setSelection({ ids: new Set(listed()), anchor: chat.id });
    else if (intent.type === 'place') {
      const about = meant(chat);
      parts.actions.place(about, intent.wish);
      if (about === selected) clear();
    } else if (intent.type === 'range') {
      const next = nextChat(row, intent.step);
      if (next === undefined) return;
      setSelection(extend(anchored(selection, listed, row), next.dataset['chat'] ?? '', listed()));
      next.querySelector<HTMLElement>('[data-row]')?.focus();
    }
  }

  return { selection, selected, place, clear, on: { onClick, onContextMenu, onKeyDown } };
}

function actOnFolder(
  { projects, setOpen, onRename, actions }: PressParts,
  intent: Intent,
  part: string,
): void {
  const project = projects.find(({ id }) => id === part);
  if (intent.type === 'open') setOpen(part, intent.open);
  else if (intent.type === 'rename') onRename(part);
  else if (intent.type === 'delete' && project !== undefined) actions.deleteProject(project);
}

const isProject = ({ projects }: PressParts, part: string): boolean => projects.some(({ id }) => id === part);

/** The selection with a place to begin a range at: the row itself when there is none. */
function anchored(selection: Selection, listed: () => readonly string[], row: HTMLElement): Selection {
  if (selection.anchor !== undefined && listed().includes(selection.anchor)) return selection;
  const focused = document.activeElement?.closest<HTMLElement>('[data-chat]') ?? row;
  return { ...selection, anchor: focused.dataset['chat'] };
}

function placeOf(target: EventTarget, chats: readonly ChatSummary[]): Place | undefined {
  if (!(target instanceof Element)) return undefined;
  const row = target.closest<HTMLElement>('[data-chat], [data-folder]');
  const { chat: id, folder } = row?.dataset ?? {};
  if (row === null || row === undefined) return undefined;
  if (id === undefined) return folder === undefined ? undefined : { type: 'folder', part: folder, row };
  const chat = chats.find((each) => each.id === id);
  return chat && { type: 'chat', chat, row };
}

function nextChat(row: HTMLElement, step: 1 | -1): HTMLElement | undefined {
  const rows = [...(row.closest('.app-chats')?.querySelectorAll<HTMLElement>('[data-chat]') ?? [])];
  return rows[rows.indexOf(row) + step];
}

const isIn = (target: EventTarget, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

const isRightToLeft = (target: EventTarget): boolean =>
  target instanceof Element && getComputedStyle(target).direction === 'rtl';
