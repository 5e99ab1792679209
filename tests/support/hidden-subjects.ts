// A line comment that continues the one above it is not a new comment.
const BEGINNING =
  /(?:\/\*\*?[\s*]*|(?<!^[ \t]*\/\/.*\r?\n[ \t]*)\/\/[ \t]*)((?:What|Who|Whoever|Whatever|Whether|Where)\b.*)/gm;

/** The comments of a source file that begin with a word which hides their subject, such as What or Whether. Pure. */
export function hiddenSubjects(source: string): string[] {
  return Array.from(source.matchAll(BEGINNING), ([, comment = '']) => comment.replace(/\s*\*\/.*$/, ''));
}
