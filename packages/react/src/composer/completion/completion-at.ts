import { LONGEST_QUERY } from '@millrace/engine/run';

/** The characters that begin a completion: `@` of a file, `/` of a mode or a slash command. */
export type CompletionTrigger = '@' | '/';

/** A trigger with its query in a text. */
export interface CompletionPlace {
  readonly trigger: CompletionTrigger;
  /** The text between the trigger and the caret, without white space. */
  readonly query: string;
  /** The range of the trigger and the query in the text, which a choice replaces. It ends at the caret. */
  readonly from: number;
  readonly to: number;
}

/** A file is named at the start of a line, behind white space or behind an opening bracket: never within a mail address. */
const BEFORE_FILE = /[\s\p{Ps}]/u;
const NAME = /^[\p{L}\p{N}_-]*$/u;

/**
 * The completion that a person writes at the caret; undefined when they write none. Pure. It looks at one word of the text, and at no
 * more than the longest query. Code is the caller's matter: where the caret stands in code nothing is completed.
 */
export function completionAt(text: string, caret: number): CompletionPlace | undefined {
  if (caret < 0 || caret > text.length) return undefined;
  const least = Math.max(0, caret - LONGEST_QUERY - 1);
  for (let at = caret - 1; at >= least; at--) {
    const char = text.charAt(at);
    if (/\s/.test(char)) return undefined;
    if (char === '@' && (at === 0 || BEFORE_FILE.test(text.charAt(at - 1))))
      // A quote begins a path with spaces, as a choice writes it.
      return { trigger: '@', query: text.slice(at + 1, caret).replace(/^"/, ''), from: at, to: caret };
    if (char === '/' && isFirst(text, at)) {
      const query = text.slice(at + 1, caret);
      return NAME.test(query) ? { trigger: '/', query, from: at, to: caret } : undefined;
    }
  }
  return undefined;
}

/** Tells whether nothing but white space stands before a place. A look from the front ends at the first character that is none. */
function isFirst(text: string, at: number): boolean {
  if (at > 0 && !/\s/.test(text.charAt(at - 1))) return false;
  return text.search(/\S/) === at;
}
