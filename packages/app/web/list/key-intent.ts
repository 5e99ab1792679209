import type { ChatSummary } from '@millrace/engine/run';
import type { PlaceWish } from './place-changes.ts';

/** The part of a keyboard event that tells which key was pressed. */
export interface Key {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** The meaning of a key on a row. */
export type Intent =
  | { readonly type: 'menu'; readonly menu: 'chats' | 'move' }
  | { readonly type: 'rename' | 'delete' | 'toggle' | 'all' }
  | { readonly type: 'place'; readonly wish: PlaceWish }
  /** Takes the next row, or the one before, into the selection. */
  | { readonly type: 'range'; readonly step: 1 | -1 }
  | { readonly type: 'open'; readonly open: boolean };

/** Tells whether an event is a key alone, in either case. Pure. */
export function isKey({ key, ctrlKey, metaKey, altKey }: Key, name: string | undefined): boolean {
  if (name === undefined || ctrlKey || metaKey || altKey) return false;
  return key.toLowerCase() === name.toLowerCase();
}

const MENU: Intent = { type: 'menu', menu: 'chats' };
const opensMenu = ({ key, shiftKey }: Key): boolean => key === 'ContextMenu' || (key === 'F10' && shiftKey);

/** The meaning of a key on a chat, for the chats that it would be about. Pure. */
export function chatIntent(event: Key, about: readonly ChatSummary[]): Intent | undefined {
  if (opensMenu(event)) return MENU;
  if (event.key === ' ') return { type: 'toggle' };
  if (event.key === 'a' && (event.ctrlKey || event.metaKey)) return { type: 'all' };
  if (event.shiftKey && event.key === 'ArrowDown') return { type: 'range', step: 1 };
  if (event.shiftKey && event.key === 'ArrowUp') return { type: 'range', step: -1 };
  if (isKey(event, 'F2')) return { type: 'rename' };
  if (isKey(event, 'Delete')) return { type: 'place', wish: { deleted: true } };
  if (isKey(event, 'P')) return { type: 'place', wish: { pinned: !about.every(({ pinned }) => pinned) } };
  if (isKey(event, 'E'))
    return { type: 'place', wish: { archived: !about.every(({ archived }) => archived) } };
  return isKey(event, 'M') ? { type: 'menu', menu: 'move' } : undefined;
}

/** The meaning of a key on a folder. The archive has no name and can't be deleted. Pure. */
export function folderIntent(event: Key, isProject: boolean, rightToLeft: boolean): Intent | undefined {
  if (event.key === 'ArrowRight' || event.key === 'ArrowLeft')
    return { type: 'open', open: (event.key === 'ArrowRight') !== rightToLeft };
  if (!isProject) return undefined;
  if (opensMenu(event)) return MENU;
  if (isKey(event, 'F2')) return { type: 'rename' };
  return isKey(event, 'Delete') ? { type: 'delete' } : undefined;
}
