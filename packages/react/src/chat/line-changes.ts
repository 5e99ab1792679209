/** How many lines a call adds and removes. */
export interface LineChanges {
  readonly added: number;
  readonly removed: number;
}

const BLOCK = /^<{7} SEARCH[^\n]*\n([\s\S]*?)^={7}[^\n]*\n([\s\S]*?)^>{7} REPLACE/gm;

/** What a call changes, as far as its input tells it: pieces to search and replace, or lines to put in. Pure, linear. */
export function lineChanges(name: string, args: Readonly<Record<string, unknown>>): LineChanges | undefined {
  const { diff, content } = args;
  if (name === 'insert_content' && typeof content === 'string')
    return { added: content.replace(/\n$/, '').split('\n').length, removed: 0 };
  if (name !== 'apply_diff' || typeof diff !== 'string') return undefined;
  let [added, removed] = [0, 0];
  for (const [, search = '', replace = ''] of diff.matchAll(BLOCK)) {
    const before = linesOf(search.replace(/^(:\w+:.*\n)*-{7}\n/, ''));
    const after = linesOf(replace);
    const same = commonLines(before, after);
    added += after.length - same;
    removed += before.length - same;
  }
  return { added, removed };
}

const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

/** How many lines both begin and end with. */
function commonLines(a: readonly string[], b: readonly string[]): number {
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a[start] === b[start]) start++;
  let end = 0;
  while (end < most - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return start + end;
}
