/** One line of a diff as it is drawn. */
export type DiffRow =
  | {
      readonly type: 'same' | 'added' | 'removed';
      /** Its number before and after, where it has one. */
      readonly before?: number;
      readonly after?: number;
      readonly text: string;
    }
  /** So many lines that stay as they are come between; undefined when nobody knows how many. */
  | { readonly type: 'gap'; readonly count: number | undefined }
  /** The line above is the last one, and has no break. */
  | { readonly type: 'end' }
  | { readonly type: 'note'; readonly text: string };

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** Reads a unified diff into rows with line numbers. What is no diff becomes notes. Pure, linear. */
export function readDiff(diff: string): readonly DiffRow[] {
  const rows: DiffRow[] = [];
  let [before, after] = [1, 1];
  for (const line of diff.replace(/\n$/, '').split('\n')) {
    const hunk = HUNK.exec(line);
    const text = line.slice(1);
    if (hunk !== null) {
      const [, from = '', many = '1', to = '', added = '1'] = hunk;
      // A side without lines is named by the line before it.
      const start = Number(from) + (many === '0' ? 1 : 0);
      if (start > before) rows.push({ type: 'gap', count: start - before });
      [before, after] = [start, Number(to) + (added === '0' ? 1 : 0)];
    } else if (line.startsWith('+')) rows.push({ type: 'added', after: after++, text });
    else if (line.startsWith('-')) rows.push({ type: 'removed', before: before++, text });
    else if (line.startsWith(' ')) rows.push({ type: 'same', before: before++, after: after++, text });
    else if (line.startsWith('\\ ')) rows.push({ type: 'end' });
    else if (line !== '') rows.push({ type: 'note', text: line });
  }
  return rows;
}
