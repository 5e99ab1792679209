import type { EmbedNodeAttrs } from '@millrace/engine';
import type { Words } from '../../words/words-context.ts';
import { languageName } from '../languages.ts';

/** The title that the engine gives a table without one. */
const UNTITLED = 'Table';

/** The name of an embed: its path, its title, or its kind. */
export function embedName(strings: Words, { filename, title, type }: EmbedNodeAttrs): string {
  const own = type === 'sheet' && title === UNTITLED ? undefined : title;
  return filename ?? own ?? strings.embedKinds[type] ?? type;
}

/** "TypeScript · 28 lines". */
export function codeDetail(
  { language = '', lineCount }: EmbedNodeAttrs,
  lines: (count: number) => string,
): string {
  // The lines of a call's JSON are not worth counting.
  return [languageName(language), lineCount === undefined ? '' : lines(lineCount)]
    .filter(Boolean)
    .join(' · ');
}
