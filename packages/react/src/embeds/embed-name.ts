import type { EmbedNodeAttrs } from '@millrace/engine';
import { strings } from '../words/strings.ts';
import { languageName } from './languages.ts';

/** What an embed is called: its path, its title, or its kind. */
export function embedName({ filename, title, type }: EmbedNodeAttrs): string {
  return filename ?? title ?? strings.embedKinds[type] ?? type;
}

/** "TypeScript · 28 lines". */
export function codeDetail(
  { language = '', lineCount = 0 }: EmbedNodeAttrs,
  lines: (count: number) => string = strings.lines,
): string {
  return [languageName(language), lines(lineCount)].filter(Boolean).join(' · ');
}
