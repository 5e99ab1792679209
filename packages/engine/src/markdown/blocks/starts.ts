import { CODE, isSpaceOrTab } from '../characters.ts';
import type { MarkdownThematicBreak } from '../tree.ts';
import { AtxHeading } from './atx-heading.ts';
import type { BlockStart } from './blocks.ts';
import { skipQuoteMarker } from './container.ts';
import { startHtml } from './html-start.ts';
import { startListItem } from './list-start.ts';
import { FencedCode, IndentedCode, MathLines } from './raw-leaves.ts';
import { startTable } from './table-start.ts';

/** The blocks of CommonMark, in the order in which a line is tried for them. */
const COMMON = {
  blockQuote(blocks, line) {
    if (line.isIndentedCode || line.nextCode !== CODE.greater || blocks.isTooDeep) return 'none';
    const start = line.position;
    skipQuoteMarker(line);
    blocks.open({ type: 'blockQuote' }, line, start);
    return 'container';
  },

  atxHeading(blocks, line) {
    if (line.isIndentedCode || line.nextCode !== CODE.hash) return 'none';
    let index = line.next;
    while (index - line.next <= 6 && line.code(index) === CODE.hash) index++;
    const level = index - line.next;
    const after = line.code(index);
    if (level > 6 || !(isSpaceOrTab(after) || after < 0)) return 'none';
    const start = line.position;
    line.skip(level);
    blocks.openLeaf(line, () => new AtxHeading(line, level, start, blocks.context));
    return 'leaf';
  },

  fencedCode(blocks, line) {
    const code = line.nextCode;
    if (line.isIndentedCode || line.isTooLong || (code !== CODE.backtick && code !== CODE.tilde))
      return 'none';
    let index = line.next;
    while (line.code(index) === code) index++;
    if (index - line.next < 3) return 'none';
    for (let i = index; line.code(i) >= 0; i++) {
      if (code === CODE.backtick && line.code(i) === CODE.backtick) return 'none';
    }
    const marker = line.text.slice(line.next, index);
    const info = line.text.slice(index).trim();
    blocks.openLeaf(line, () => new FencedCode(line, { marker, indent: line.indent, info }));
    return 'leaf';
  },

  html: startHtml,

  setextHeading(blocks, line) {
    const code = line.nextCode;
    if (line.isIndentedCode || line.isTooLong || (code !== CODE.equals && code !== CODE.minus)) return 'none';
    const { paragraph } = blocks;
    if (paragraph === null) return 'none';
    let index = line.next;
    while (line.code(index) === code) index++;
    while (isSpaceOrTab(line.code(index))) index++;
    if (line.code(index) >= 0 || paragraph.text === null) return 'none';
    paragraph.underline(code === CODE.equals ? 1 : 2, line);
    blocks.tick();
    blocks.finishLeaf();
    return 'leaf';
  },

  thematicBreak(blocks, line) {
    const code = line.nextCode;
    if (line.isIndentedCode || line.isTooLong) return 'none';
    if (code !== CODE.star && code !== CODE.minus && code !== CODE.underscore) return 'none';
    let count = 0;
    let index = line.next;
    for (; line.code(index) === code || isSpaceOrTab(line.code(index)); index++) {
      if (line.code(index) === code) count++;
    }
    if (count < 3 || line.code(index) >= 0) return 'none';
    // The three codes above are these characters.
    const marker = String.fromCharCode(code) as MarkdownThematicBreak['marker'];
    const { position: start, end } = line;
    blocks.addBlock({ type: 'thematicBreak', marker, start, end }, line);
    return 'leaf';
  },

  listItem: startListItem,

  indentedCode(blocks, line) {
    if (!line.isIndentedCode || blocks.anyParagraph !== null) return 'none';
    blocks.openLeaf(line, () => new IndentedCode(line));
    return 'leaf';
  },
} satisfies Readonly<Record<string, BlockStart>>;

const GFM = {
  footnoteDefinition(blocks, line) {
    if (line.isIndentedCode || line.nextCode !== CODE.openBracket || blocks.isTooDeep) return 'none';
    if (line.code(line.next + 1) !== CODE.caret) return 'none';
    let index = line.next + 2;
    while (isFootnoteCode(line.code(index))) index++;
    const label = line.text.slice(line.next + 2, index);
    if (label === '' || line.code(index) !== CODE.closeBracket) return 'none';
    if (line.code(index + 1) !== CODE.colon) return 'none';
    const start = line.position;
    line.skip(label.length + 4);
    // Space behind the label is no indent of what follows.
    line.skipColumns(line.indent);
    blocks.open({ type: 'footnoteDefinition', label }, line, start);
    return 'container';
  },

  table: startTable,
} satisfies Readonly<Record<string, BlockStart>>;

const MATH = {
  mathBlock(blocks, line) {
    if (line.isIndentedCode || line.isTooLong) return 'none';
    const marker = line.text.startsWith('$$', line.next)
      ? '$$'
      : line.text.startsWith('\\[', line.next)
        ? '\\['
        : undefined;
    const isHalf = line.next + 1 >= line.text.length;
    if (marker === undefined) {
      if (isHalf && (line.nextCode === CODE.dollar || line.nextCode === CODE.backslash))
        line.reachedEnd = true;
      return 'none';
    }
    line.reachedEnd = true;
    const rest = line.text.slice(line.next + 2).trimEnd();
    const close = rest.indexOf(marker === '$$' ? '$$' : '\\]');
    // Math and then text is a paragraph.
    if (close >= 0 && close + 2 < rest.length) return 'none';
    blocks.openLeaf(line, () => new MathLines(line, marker, rest));
    return 'leaf';
  },
} satisfies Readonly<Record<string, BlockStart>>;

function isFootnoteCode(code: number): boolean {
  return code > CODE.space && code !== CODE.openBracket && code !== CODE.closeBracket;
}

export function blockStarts({ gfm, math }: { gfm: boolean; math: boolean }): readonly BlockStart[] {
  return Object.values({ ...COMMON, ...(gfm ? GFM : {}), ...(math ? MATH : {}) });
}
