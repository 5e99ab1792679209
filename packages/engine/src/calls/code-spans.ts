/** The code spans of a piece of a line. */
export interface CodeSpans {
  /** The end of the span that was opened before the piece; 0 when there is none. */
  readonly codeUntil: number;
  /** For each run of backticks that can open a span: where the run begins, and where its match ends. */
  readonly spans: ReadonlyMap<number, number>;
}

/**
 * Finds the code spans in the rest of a line, of which `before` has the lengths of the runs that stood open before it.
 * A run opens a span where a run of the same length follows. Pure; linear.
 */
export function findCodeSpans(before: readonly number[], rest: string): CodeSpans {
  const runs = [
    ...before.map((length) => ({ length, start: -1, end: 0 })),
    ...Array.from(rest.matchAll(/`+/g), ({ 0: { length }, index }) => ({
      length,
      start: index,
      end: index + length,
    })),
  ];
  const match: number[] = [];
  const nextOfLength = new Map<number, number>();
  for (let i = runs.length - 1; i >= 0; i--) {
    const length = runs[i]?.length ?? 0;
    match[i] = nextOfLength.get(length) ?? -1;
    nextOfLength.set(length, i);
  }
  const spans = new Map<number, number>();
  let codeUntil = 0;
  let open = 0;
  for (const [i, { start }] of runs.entries()) {
    const end = runs[match[i] ?? -1]?.end;
    if (end === undefined) continue;
    if (start >= 0) spans.set(start, end);
    else if (i >= open) {
      open = (match[i] ?? 0) + 1;
      codeUntil = end;
    }
  }
  return { codeUntil, spans };
}
