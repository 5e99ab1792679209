const LETTER = /\p{L}/u;
/** Hebrew, Arabic and what is written like them. */
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** The side on which the first column of a table stands: that of its first letter. Pure. */
export function gridDirection(grid: readonly (readonly string[])[]): 'ltr' | 'rtl' {
  for (const row of grid) {
    for (const cell of row) {
      const letter = LETTER.exec(cell)?.[0];
      if (letter !== undefined) return FROM_RIGHT.test(letter) ? 'rtl' : 'ltr';
    }
  }
  return 'ltr';
}
