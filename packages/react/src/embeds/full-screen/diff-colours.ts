import { type EditorState, type Extension, type RangeSet, RangeSetBuilder } from '@codemirror/state';
import { Decoration, EditorView } from '@codemirror/view';
import { DiffReader } from '../highlight/diff-lines.ts';

/** A longer diff stays plain: it is read from its beginning each time that it grows. */
const MOST_LINES = 20_000;

const LINES = {
  added: Decoration.line({ class: 'mr-line-added' }),
  removed: Decoration.line({ class: 'mr-line-removed' }),
  comment: Decoration.line({ class: 'mr-code-comment' }),
} as const;

/** Tints the lines of a diff. Their signs are in the text. */
export function diffColours(): Extension {
  return EditorView.decorations.compute(['doc'], tinted);
}

function tinted({ doc }: EditorState): RangeSet<Decoration> {
  const lines = new RangeSetBuilder<Decoration>();
  const reader = new DiffReader();
  if (doc.lines <= MOST_LINES)
    for (let n = 1; n <= doc.lines; n++) {
      const { from, text } = doc.line(n);
      const kind = reader.kindOf(text);
      if (kind === 'added' || kind === 'removed' || kind === 'comment') lines.add(from, from, LINES[kind]);
    }
  return lines.finish();
}
