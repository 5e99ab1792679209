import createIgnore from 'ignore';

/** Patterns in braces may be many; more than these are no pattern that a person would write. */
const MOST_PATTERNS = 64;

/**
 * Tells whether the path of a file, from the root, fits a pattern as in a .gitignore and with braces: `*.ts`, `src/*.{ts,tsx}`. A `!`
 * before it means all others. Throws in words for the model when it has too many braces. Pure. It may take forever.
 */
export function fitsGlob(pattern: string, path: string): boolean {
  const isNot = pattern.startsWith('!');
  const patterns = expandBraces(isNot ? pattern.slice(1) : pattern);
  const rules = createIgnore({ ignorecase: false }).add(
    patterns.map((each) => each.replace(/^[!#]/, '\\$&')),
  );
  return rules.ignores(path) !== isNot;
}

/** Every pattern that one with braces stands for; braces that do not close are meant as they are. */
export function expandBraces(pattern: string): readonly string[] {
  let open = [pattern];
  const done: string[] = [];
  while (open.length > 0) {
    if (open.length + done.length > MOST_PATTERNS)
      throw new Error(`${pattern} stands for too many patterns. Use fewer braces.`);
    open = open.flatMap((each) => {
      // The innermost pair first, so that pairs may stand in each other.
      const found = /\{([^{}]*)\}/.exec(each);
      if (found === null) {
        done.push(each);
        return [];
      }
      const [whole, inside = ''] = found;
      const before = each.slice(0, found.index);
      const after = each.slice(found.index + whole.length);
      return inside.split(',').map((choice) => `${before}${choice}${after}`);
    });
  }
  return [...new Set(done)];
}
