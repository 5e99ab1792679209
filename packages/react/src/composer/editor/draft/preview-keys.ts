import { isolateHistory } from '@codemirror/commands';
import { EditorSelection, type EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { DraftBlock } from '@millrace/engine/document';
import { isTouch } from '../../../page/is-touch.ts';
import {
  draftField,
  type Editable,
  enterBlock,
  ownStep,
  previewsOf,
  referencesOf,
  selectedPreview,
} from './draft-field.ts';
import { fullText, referenceOf } from './reference.ts';

/** Enters a preview as text, with the caret at the end of its last content line, or at its start. A reference is there in full then. */
export function editPreview(view: EditorView, block: DraftBlock, at: 'start' | 'end' = 'end'): void {
  const reference = referenceOf(block, view.state.facet(referencesOf));
  if (reference === undefined) enter(view, block.from, at);
  else {
    const text = fullText(view.state.doc, block, reference);
    replacePreview(view, block, text);
    // A table gets an empty line above it where there is none.
    enter(view, block.from + (text.startsWith('\n') ? 1 : 0), at);
  }
  view.focus();
}

function enter(view: EditorView, from: number, at: 'start' | 'end'): void {
  const block = view.state.field(draftField).blocks.find((each) => each.from === from);
  if (block === undefined) return;
  const lastLine = view.state.doc.lineAt(block.to);
  const isFence = block.kind !== 'sheet' && lastLine.from > block.from;
  const end = isFence ? lastLine.from - 1 : block.to;
  view.dispatch({
    effects: enterBlock.of(from),
    selection: { anchor: at === 'end' ? end : from },
    scrollIntoView: true,
  });
}

/** Puts a text in the place of a preview, as one step of the history. */
export function replacePreview(view: Editable, { from, to }: DraftBlock, text: string): void {
  view.dispatch({
    changes: { from, to, insert: text },
    annotations: [isolateHistory.of('before'), ownStep.of(true)],
    userEvent: 'input.replace',
    filter: false,
  });
}

/** Selects a preview as a whole. */
export function selectPreview(view: EditorView, { from, to }: DraftBlock): void {
  view.dispatch({ selection: EditorSelection.single(from, to), scrollIntoView: true });
}

/** Deletes a preview with the break of its last line. */
export function removePreview(view: EditorView, { from, to }: DraftBlock): void {
  const end = Math.min(to + 1, view.state.doc.length);
  view.dispatch({
    changes: { from, to: end },
    selection: { anchor: from },
    userEvent: 'delete.preview',
    filter: false,
  });
  view.focus();
}

/** The preview that ends directly before a position. The empty line that closes a table is no line of its own. */
function before(state: EditorState, at: number): DraftBlock | undefined {
  const { from } = state.doc.lineAt(at);
  if (at !== from || from === 0) return undefined;
  return previewsOf(state).find(
    ({ to, kind }) =>
      to === from - 1 || (kind === 'sheet' && to < from && state.sliceDoc(to, from).trim() === ''),
  );
}

/** The preview that begins directly behind a position. */
function behind(state: EditorState, at: number): DraftBlock | undefined {
  return at === state.doc.lineAt(at).to ? previewsOf(state).find(({ from }) => from === at + 1) : undefined;
}

type Keys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** The ways out of the text: to the full screen of a preview, if it has one, and to its menu. */
export interface PreviewDoors {
  readonly open: (block: DraftBlock) => boolean;
  readonly menu: (block: DraftBlock) => boolean;
}

/** Does what a key does to a preview; false when it has nothing to do with one. */
export function pressPreviewKey(view: EditorView, event: Keys, doors: PreviewDoors): boolean {
  const selected = selectedPreview(view.state);
  const wantsMenu = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey);
  if (wantsMenu) return selected !== undefined && doors.menu(selected);
  if (event.altKey || (event.shiftKey && event.key !== 'Enter')) return false;
  return selected === undefined ? pressBeside(view, event) : pressOn(view, event, selected, doors.open);
}

