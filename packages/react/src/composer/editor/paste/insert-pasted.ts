import { isolateHistory } from '@codemirror/commands';
import { type EditorState, Transaction } from '@codemirror/state';
import { draftField, type Editable, ownStep, selectedPreview } from '../draft/draft-field.ts';
import type { Range } from '../draft/preview-groups.ts';

/** Tells whether the caret stands in code, where everything that is pasted is text. */
export function isInCode(state: EditorState): boolean {
  const { blocks, entered } = state.field(draftField);
  const { from, to } = state.selection.main;
  if (entered !== undefined) return true;
  return blocks.some(
    ({ closed, kind, ...block }) => !closed && kind === 'code' && block.from <= from && to <= block.to,
  );
}

/** Puts a block on lines of its own at the caret, with the caret on a line behind it. Over a selected preview it goes behind that. */
export function insertBlock(view: Editable, text: string): void {
  insert(view, placeForBlock(view.state), `${text}\n`);
}

/** Puts a block there in the same way for the time being: the history does not know of it. Returns the break that it needed before it. */
export function insertForNow(view: Editable, text: string): string {
  const { from, to, before } = placeForBlock(view.state);
  // A selection that it replaces is a step of its own.
  if (from < to) view.dispatch({ changes: { from, to }, userEvent: 'delete' });
  view.dispatch({
    changes: { from, insert: `${before}${text}\n` },
    selection: { anchor: from + before.length + text.length + 1 },
    annotations: Transaction.addToHistory.of(false),
    scrollIntoView: true,
  });
  return before;
}

/** Takes out what was put there for the time being, and puts a text in its place if there is one: one step of the history. */
export function replaceForNow(view: Editable, block: Range, before: string, text?: string): void {
  const from = block.from - before.length;
  const to = Math.min(block.to + 1, view.state.doc.length);
  const insert = text === undefined ? '' : `${before}${text}\n`;
  const { anchor, head } = view.state.selection.main;
  const moved = (at: number): number => (at >= to ? at - to + from + insert.length : Math.min(at, from));
  view.dispatch({ changes: { from, to }, annotations: Transaction.addToHistory.of(false), filter: false });
  if (text === undefined) return;
  view.dispatch({
    changes: { from, insert },
    selection: { anchor: moved(anchor), head: moved(head) },
    annotations: [isolateHistory.of('before'), ownStep.of(true)],
    userEvent: 'input.paste',
    filter: false,
  });
}

function placeForBlock(state: EditorState): Range & { readonly before: string } {
  const place = placeFor(state);
  return { ...place, before: place.from === state.doc.lineAt(place.from).from ? '' : '\n' };
}

/** The selection; behind a selected preview, a line of its own. */
function placeFor(state: EditorState): Range & { readonly before: string } {
  const preview = selectedPreview(state);
  if (preview !== undefined) return { from: preview.to, to: preview.to, before: '\n' };
  const { from, to } = state.selection.main;
  return { from, to, before: '' };
}

/** Puts text at the caret. */
export function insertText(view: Editable, text: string): void {
  const { from, to, before } = placeFor(view.state);
  insert(view, { from, to, before }, text.replace(/\r\n?/g, '\n'));
}

function insert(view: Editable, { from, to, before }: ReturnType<typeof placeFor>, text: string): void {
  view.dispatch({
    changes: { from, to, insert: before + text },
    selection: { anchor: from + before.length + text.length },
    annotations: [isolateHistory.of('before'), ownStep.of(true)],
    userEvent: 'input.paste',
    scrollIntoView: true,
  });
}
