import { getChunks } from '@codemirror/merge';
import { type EditorState, type Extension, type RangeSet, RangeSetBuilder } from '@codemirror/state';
import { GutterMarker, gutterLineClass, gutterWidgetClass } from '@codemirror/view';

const ADDED = new (class extends GutterMarker {
  override elementClass = 'mr-added-number';
})();
const REMOVED = new (class extends GutterMarker {
  override elementClass = 'mr-removed-number';
})();

/** The tint of changed lines continues behind their numbers. The text that it is compared with never changes. */
export function changedGutter(): Extension {
  return [
    gutterLineClass.compute(['doc'], addedLines),
    // Only lines that were removed stand between the others.
    gutterWidgetClass.of(() => REMOVED),
  ];
}

function addedLines(state: EditorState): RangeSet<GutterMarker> {
  const numbers = new RangeSetBuilder<GutterMarker>();
  for (const { fromB, toB, endB } of getChunks(state)?.chunks ?? []) {
    if (fromB === toB) continue;
    for (let at = fromB; at <= endB; ) {
      const line = state.doc.lineAt(at);
      numbers.add(line.from, line.from, ADDED);
      at = line.to + 1;
    }
  }
  return numbers.finish();
}
