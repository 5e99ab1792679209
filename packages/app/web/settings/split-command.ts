/**
 * The words of a command line: separated by spaces, but not inside quotes; a backslash takes the next character as it is, but
 * not inside single quotes. Nothing else of a shell is understood. Pure. Never throws.
 */
export function splitCommand(line: string): string[] {
  const words: string[] = [];
  const pattern = /\s*((?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^\s"'\\]|["'\\])+)/gs;
  for (const [, word = ''] of line.matchAll(pattern)) words.push(plain(word));
  return words;
}

function plain(word: string): string {
  return word.replace(/"((?:\\.|[^"\\])*)"|'([^']*)'|\\(.)/gs, (_, double, single, escaped) =>
    double === undefined ? (single ?? escaped) : String(double).replace(/\\(["\\$`])/g, '$1'),
  );
}
