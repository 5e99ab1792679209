import { EditorSelection, EditorState, type TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { expect, test } from 'vitest';
import { fieldKeys } from './field-keys.ts';

function press(key: string, doc: string, from: number, to = from): [text: string, caret: number] {
  let state = EditorState.create({ doc, selection: EditorSelection.single(from, to) });
  const run = fieldKeys.find((each) => each.key === key)?.run;
  // The part of a view that such a command needs.
  const view = {
    get state() {
      return state;
    },
    dispatch(spec: TransactionSpec) {
      state = state.update(spec).state;
    },
  } as unknown as EditorView;
  run?.(view);
  return [state.doc.toString(), state.selection.main.head];
}

test.each([
  ['Backspace', 'abc', 2, 2, 'ac', 1],
  ['Delete', 'abc', 1, 1, 'ac', 1],
  // A list in code has an indentation; in a message these are spaces.
  ['Backspace', '    a', 4, 4, '   a', 3],
  ['Backspace', 'a\nb', 2, 2, 'ab', 1],
  ['Delete', 'a\nb', 1, 1, 'ab', 1],
  ['Backspace', 'a', 0, 0, 'a', 0],
  ['Delete', 'a', 1, 1, 'a', 1],
  ['Backspace', 'abcd', 1, 3, 'ad', 1],
  ['Delete', 'abcd', 3, 1, 'ad', 1],
  ['Backspace', 'a👩‍👩‍👧b', 9, 9, 'ab', 1],
  ['Delete', 'a👩‍👩‍👧b', 1, 1, 'ab', 1],
  ['Backspace', 'a❤\ufe0f', 3, 3, 'a', 1],
  ['Backspace', 'ae\u0301', 3, 3, 'ae', 2],
  ['Delete', 'ae\u0301b', 1, 1, 'ab', 1],
])('D488 %s in %j takes one character or the selection', (key, doc, from, to, text, caret) => {
  expect(press(key, doc, from, to)).toEqual([text, caret]);
});
