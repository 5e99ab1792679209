import { docText } from '../document/doc-text.ts';
import { type DocNode, docTree } from '../document/doc-tree.ts';
import { detectLanguage } from '../document/language/detect-language.ts';
import { docPreview } from '../document/previews.ts';
import { cleanHtml } from './clean-html.ts';
import { editorText, isEditorHtml, vscodeLanguage } from './editor-code.ts';
import { readHtmlGrid } from './html-grid.ts';
import { isProse } from './is-prose.ts';
import { codePasted, docPasted, keptText, sheetPasted } from './make-embed.ts';
import { ownJson, readOwnEmbed } from './own-embed.ts';
import type { Pasted, PastedEmbed, PasteOptions, PastePayload } from './pasted.ts';
import { printDoc, textDoc } from './print-doc.ts';
import { plainOf, richMarkdown } from './rich-blocks.ts';
import { isTable } from './sheet-grid.ts';
import { readCsv, readTsv } from './text-grid.ts';

const LINES = 40;
const CHARACTERS = 4000;
/** Rich text of more words is a document. */
const WORDS = 120;

/** The flavours of a paste that are read. */
interface Flavours {
  readonly payload: PastePayload;
  readonly text: string;
  readonly html: string;
  readonly options: PasteOptions;
}

/** A way to read a paste; undefined when it is not of this kind. */
type Reader = (flavours: Flavours) => Pasted | undefined;

/**
 * The meaning of a paste, by the first that fits: an embed of ours, code of an editor, a table, rich text, files, a long text,
 * plain text. Pure. Linear. Never throws.
 */
export function readPaste(payload: PastePayload, options: PasteOptions = {}): Pasted {
  const of = (type: string): string =>
    Object.hasOwn(payload.types, type) ? (payload.types[type] ?? '') : '';
  const flavours = { payload, text: of('text/plain'), html: of('text/html'), options };
  const isPlain = options.plain === true;
  const readers = isPlain ? PLAIN : options.convert === 'never' ? UNCHANGED : READERS;
  for (const read of readers) {
    const pasted = read(flavours);
    if (pasted !== undefined) return pasted;
  }
  return { type: 'nothing' };
}

const ownEmbed: Reader = ({ payload, text }) => {
  const json = ownJson(payload);
  return json === undefined ? undefined : readOwnEmbed(json, text);
};

const markdownText: Reader = ({ payload }) => {
  const markdown = payload.types['text/markdown'] ?? '';
  return markdown.trim() === '' ? undefined : { type: 'text', markdown };
};

const vscode: Reader = ({ payload, text, options }) => {
  const { known, language } = vscodeLanguage(payload.types['vscode-editor-data'] ?? '');
  return known && text !== '' ? code(text, language, options) : undefined;
};

const editor: Reader = ({ text, html, options }) => {
  if (!isEditorHtml(html)) return undefined;
  const copied = text === '' ? editorText(html) : text;
  return isTable(readTsv(text)) ? undefined : code(copied, undefined, options);
};

/** A piece of one line is part of a sentence. */
function code(text: string, language: string | undefined, { convert }: PasteOptions): Pasted {
  const lines = keptText(text).replace(/\n$/, '');
  const isPiece = !/[\r\n]/.test(text) && convert !== 'always';
  const embed = isPiece ? undefined : codePasted(lines, { language }, text);
  return embed ?? { type: 'text', markdown: text };
}

const htmlTable: Reader = ({ text, html }) => {
  const grid = /<t[dr]\b/i.test(html) ? readHtmlGrid(html) : undefined;
  if (grid === undefined) return undefined;
  if (isTable(grid))
    return sheetPasted(grid, undefined, text || grid.map((row) => row.join('\t')).join('\n'));
  // One cell, one row or one column is a text.
  const cells = grid.map((row) => row.join('\t')).join('\n');
  return cells === '' ? undefined : { type: 'text', markdown: text || cells };
};

const textTable: Reader = ({ text, html }) => {
  if (html !== '' && !isBare(docTree(cleanHtml(html)))) return undefined;
  const grid = readTsv(text) ?? readCsv(text);
  return grid === undefined ? undefined : sheetPasted(grid, undefined, text);
};

const rich: Reader = ({ text, html, options }) => {
  if (html === '') return undefined;
  const tree = docTree(cleanHtml(html));
  const isDocument = /docs-internal-guid|ProgId content="?Word/i.test(html.slice(0, 100_000));
  const words = isDocument || !isBare(tree) ? countWords(html) : 0;
  const plain = text || docText(html);
  if (words > WORDS && options.convert !== 'never') {
    const embed = docPasted(printDoc(tree), titleIn(tree), plain);
    if (embed !== undefined) return embed;
  }
  if (isBare(tree)) return undefined;
  const markdown = richMarkdown(tree);
  return markdown === '' ? undefined : { type: 'text', markdown };
};

const files: Reader = ({ payload, text, html }) => {
  if (payload.files.length === 0) return undefined;
  // Some systems give the names of the files as text.
  const names = payload.files.map(({ name }) => name).join('\n');
  const hasText = text.trim() !== '' && keptText(text).trim() !== names;
  if (hasText || (text === '' && docText(html) !== '')) return undefined;
  return { type: 'files', files: payload.files.map((_, i) => i) };
};

const longText: Reader = ({ text, html, options }) => {
  const said = text || docText(html);
  const { lines = LINES, characters = CHARACTERS } = options;
  if (said.length <= characters && !hasMoreLines(said, lines)) return undefined;
  const kept = keptText(said);
  const language = detectLanguage(kept);
  const embed: PastedEmbed | undefined =
    language === undefined && isProse(kept)
      ? docPasted(textDoc(kept), kept.trimStart().split('\n', 1)[0] ?? '', said)
      : codePasted(kept.replace(/\n$/, ''), { language: language ?? 'text' }, said);
  return embed && { ...embed, long: true };
};

const plainText: Reader = ({ text, html }) => {
  const said = text || docText(html);
  return said === '' ? undefined : { type: 'text', markdown: said };
};

const READERS: readonly Reader[] = [
  ...[ownEmbed, markdownText, vscode, editor, htmlTable, textTable],
  ...[files, rich, longText, plainText],
];
const UNCHANGED: readonly Reader[] = [
  files,
  (flavours) => (isEditorHtml(flavours.html) || readHtmlGrid(flavours.html) ? undefined : rich(flavours)),
  plainText,
];
const PLAIN: readonly Reader[] = [
  ({ text }) => (text === '' ? undefined : { type: 'text', markdown: text }),
  files,
  plainText,
];

function hasMoreLines(text: string, most: number): boolean {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0 && lines <= most; at = text.indexOf('\n', at + 1)) lines++;
  return lines > most;
}

/** Tells whether a document says no more than its text: paragraphs without marks, links that show their address. */
function isBare(nodes: readonly DocNode[]): boolean {
  return nodes.every((node) => {
    if (node.type === 'text' || node.name === 'br') return true;
    if (node.name === 'a') return node.href === undefined || plainOf(node.children).trim() === node.href;
    return node.name === 'p' && isBare(node.children);
  });
}

function countWords(html: string): number {
  const { words, moreWords } = docPreview(html);
  return words + moreWords;
}

/** The first heading, else how the text begins. */
function titleIn(nodes: readonly DocNode[]): string {
  const heading = nodes.find((node) => node.type === 'element' && /^h[1-6]$/.test(node.name));
  const texts = (heading === undefined ? nodes : [heading]).map((node) => plainOf([node]).trim());
  return texts.find((text) => text !== '') ?? '';
}
