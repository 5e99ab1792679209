import type { KeyboardEvent } from 'react';
import type { Selection } from './cells/selection.ts';
import { type Ground, moveSelection } from './move-selection.ts';

export interface GridActions {
  select(selection: Selection): void;
  /** Opens the active cell; with `text` instead of its content. */
  edit(text?: string): void;
  clear(): void;
  undo(): void;
  redo(): void;
}

/** Handles a key in a grid that has the focus. Tab is left alone: the grid is one stop. */
export function pressGridKey(
  event: KeyboardEvent<HTMLElement>,
  selection: Selection,
  ground: Ground,
  actions: GridActions,
): void {
  const { key, shiftKey, altKey } = event;
  const isFar = event.ctrlKey || event.metaKey;
  if (altKey && !isFar) return;
  const moved = moveSelection(
    selection,
    { key: mirrored(key, event.currentTarget), isFar, isExtending: shiftKey },
    ground,
  );
  if (isFar && !shiftKey && isAtRim(event, selection, ground)) return;
  if (moved !== undefined) actions.select(moved);
  else if (isFar && key.toLowerCase() === 'z') (shiftKey ? actions.redo : actions.undo)();
  else if (isFar && key.toLowerCase() === 'y') actions.redo();
  else if (isFar) return;
  else if (key === 'F2' || key === 'Enter') actions.edit();
  else if (key === 'Delete' || key === 'Backspace') actions.clear();
  else if (isTyping(event)) {
    // The key itself then goes into the field, which has the focus by now.
    actions.edit('');
    return;
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Tells whether an arrow up or down has no cells with content to go to, so that it leads out of the sheet. One that is held down stays. */
function isAtRim({ key, repeat }: KeyboardEvent, { head }: Selection, { dataRows }: Ground): boolean {
  if (repeat) return false;
  return key === 'ArrowUp' ? head.row === 0 : key === 'ArrowDown' && head.row >= dataRows - 1;
}

function isTyping({ key, nativeEvent }: KeyboardEvent): boolean {
  return [...key].length === 1 || key === 'Process' || nativeEvent.isComposing;
}

/** Mirrors the key where lines, and so the columns, run from right to left. */
function mirrored(key: string, grid: HTMLElement): string {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return key;
  const isMirrored = getComputedStyle(grid).direction === 'rtl';
  return (key === 'ArrowLeft') === isMirrored ? 'ArrowRight' : 'ArrowLeft';
}
