import { type Extension, type Range, StateField, type Transaction } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, type WidgetType } from '@codemirror/view';
import type { DraftBlock } from '@millrace/engine/document';
import { draftField } from './draft/draft-field.ts';
import type { PreviewGroup } from './draft/preview-groups.ts';

interface Shown {
  readonly groups: readonly PreviewGroup[];
  readonly set: DecorationSet;
}

/** The places of the previews in the text. A change makes only those anew that it changes. */
export function previewField(widgetOf: (blocks: readonly DraftBlock[]) => WidgetType): Extension {
  const placed = ({ from, to, blocks }: PreviewGroup): Range<Decoration> =>
    Decoration.replace({ widget: widgetOf(blocks), block: true }).range(from, to);
  const field = StateField.define<Shown>({
    create(state) {
      const { groups } = state.field(draftField);
      return { groups, set: Decoration.set(groups.map(placed)) };
    },
    update({ groups: old, set }, tr) {
      const { groups } = tr.state.field(draftField);
      if (groups === old) return { groups, set };
      const [start, same] = keptEnds(old, groups, tr);
      const end = groups.length - same;
      const least = groups[start - 1]?.to ?? -1;
      const most = groups[end]?.from ?? tr.newDoc.length + 1;
      return {
        groups,
        set: set.map(tr.changes).update({
          filterFrom: Math.max(0, least),
          filterTo: Math.min(most, tr.newDoc.length),
          filter: (from, to) => to <= least || from >= most,
          add: groups.slice(start, end).map(placed),
        }),
      };
    },
    provide: (each) => EditorView.decorations.from(each, ({ set }) => set),
  });
  return field;
}

/** How many groups at the start and at the end only moved. */
function keptEnds(
  old: readonly PreviewGroup[],
  now: readonly PreviewGroup[],
  { changes, newDoc }: Transaction,
): readonly [start: number, same: number] {
  let [from, to] = [changes.length + 1, -1];
  changes.iterChangedRanges((fromA, toA) => {
    from = Math.min(from, fromA);
    to = Math.max(to, toA);
  });
  const shift = newDoc.length - changes.length;
  const isKept = (a: PreviewGroup | undefined, b: PreviewGroup | undefined, by: number): boolean =>
    a !== undefined &&
    b !== undefined &&
    a.from + by === b.from &&
    a.to + by === b.to &&
    hasSameSources(a.blocks, b.blocks);
  const least = Math.min(old.length, now.length);
  let start = 0;
  while (start < least && (old[start]?.to ?? from) < from && isKept(old[start], now[start], 0)) start++;
  let same = 0;
  for (; same < least - start; same++) {
    const [a, b] = [old[old.length - 1 - same], now[now.length - 1 - same]];
    if ((a?.from ?? to) <= to || !isKept(a, b, shift)) break;
  }
  return [start, same];
}

/** Tells whether blocks were read of the same text. */
export function hasSameSources(a: readonly DraftBlock[], b: readonly DraftBlock[]): boolean {
  return a.length === b.length && a.every(({ source }, i) => source === b[i]?.source);
}
