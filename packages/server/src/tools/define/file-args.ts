/** A file of a list such as `<file><path>a.ts</path>…</file>`, with the text beside its path. */
export interface ListedFile {
  readonly path: string;
  readonly rest: string;
}

/**
 * Reads the files of `args`. A path is the trimmed text between `<path>` and the first `</path>`, which is what rules take
 * for it. What follows up to the next file is left to the tool; `isWhole` says where that may end, so that a text that looks
 * like the next file is none. Never throws.
 */
export function readFileArgs(
  args: string,
  isWhole: (rest: string) => boolean = () => true,
): { readonly files: readonly ListedFile[] } | { readonly problem: string } {
  const text = args.trim().replace(/^<args>|<\/args>$/g, '');
  const files: ListedFile[] = [];
  let at = skipSpace(text, 0);
  while (at < text.length) {
    const open = /<file>\s*<path>/y;
    open.lastIndex = at;
    const found = open.exec(text);
    const end = found === null ? -1 : text.indexOf('</path>', open.lastIndex);
    if (found === null || end < 0) return { problem: problemAt(text, at) };
    const path = text.slice(open.lastIndex, end).trim();
    const from = end + '</path>'.length;
    const close = closeOf(text, from, isWhole);
    // Rules take what is behind a second one for the path.
    if (path === '' || path.includes('<path>') || close < 0) return { problem: problemAt(text, at) };
    files.push({ path, rest: text.slice(from, close).trim() });
    at = skipSpace(text, close + '</file>'.length);
  }
  return files.length > 0 ? { files } : { problem: problemAt(text, 0) };
}

/** The `</file>` behind which there is another file or nothing, after something whole. */
function closeOf(text: string, from: number, isWhole: (rest: string) => boolean): number {
  for (let at = text.indexOf('</file>', from); at >= 0; at = text.indexOf('</file>', at + 1)) {
    const next = skipSpace(text, at + '</file>'.length);
    const isLast = next === text.length || text.startsWith('<file>', next);
    if (isLast && isWhole(text.slice(from, at).trim())) return at;
  }
  return -1;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text.charAt(at))) at++;
  return at;
}

function problemAt(text: string, at: number): string {
  const near = JSON.stringify(text.slice(at, at + 40));
  return `The list of files cannot be read at ${near}. Each file is <file><path>a.ts</path>…</file>.`;
}
