import type { ChangeDesc, Text } from '@codemirror/state';
import { type DraftBlocks, draftBlocks, moreDraftBlocks, updateDraftBlocks } from '@millrace/engine/document';

/** The blocks of texts that were read. A text never changes, so one that is gone takes its blocks along. */
const known = new WeakMap<Text, DraftBlocks>();

/** The texts before and behind changes: a transaction that is tried out and then made has the same changes, and another text. */
const changed = new WeakMap<ChangeDesc, readonly [before: Text, after: Text]>();

/** So many characters are read at once: about 10 ms of a slow processor. */
export const AT_ONCE = 100_000;

/** The blocks of a text, as far as it was read: `moreBlocks` reads on. */
export function blocksOf(doc: Text, most = AT_ONCE): DraftBlocks {
  return known.get(doc) ?? keep(doc, draftBlocks(doc, most));
}

/** Reads on in a text that is long. */
export function moreBlocks(doc: Text): DraftBlocks {
  return keep(doc, moreDraftBlocks(blocksOf(doc), doc));
}

/** The blocks of a whole text, however long it takes. */
export function allBlocks(doc: Text): DraftBlocks {
  while (blocksOf(doc).unread !== undefined) moreBlocks(doc);
  return blocksOf(doc);
}

/** The blocks of a text that came from another by changes: only the part that they touch is read. */
export function blocksAfter(before: Text, changes: ChangeDesc, after: Text): DraftBlocks {
  const old = known.get(before);
  const found = known.get(after);
  if (found !== undefined || old === undefined) return found ?? blocksOf(after);
  const [from0, after0] = changed.get(changes) ?? [];
  const tried = from0 === before && after0 !== undefined ? known.get(after0) : undefined;
  if (tried !== undefined) {
    if (tried.unread !== undefined) tried.unread.reader.text = after;
    return keep(after, tried);
  }
  changed.set(changes, [before, after]);
  let [from, to] = [before.length, 0];
  changes.iterChangedRanges((fromA, toA) => {
    from = Math.min(from, fromA);
    to = Math.max(to, toA);
  });
  if (from > to) return old;
  const inserted = after.length - before.length + (to - from);
  return keep(after, updateDraftBlocks(old, after, { from, to, inserted }));
}

function keep(doc: Text, blocks: DraftBlocks): DraftBlocks {
  known.set(doc, blocks);
  return blocks;
}
