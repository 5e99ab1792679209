import { ViewPlugin } from '@codemirror/view';
import { blocksOf } from './draft/doc-blocks.ts';
import { draftField, readOn } from './draft/draft-field.ts';

/** Reads on in a long text, step by step: keys and pictures come in between. */
export const readsOn = ViewPlugin.define((view) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function step(): void {
    timer = undefined;
    const { unread } = blocksOf(view.state.doc);
    if (unread !== undefined) view.dispatch({ effects: readOn.of(unread.start) });
  }
  function ask(): void {
    if (blocksOf(view.state.doc).unread === undefined || view.state.field(draftField).isComposing) return;
    timer ??= setTimeout(step);
  }
  ask();
  return { update: ask, destroy: () => clearTimeout(timer) };
});
