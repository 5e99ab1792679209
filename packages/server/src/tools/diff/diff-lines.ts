/** A stretch of lines that is the same, or that is taken out, or that is put in. */
export interface DiffPart {
  readonly type: 'same' | 'removed' | 'added';
  readonly lines: readonly string[];
}

/** With more differences than this the middle counts as written anew: finding the fewest would take too long. */
const MOST_EDITS = 1000;

/** What changes from one list of lines to another, with few changes. Taking the parts that are not added gives the first list. Pure. */
export function diffLines(before: readonly string[], after: readonly string[]): readonly DiffPart[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const middle = [
    ...fewestEdits(before.slice(start, before.length - end), after.slice(start, after.length - end)),
  ];
  return joined([
    { type: 'same', lines: before.slice(0, start) },
    ...middle,
    { type: 'same', lines: before.slice(before.length - end) },
  ]);
}

/** Myers' search for the shortest way from one list to the other, forward, keeping each round to walk back. */
function fewestEdits(before: readonly string[], after: readonly string[]): DiffPart[] {
  const all: DiffPart[] = [
    { type: 'removed', lines: before },
    { type: 'added', lines: after },
  ];
  if (before.length === 0 || after.length === 0) return all;
  const rounds: Map<number, number>[] = [];
  let reached = new Map([[1, 0]]);
  for (let edits = 0; edits <= Math.min(MOST_EDITS, before.length + after.length); edits++) {
    const next = new Map(reached);
    for (let k = -edits; k <= edits; k += 2) {
      let x = cameDown(reached, k, edits) ? at(reached, k + 1) : at(reached, k - 1) + 1;
      while (x < before.length && x - k < after.length && before[x] === after[x - k]) x += 1;
      next.set(k, x);
      if (x >= before.length && x - k >= after.length) return walkBack(rounds, before, after);
    }
    rounds.push(next);
    reached = next;
  }
  return all;
}

const at = (reached: ReadonlyMap<number, number>, k: number): number =>
  reached.get(k) ?? Number.NEGATIVE_INFINITY;

function cameDown(reached: ReadonlyMap<number, number>, k: number, edits: number): boolean {
  return k === -edits || (k !== edits && at(reached, k - 1) < at(reached, k + 1));
}

function walkBack(
  rounds: readonly ReadonlyMap<number, number>[],
  before: readonly string[],
  after: readonly string[],
): DiffPart[] {
  const parts: DiffPart[] = [];
  let [x, y] = [before.length, after.length];
  for (let edits = rounds.length; edits > 0; edits--) {
    const reached = rounds[edits - 1] ?? new Map();
    const k = x - y;
    const down = cameDown(reached, k, edits);
    const fromK = down ? k + 1 : k - 1;
    const fromX = at(reached, fromK);
    const fromY = fromX - fromK;
    const [midX, midY] = down ? [fromX, fromY + 1] : [fromX + 1, fromY];
    parts.push({ type: 'same', lines: before.slice(midX, x) });
    parts.push(
      down
        ? { type: 'added', lines: after.slice(fromY, midY) }
        : { type: 'removed', lines: before.slice(fromX, midX) },
    );
    [x, y] = [fromX, fromY];
  }
  parts.push({ type: 'same', lines: before.slice(0, x) });
  return parts.reverse();
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
