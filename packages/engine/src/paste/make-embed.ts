import type { Content } from '../content/content.ts';
import type { EmbedNodeAttrs } from '../document/embed.ts';
import { readJsonEmbed } from '../document/json-embed.ts';
import { detectLanguage } from '../document/language/detect-language.ts';
import { embedMarkdown } from '../document/print/embed-markdown.ts';
import type { PastedEmbed } from './pasted.ts';
import { isSheet } from './sheet-grid.ts';

/** The part of an embed that may differ beside its content. */
export interface Naming {
  readonly language?: string | undefined;
  readonly filename?: string | undefined;
  readonly title?: string | undefined;
}

/** A fence that is longer than a line may be before the parser takes it for text. */
const LONGEST_FENCE = 3000;

/** Line breaks and letters as Markdown keeps them. Pure. Linear. */
export function keptText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replaceAll('\0', '\ufffd');
}

/** An embed of code; undefined when no fence can hold it. Pure. */
export function codePasted(
  text: string,
  { language, filename }: Naming,
  plain: string,
): PastedEmbed | undefined {
  const content = keptText(text);
  if (!isFenced(content)) return undefined;
  // JSON that describes a skill, a focus or memories would be read as one.
  const told = language === 'json' && filename === undefined && readJsonEmbed(content, false) !== undefined;
  const named = told ? undefined : language;
  const known = named ?? detectLanguage(content);
  const markdown = print('code', content, { language: named, filename });
  return {
    ...{ type: 'embed', kind: 'code', markdown, content },
    ...(known !== undefined && { language: known }),
    ...(filename !== undefined && { filename }),
    ...{ long: false, plain },
  };
}

/** An embed of a document; undefined when no fence can hold it. Pure. */
export function docPasted(html: string, title: string, plain: string): PastedEmbed | undefined {
  const content = keptText(html);
  if (!isFenced(content)) return undefined;
  const named = titleOf(title) || 'Document';
  const markdown = print('doc', content, { title: named });
  return { type: 'embed', kind: 'doc', markdown, content, title: named, long: false, plain };
}

/** An embed of a sheet; undefined when the grid is none that a table can hold. Pure. */
export function sheetPasted(
  grid: readonly (readonly string[])[],
  title: string | undefined,
  plain: string,
): PastedEmbed | undefined {
  if (!isSheet(grid)) return undefined;
  const named = (title && titleOf(title)) || 'Table';
  const content = { grid };
  const markdown = print('sheet', content, { title: named });
  return { type: 'embed', kind: 'sheet', markdown, content, title: named, long: false, plain };
}

/** A title as its comment can hold it, on one line. Pure. Linear. */
function titleOf(text: string): string {
  const line = text
    .slice(0, 2000)
    .replace(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]+/gu, ' ')
    .replaceAll('"', "'")
    .replace(/--+>?|<!-*/g, '-')
    .replaceAll('\ufffd', '')
    .trim();
  const short = Array.from(line).slice(0, 80).join('').trim();
  if (short === line) return line;
  const space = short.lastIndexOf(' ');
  return space > 40 ? short.slice(0, space) : short;
}

function isFenced(content: string): boolean {
  return !content.includes('`'.repeat(LONGEST_FENCE)) && !LONE.test(content);
}
/** Half a letter has no UTF-8, so its content would have the address of another one. */
const LONE = /\p{Cs}/u;

function print(type: PastedEmbed['kind'], content: Content, { language, filename, title }: Naming): string {
  const attrs: EmbedNodeAttrs = {
    ...{ id: '', type, status: 'finished', contentRef: '' },
    ...(language !== undefined && { language }),
    ...(filename !== undefined && { filename }),
    ...(title !== undefined && { title }),
  };
  return embedMarkdown(attrs, content);
}
