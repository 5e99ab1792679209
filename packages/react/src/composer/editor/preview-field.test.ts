import { EditorState, type TransactionSpec } from '@codemirror/state';
import { EditorView, WidgetType } from '@codemirror/view';
import type { DraftBlock } from '@millrace/engine/document';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { draftEdit, draftSource } from '../../../../../fixtures/draft-texts.ts';
import { runs } from '../../../../../fixtures/long.ts';
import { draftField, enterBlock, previewsOf } from './draft/draft-field.ts';
import { draftLaws, withFollowUps } from './draft/draft-laws.ts';
import { previewField } from './preview-field.ts';

class Widget extends WidgetType {
  readonly blocks: readonly DraftBlock[];

  constructor(blocks: readonly DraftBlock[]) {
    super();
    this.blocks = blocks;
  }

  override toDOM(): never {
    throw new Error('Nothing is drawn here.');
  }
}

/** The previews that an editor would draw, each with the origins of what is in it. */
function drawn(state: EditorState) {
  const found: unknown[] = [];
  for (const set of state.facet(EditorView.decorations)) {
    if (typeof set === 'function') continue;
    set.between(0, state.doc.length, (from, to, { spec }) => {
      found.push({ from, to, sources: spec.widget.blocks.map((block: DraftBlock) => block.source) });
    });
  }
  return found;
}

test('D487 after any edits the places of the previews are those of its groups', () => {
  fc.assert(
    fc.property(
      draftSource,
      fc.array(fc.tuple(draftEdit, fc.nat(1000), fc.boolean()), { minLength: 1, maxLength: 8 }),
      (doc, edits) => {
        let state = EditorState.create({
          doc,
          extensions: [draftLaws, previewField((each) => new Widget(each))],
        });
        for (const [{ at, gone, put }, caret, enters] of edits) {
          const place = (share: number): number => Math.round((share / 1000) * state.doc.length);
          const from = place(at);
          const apply = (spec: TransactionSpec): void => {
            state = withFollowUps([state.update(spec)]).at(-1)?.state ?? state;
            const groups = state.field(draftField).groups;
            expect(drawn(state)).toEqual(
              groups.map((group) => ({
                from: group.from,
                to: group.to,
                sources: group.blocks.map(({ source }) => source),
              })),
            );
          };
          apply({ changes: { from, to: Math.min(from + gone, state.doc.length), insert: put } });
          apply({ selection: { anchor: place(caret) } });
          const block = previewsOf(state).at(caret % 3);
          if (enters && block !== undefined)
            apply({ effects: enterBlock.of(block.from), selection: { anchor: block.from } });
        }
      },
    ),
    { numRuns: runs(300) },
  );
});
