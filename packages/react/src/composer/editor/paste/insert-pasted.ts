import { isolateHistory } from '@codemirror/commands';
import type { EditorState, TransactionSpec } from '@codemirror/state';
import { draftField, ownStep, selectedPreview } from '../draft/draft-field.ts';

/** The part of an editor that is needed to change its text. */
export interface Editable {
  readonly state: EditorState;
  dispatch(change: TransactionSpec): void;
}

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
  const { state } = view;
  const preview = selectedPreview(state);
  const { from, to } = preview === undefined ? state.selection.main : { from: preview.to, to: preview.to };
  const before = from === state.doc.lineAt(from).from ? '' : '\n';
  view.dispatch({
    changes: { from, to, insert: `${before}${text}\n` },
    selection: { anchor: from + before.length + text.length + 1 },
    annotations: [isolateHistory.of('before'), ownStep.of(true)],
    userEvent: 'input.paste',
    scrollIntoView: true,
  });
}

/** Puts text at the caret. */
export function insertText(view: Editable, text: string): void {
  const preview = selectedPreview(view.state);
  const range = preview === undefined ? view.state.selection.main : { from: preview.to, to: preview.to };
  const insert = `${preview === undefined ? '' : '\n'}${text.replace(/\r\n?/g, '\n')}`;
  view.dispatch({
    changes: { from: range.from, to: range.to, insert },
    selection: { anchor: range.from + insert.length },
    annotations: [isolateHistory.of('before'), ownStep.of(true)],
    userEvent: 'input.paste',
    scrollIntoView: true,
  });
}
