/** How the languages look: the shapes that give one away, and how much each says. */
export interface LanguageMarks {
  /**
   * Lines of a weight and marks, with two spaces between marks. A mark is tokens with a space between them: `^` a line's
   * start, `¶` its end, `⇥` a tab before its start, `W` any word, `C` one that begins with a capital letter, `S` a string,
   * `N` a number, `=!` an `=` without spaces, `<°` a `<` that may begin a tag; `a·b` is either. A word in small letters
   * also stands for itself in capitals. Of comments there is only the sign, of `#` and `--` only where a space follows.
   */
  readonly marks: string;
  /** Languages whose marks count here too. */
  readonly like?: readonly string[];
  /** The score that the own marks of a language need when it is like another language. */
  readonly doubt?: number;
}
