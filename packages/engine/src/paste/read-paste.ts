import { detectLanguage } from '../document/language/detect-language.ts';
import { editorText, vscodeLanguage } from './editor-code.ts';
import { Flavours } from './flavours.ts';
import { isProse } from './is-prose.ts';
import { codePasted, docPasted, keptText, sheetPasted } from './make-embed.ts';
import { ownJson, readOwnEmbed } from './own-embed.ts';
import type { Pasted, PastedEmbed, PasteOptions, PastePayload } from './pasted.ts';
import { printDoc, textDoc } from './print-doc.ts';
import { richMarkdown } from './rich-blocks.ts';
import { isTable } from './sheet-grid.ts';
import { readCsv } from './text-grid.ts';
import { hasMoreWords, isBare, titleIn } from './tree-facts.ts';

const LINES = 40;
const CHARACTERS = 4000;
/** Rich text of more words is a document. */
const WORDS = 120;

/** A way to read a paste; undefined when it is not of this kind. */
type Reader = (flavours: Flavours) => Pasted | undefined;

/**
 * The meaning of a paste, by the first that fits: an embed of ours, code of an editor, a table, rich text, files, a long text,
 * plain text. Pure. Linear. Never throws.
 */
export function readPaste(payload: PastePayload, options: PasteOptions = {}): Pasted {
  const flavours = new Flavours(payload, options);
  const isPlain = options.plain === true;
  const readers = isPlain ? PLAIN : options.convert === 'never' ? UNCHANGED : READERS;
  for (const read of readers) {
    const pasted = read(flavours);
    if (pasted !== undefined) return pasted;
  }
  return { type: 'nothing' };
}

const ownEmbed: Reader = (flavours) => {
  const json = ownJson(flavours);
  return json === undefined ? undefined : readOwnEmbed(json, flavours.text);
};

const markdownText: Reader = (flavours) => {
  const markdown = flavours.of('text/markdown') ?? '';
  return markdown.trim() === '' ? undefined : { type: 'text', markdown };
};

const vscode: Reader = (flavours) => {
  const { known, language } = vscodeLanguage(flavours.of('vscode-editor-data') ?? '');
  return known && flavours.text !== '' ? code(flavours.text, language, flavours.options) : undefined;
};

const editor: Reader = ({ text, html, kind, cells, options }) => {
  if (!kind.isEditor || cells !== undefined) return undefined;
  return code(text === '' ? editorText(html) : text, kind.language, options);
};

/** A piece of one line is part of a sentence. */
function code(text: string, language: string | undefined, { convert }: PasteOptions): Pasted {
  const lines = keptText(text).replace(/\n$/, '');
  const isPiece = !/[\r\n]/.test(text) && convert !== 'always';
  const embed = isPiece ? undefined : codePasted(lines, { language }, text);
  return embed ?? { type: 'text', markdown: text };
}

const htmlTable: Reader = ({ text, kind: { grid } }) => {
  if (grid === undefined) return undefined;
  const plain = text || grid.map((row) => row.join('\t')).join('\n');
  if (isTable(grid)) return sheetPasted(grid, undefined, plain);
  // One cell, one row or one column is a text. Excel ends it with a break.
  const cells = keptText(plain).replace(/\n$/, '');
  return cells === '' ? undefined : { type: 'text', markdown: cells };
};

const textTable: Reader = (flavours) => {
  const { text, html } = flavours;
  if (html !== '' && !isBare(flavours.tree)) return undefined;
  const grid = flavours.cells ?? readCsv(text);
  return grid === undefined ? undefined : sheetPasted(grid, undefined, text);
};

const rich: Reader = (flavours) => {
  const { html, options } = flavours;
  if (html === '') return undefined;
  const { tree } = flavours;
  const bare = isBare(tree);
  const isDocument = /docs-internal-guid|ProgId content="?Word/i.test(html.slice(0, 100_000));
  if (options.convert !== 'never' && (isDocument || !bare) && hasMoreWords(tree, WORDS)) {
    const embed = docPasted(printDoc(tree), titleIn(tree), flavours.said);
    if (embed !== undefined) return embed;
  }
  const markdown = bare ? '' : richMarkdown(tree);
  return markdown === '' ? undefined : { type: 'text', markdown };
};

const files: Reader = (flavours) => {
  const { text, said } = flavours;
  if (flavours.files.length === 0) return undefined;
  // Some systems give the names of the files as text.
  const names = flavours.files.map(({ name }) => name).join('\n');
  const hasText = text.trim() !== '' && keptText(text).trim() !== names;
  if (hasText || (text === '' && said !== '')) return undefined;
  return { type: 'files', files: flavours.files.map((_, i) => i) };
};

const longText: Reader = ({ said, options }) => {
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

const plainText: Reader = ({ said }) => (said === '' ? undefined : { type: 'text', markdown: said });

const READERS: readonly Reader[] = [
  ...[ownEmbed, markdownText, vscode, editor, htmlTable, textTable],
  ...[files, rich, longText, plainText],
];
const UNCHANGED: readonly Reader[] = [
  files,
  (flavours) => (flavours.kind.isEditor || flavours.kind.grid ? undefined : rich(flavours)),
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
