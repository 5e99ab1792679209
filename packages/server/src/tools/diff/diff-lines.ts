import { diffArrays } from 'diff';

/** A stretch of lines that is the same, or that is taken out, or that is put in. */
export interface DiffPart {
  readonly type: 'same' | 'removed' | 'added';
  readonly lines: readonly string[];
}

/** With more differences than this the middle counts as all new: finding the fewest would take too long. */
const MOST_EDITS = 1000;

/** The changes from one list of lines to another, with few changes. Taking the parts that are not added gives the first list. Pure. */
export function diffLines(before: readonly string[], after: readonly string[]): readonly DiffPart[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const middle = fewestEdits(
    before.slice(start, before.length - end),
    after.slice(start, after.length - end),
  );
  return joined([
    { type: 'same', lines: before.slice(0, start) },
    ...middle,
    { type: 'same', lines: before.slice(before.length - end) },
  ]);
}

/** The shortest way from one list to the other, or all of both when that is long. */
function fewestEdits(before: readonly string[], after: readonly string[]): readonly DiffPart[] {
  const all: DiffPart[] = [
    { type: 'removed', lines: before },
    { type: 'added', lines: after },
  ];
  if (before.length === 0 || after.length === 0) return all;
  const found = diffArrays([...before], [...after], { maxEditLength: MOST_EDITS });
  return (
    found?.map(({ added, removed, value }) => ({
      type: added ? 'added' : removed ? 'removed' : 'same',
      lines: value,
    })) ?? all
  );
}

/** Neighbours of one kind as one; between two stretches that stay what is removed comes before what is added. */
function joined(parts: readonly DiffPart[]): readonly DiffPart[] {
  const out: DiffPart[] = [];
  let removed: string[] = [];
  let added: string[] = [];
  const flush = (): void => {
    if (removed.length > 0) out.push({ type: 'removed', lines: removed });
    if (added.length > 0) out.push({ type: 'added', lines: added });
    [removed, added] = [[], []];
  };
  for (const { type, lines } of parts) {
    if (lines.length === 0) continue;
    if (type === 'removed') removed = removed.concat(lines);
    else if (type === 'added') added = added.concat(lines);
    else {
      flush();
      const last = out.at(-1);
      if (last?.type === 'same') out.splice(-1, 1, { type, lines: last.lines.concat(lines) });
      else out.push({ type, lines });
    }
  }
  flush();
  return out;
}