function pressBeside(view: EditorView, event: Keys): boolean {
  const { state } = view;
  const { main } = state.selection;
  if (event.key === 'Escape') return leave(view);
  if (!main.empty) return false;
  const isMod = event.ctrlKey || event.metaKey;
  const [above, below] = [before(state, main.head), behind(state, main.head)];
  if (event.key === 'Backspace' && above !== undefined) {
    if (isMod) removePreview(view, above);
    else if (isTouch()) selectPreview(view, above);
    else editPreview(view, above);
    return true;
  }
  if (event.key === 'Delete' && below !== undefined) {
    if (isMod) removePreview(view, below);
    else editPreview(view, below, 'start');
    return true;
  }
  if (isMod) return false;
  const next = nextPreview(view, event.key);
  if (next !== undefined) selectPreview(view, next);
  return next !== undefined;
}

function leave(view: EditorView): boolean {
  const { entered } = view.state.field(draftField);
  if (entered === undefined || entered.to >= view.state.doc.length) return false;
  view.dispatch({ selection: { anchor: entered.to + 1 } });
  return true;
}

/** The preview that an arrow leads to. */
function nextPreview(view: EditorView, key: string): DraftBlock | undefined {
  const { state } = view;
  const at = state.selection.main.head;
  const line = state.doc.lineAt(at);
  const isOnRow = (edge: number): boolean =>
    Math.abs((view.coordsAtPos(at)?.top ?? 0) - (view.coordsAtPos(edge)?.top ?? 0)) < 2;
  switch (key) {
    case 'ArrowLeft':
      return at === line.from ? previewsOf(state).find(({ to }) => to === at - 1) : undefined;
    case 'ArrowRight':
      return behind(state, at);
    case 'ArrowUp':
      return isOnRow(line.from) ? previewsOf(state).find(({ to }) => to === line.from - 1) : undefined;
    case 'ArrowDown':
      return isOnRow(line.to) ? behind(state, line.to) : undefined;
    default:
      return undefined;
  }
}

function pressOn(
  view: EditorView,
  event: Keys,
  block: DraftBlock,
  open: (block: DraftBlock) => boolean,
): boolean {
  const isMod = event.ctrlKey || event.metaKey;
  switch (event.key) {
    case 'Backspace':
    case 'Delete':
      if (isMod) removePreview(view, block);
      else editPreview(view, block, event.key === 'Delete' ? 'start' : 'end');
      return true;
    case 'Enter':
      return !isMod && !event.shiftKey && open(block);
    case 'Escape':
    case 'ArrowRight':
    case 'ArrowDown':
      if (isMod) return false;
      pass(view, block, 1);
      return true;
    case 'ArrowLeft':
    case 'ArrowUp':
      if (isMod) return false;
      pass(view, block, -1);
      return true;
    default:
      return false;
  }
}

/** Goes past a preview: to the next one, if it stands in the same group or right there, else to the line beside it. */
function pass(view: EditorView, block: DraftBlock, step: 1 | -1): void {
  const { groups } = view.state.field(draftField);
  const blocks = groups.find(({ from, to }) => from <= block.from && block.to <= to)?.blocks ?? [];
  const neighbour = blocks[blocks.findIndex(({ from }) => from === block.from) + step];
  if (neighbour !== undefined) {
    selectPreview(view, neighbour);
    return;
  }
  if (step === 1) view.dispatch({ selection: { anchor: block.to + 1 }, scrollIntoView: true });
  else if (block.from > 0) view.dispatch({ selection: { anchor: block.from - 1 }, scrollIntoView: true });
  // Before the first preview there is no line to write on, so one is made.
  else view.dispatch({ changes: { from: 0, insert: '\n' }, selection: { anchor: 0 }, userEvent: 'input' });
}

/** The keyboards of Android delete a selection without a key: over a preview that is a Backspace. */
export const deletedSelection = EditorView.inputHandler.of((view, from, to, text) => {
  const selected = selectedPreview(view.state);
  if (text !== '' || selected?.from !== from || selected.to !== to) return false;
  editPreview(view, selected);
  return true;
});
