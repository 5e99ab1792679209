import type { ChatSummary } from '@millrace/engine/run';
import { isShortcut, type PressedKeys } from '@millrace/react';
import type { PlaceWish } from './place-changes.ts';

/** The meaning of a key on a row. */
export type Intent =
  | { readonly type: 'menu'; readonly menu: 'chats' | 'move' }
  | { readonly type: 'rename' | 'delete' | 'toggle' | 'all' }
  | { readonly type: 'place'; readonly wish: PlaceWish }
  /** Takes the next row, or the one before, into the selection. */
  | { readonly type: 'range'; readonly step: 1 | -1 }
  | { readonly type: 'open'; readonly open: boolean };

const MENU: Intent = { type: 'menu', menu: 'chats' };
const opensMenu = (event: PressedKeys): boolean =>
  event.key === 'ContextMenu' || isShortcut('chatMenu', event);

/** The meaning of a key on a chat, for the chats that it would be about. Pure. */
export function chatIntent(event: PressedKeys, about: readonly ChatSummary[]): Intent | undefined {
  if (opensMenu(event)) return MENU;
  if (isShortcut('selectChat', event)) return { type: 'toggle' };
  if (isShortcut('selectAll', event)) return { type: 'all' };
  if (isShortcut('selectNext', event)) return { type: 'range', step: 1 };
  if (isShortcut('selectPrevious', event)) return { type: 'range', step: -1 };
  if (isShortcut('renameChat', event)) return { type: 'rename' };
  if (isShortcut('deleteChat', event)) return { type: 'place', wish: { deleted: true } };
  if (isShortcut('pinChat', event))
    return { type: 'place', wish: { pinned: !about.every(({ pinned }) => pinned) } };
  if (isShortcut('archiveChat', event))
    return { type: 'place', wish: { archived: !about.every(({ archived }) => archived) } };
  return isShortcut('moveChat', event) ? { type: 'menu', menu: 'move' } : undefined;
}

/** The meaning of a key on a folder. The archive has no name and can't be deleted. Pure. */
export function folderIntent(
  event: PressedKeys,
  isProject: boolean,
  rightToLeft: boolean,
): Intent | undefined {
  if (event.key === 'ArrowRight' || event.key === 'ArrowLeft')
    return { type: 'open', open: (event.key === 'ArrowRight') !== rightToLeft };
  if (!isProject) return undefined;
  if (opensMenu(event)) return MENU;
  if (isShortcut('renameChat', event)) return { type: 'rename' };
  return isShortcut('deleteChat', event) ? { type: 'delete' } : undefined;
}
