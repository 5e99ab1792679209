import { type DocumentText, LONGEST_DOCUMENT } from './document-parts.ts';
import { readXml } from './xml.ts';
import { unzipTexts } from './zip.ts';

const MAIN = 'word/document.xml';

/** A paragraph that is being read. */
interface Paragraph {
  text: string;
  /** The signs before it: of a heading or of a list. */
  mark: string;
}

/** The text of a Word document as Markdown: headings, lists and tables. Throws when it is none. */
export function docxText(bytes: Uint8Array): DocumentText {
  const xml = unzipTexts(bytes, (name) => name === MAIN).get(MAIN);
  if (xml === undefined) throw new Error('It is no Word document.');
  const lines: string[] = [];
  let length = 0;
  /** Open paragraphs: one may have a text box with others in it. */
  const paragraphs: Paragraph[] = [];
  /** The cells of open tables: a table may be in a cell of another one. */
  const tables: { cells: string[]; rows: number }[] = [];
  let isText = false;
  // A text for older programs stands there a second time.
  let fallbacks = 0;

  const push = (line: string): void => {
    lines.push(line);
    length += line.length + 1;
  };
  const put = (text: string): void => {
    const paragraph = paragraphs.at(-1);
    if (paragraph !== undefined && fallbacks === 0) paragraph.text += text;
  };

  function endParagraph(): void {
    const paragraph = paragraphs.pop();
    if (paragraph === undefined || fallbacks > 0) return;
    const cells = tables.at(-1)?.cells;
    const text = paragraph.text.trim();
    if (cells === undefined) push(text === '' ? '' : `${paragraph.mark}${text}`);
    else if (cells.length > 0 && text !== '')
      cells[cells.length - 1] = `${cells.at(-1) ?? ''} ${text}`.trim();
  }

  function endRow(): void {
    const table = tables.at(-1);
    if (table === undefined || tables.length > 1) return;
    push(`| ${table.cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`);
    if (table.rows === 0) push(`|${' --- |'.repeat(table.cells.length)}`);
    table.rows += 1;
  }

  readXml(xml, {
    isEnough: () => length > LONGEST_DOCUMENT,
    open(name, attributes) {
      const paragraph = paragraphs.at(-1);
      switch (name) {
        case 'p':
          paragraphs.push({ text: '', mark: '' });
          break;
        case 'pStyle':
          if (paragraph !== undefined) paragraph.mark = headingOf(attributes['w:val']) || paragraph.mark;
          break;
        case 'ilvl':
          if (paragraph?.mark === '') paragraph.mark = `${'  '.repeat(depthOf(attributes['w:val']))}- `;
          break;
        case 't':
          isText = true;
          break;
        case 'tab':
          // A stop of a style is no sign in a text.
          if (attributes['w:val'] === undefined) put('\t');
          break;
        case 'br':
          put('\n');
          break;
        case 'tbl':
          tables.push({ cells: [], rows: 0 });
          break;
        case 'tr':
          if (tables.length === 1 && tables[0] !== undefined) tables[0].cells = [];
          break;
        case 'tc':
          tables.at(-1)?.cells.push('');
          break;
        case 'Fallback':
          fallbacks += 1;
          break;
      }
    },
    text: (text) => isText && put(text),
    close(name) {
      if (name === 't') isText = false;
      else if (name === 'p') endParagraph();
      else if (name === 'tr') endRow();
      else if (name === 'tbl') endTable();
      else if (name === 'Fallback') fallbacks -= 1;
    },
  });

  function endTable(): void {
    const inner = tables.pop();
    const cells = tables.at(-1)?.cells;
    if (cells === undefined || inner === undefined) push('');
    else cells[cells.length - 1] = `${cells.at(-1) ?? ''} ${inner.cells.join(' ')}`.trim();
  }

  const text = lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return {
    unit: 'text',
    parts: [{ name: '1', text: text.slice(0, LONGEST_DOCUMENT) }],
    count: 1,
    isCut: text.length > LONGEST_DOCUMENT,
  };
}

function headingOf(style = ''): string {
  if (/^title$/i.test(style)) return '# ';
  const level = /^(?:heading|berschrift|überschrift)\s?([1-6])$/i.exec(style)?.[1];
  return level === undefined ? '' : `${'#'.repeat(Number(level))} `;
}

const depthOf = (level = '0'): number => Math.min(8, Math.max(0, Number.parseInt(level, 10) || 0));
