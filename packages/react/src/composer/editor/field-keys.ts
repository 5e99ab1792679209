import {
  cursorCharLeft,
  cursorCharRight,
  cursorDocEnd,
  cursorDocStart,
  cursorGroupLeft,
  cursorGroupRight,
  cursorLineBoundaryBackward,
  cursorLineBoundaryForward,
  cursorLineBoundaryLeft,
  cursorLineBoundaryRight,
  cursorLineDown,
  cursorLineEnd,
  cursorLineStart,
  cursorLineUp,
  cursorPageDown,
  cursorPageUp,
  deleteGroupBackward,
  deleteGroupForward,
  deleteLineBoundaryBackward,
  deleteLineBoundaryForward,
  deleteToLineEnd,
  historyKeymap,
  insertNewline,
  selectAll,
  selectCharLeft,
  selectCharRight,
  selectDocEnd,
  selectDocStart,
  selectGroupLeft,
  selectGroupRight,
  selectLineBoundaryBackward,
  selectLineBoundaryForward,
  selectLineBoundaryLeft,
  selectLineBoundaryRight,
  selectLineDown,
  selectLineEnd,
  selectLineStart,
  selectLineUp,
  selectPageDown,
  selectPageUp,
  splitLine,
  transposeChars,
} from '@codemirror/commands';
import { EditorSelection, findClusterBreak } from '@codemirror/state';
import type { Command, KeyBinding } from '@codemirror/view';

/** Deletes the selection, or the character beside the caret; a line break is one. */
const deleteChar =
  (isForward: boolean): Command =>
  ({ state, dispatch }) => {
    let userEvent = 'delete.selection';
    const changes = state.changeByRange((range) => {
      let { from, to } = range;
      if (range.empty) {
        userEvent = isForward ? 'delete.forward' : 'delete.backward';
        const line = state.doc.lineAt(from);
        const at = from - line.from;
        let found = findClusterBreak(line.text, at, isForward, isForward);
        // The sign that makes a picture of the one before goes with it.
        if (!isForward && /[\ufe00-\ufe0f]/.test(line.text.slice(found, at)))
          found = findClusterBreak(line.text, found, false, false);
        const near = found + line.from;
        if (isForward) to = near > to ? near : Math.min(to + 1, state.doc.length);
        else from = near < from ? near : Math.max(0, from - 1);
      }
      if (from === to) return { range };
      return { changes: { from, to }, range: EditorSelection.cursor(from) };
    });
    if (changes.changes.empty) return false;
    dispatch(state.update(changes, { scrollIntoView: true, userEvent }));
    return true;
  };
const backward = deleteChar(false);
const forward = deleteChar(true);

/**
 * The keys of a text field as each system has them. CodeMirror's own list brings the indentation of program code along, 5 KB of the editor,
 * and its Backspace takes several spaces at once.
 */
export const fieldKeys: readonly KeyBinding[] = [
  { key: 'Enter', run: insertNewline, shift: insertNewline },
  ...historyKeymap,
  ...[
    { key: 'ArrowLeft', run: cursorCharLeft, shift: selectCharLeft },
    { key: 'Mod-ArrowLeft', mac: 'Alt-ArrowLeft', run: cursorGroupLeft, shift: selectGroupLeft },
    { mac: 'Cmd-ArrowLeft', run: cursorLineBoundaryLeft, shift: selectLineBoundaryLeft },
    { key: 'ArrowRight', run: cursorCharRight, shift: selectCharRight },
    { key: 'Mod-ArrowRight', mac: 'Alt-ArrowRight', run: cursorGroupRight, shift: selectGroupRight },
    { mac: 'Cmd-ArrowRight', run: cursorLineBoundaryRight, shift: selectLineBoundaryRight },
    { key: 'ArrowUp', run: cursorLineUp, shift: selectLineUp },
    { key: 'ArrowDown', run: cursorLineDown, shift: selectLineDown },
    { key: 'Home', run: cursorLineBoundaryBackward, shift: selectLineBoundaryBackward },
    { key: 'End', run: cursorLineBoundaryForward, shift: selectLineBoundaryForward },
    { key: 'Backspace', run: backward, shift: backward },
    { key: 'Delete', run: forward },
    { key: 'Mod-Backspace', mac: 'Alt-Backspace', run: deleteGroupBackward },
    { key: 'Mod-Delete', mac: 'Alt-Delete', run: deleteGroupForward },
    { mac: 'Mod-Backspace', run: deleteLineBoundaryBackward },
    { mac: 'Mod-Delete', run: deleteLineBoundaryForward },
  ].map((binding) => ({ ...binding, preventDefault: true })),
  { mac: 'Cmd-ArrowUp', run: cursorDocStart, shift: selectDocStart },
  { mac: 'Ctrl-ArrowUp', run: cursorPageUp, shift: selectPageUp },
  { mac: 'Cmd-ArrowDown', run: cursorDocEnd, shift: selectDocEnd },
  { mac: 'Ctrl-ArrowDown', run: cursorPageDown, shift: selectPageDown },
  { key: 'PageUp', run: cursorPageUp, shift: selectPageUp },
  { key: 'PageDown', run: cursorPageDown, shift: selectPageDown },
  { key: 'Mod-Home', run: cursorDocStart, shift: selectDocStart },
  { key: 'Mod-End', run: cursorDocEnd, shift: selectDocEnd },
  { key: 'Mod-a', run: selectAll },
  { mac: 'Ctrl-b', run: cursorCharLeft, shift: selectCharLeft },
  { mac: 'Ctrl-f', run: cursorCharRight, shift: selectCharRight },
  { mac: 'Ctrl-p', run: cursorLineUp, shift: selectLineUp },
  { mac: 'Ctrl-n', run: cursorLineDown, shift: selectLineDown },
  { mac: 'Ctrl-a', run: cursorLineStart, shift: selectLineStart },
  { mac: 'Ctrl-e', run: cursorLineEnd, shift: selectLineEnd },
  { mac: 'Ctrl-d', run: forward },
  { mac: 'Ctrl-h', run: backward },
  { mac: 'Ctrl-k', run: deleteToLineEnd },
  { mac: 'Ctrl-Alt-h', run: deleteGroupBackward },
  { mac: 'Ctrl-o', run: splitLine },
  { mac: 'Ctrl-t', run: transposeChars },
  { mac: 'Ctrl-v', run: cursorPageDown },
];
