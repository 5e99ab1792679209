import type { MarkdownBlock, MarkdownCodeBlock, MarkdownTable } from '../../markdown/tree.ts';
import { tableGrid } from '../block-nodes.ts';
import { codeType } from '../make-embed.ts';
import type { HighlightKind } from '../nodes.ts';
import { isTitleOf, titleAbove } from '../table-title.ts';
import { urlKind } from '../url-embed.ts';
import type { DraftBlock, DraftSource } from './draft-block.ts';
import type { DraftText } from './draft-text.ts';
import type { Section } from './section.ts';

/** The blocks of a section that begins at an index of a text. Pure. */
export function sectionBlocks(section: Section, text: DraftText, offset: number): readonly DraftBlock[] {
  return new SectionMapper(section, text, offset).map();
}

class SectionMapper {
  private readonly section: Section;
  private readonly text: DraftText;
  private readonly offset: number;
  private readonly found: DraftBlock[] = [];
  /** The index in the section behind what was mapped. */
  private at = 0;

  constructor(section: Section, text: DraftText, offset: number) {
    this.section = section;
    this.text = text;
    this.offset = offset;
  }

  map(): readonly DraftBlock[] {
    const { blocks } = this.section;
    for (const [i, block] of blocks.entries()) {
      const from = this.lineStart(block.start);
      // Behind a lone carriage return two blocks stand on one line of the draft: it is the line of the first.
      if (from >= this.at) this.add(block, from, blocks[i - 1]);
    }
    return this.found;
  }

  private add(block: MarkdownBlock, from: number, above: MarkdownBlock | undefined): void {
    const to = this.lineEnd(block.end);
    this.at = Math.min(to + 1, this.section.source.length);
    if (block.type === 'paragraph') this.addUrls(from, to);
    else if (block.type === 'codeBlock' && block.fenced && block.closed) this.addCode(block, from, to);
    else if (block.type === 'table' && this.isClosed(to)) this.addSheet(block, from, to, above);
    else {
      const kind = KINDS[block.type];
      if (kind !== undefined) this.push(from, to, { kind, closed: false });
    }
  }

  private addCode({ info, text }: MarkdownCodeBlock, from: number, to: number): void {
    this.push(from, to, { kind: codeType(info, text), closed: true, source: this.source('code', from, to) });
  }

  private addSheet(block: MarkdownTable, from: number, to: number, above: MarkdownBlock | undefined): void {
    const isTitled = above !== undefined && isTitleOf(above, block);
    // The line of a table may mean something else without the text above it, so its cells are kept.
    const source = { type: 'sheet', grid: tableGrid(block), title: titleAbove(above) } as const;
    this.push(isTitled ? this.lineStart(above.start) : from, to, { kind: 'sheet', closed: true, source });
  }

  /** A URL that stands alone on its line is closed by what follows it, a space or the end of the line, and open at the end of the text. */
  private addUrls(from: number, to: number): void {
    const { source } = this.section;
    for (let at = from; at <= to; ) {
      const end = this.lineEnd(at);
      const line = source.slice(at, end + 1);
      const url = line.trimEnd();
      const kind = /^\S+$/.test(url) ? urlKind(url) : undefined;
      if (kind !== undefined && url !== line)
        this.push(at, end, { kind, closed: true, source: this.source('url', at, end) });
      else if (kind !== undefined) this.push(at, end, { kind: 'url', closed: false });
      at = end + 1;
    }
  }

  /** An empty line below a table says that no row follows. */
  private isClosed(to: number): boolean {
    const { source } = this.section;
    const next = source.slice(to, this.lineEnd(to + 1) + 1);
    return /^\n[ \t]*\r?\n/.test(next);
  }

  private push(from: number, to: number, rest: Pick<DraftBlock, 'kind' | 'closed' | 'source'>): void {
    let end = to;
    while (end > from && isBreak(this.section.source.charCodeAt(end - 1))) end--;
    this.found.push({ from: this.offset + from, to: this.offset + end, ...rest });
  }

  private source(type: 'code' | 'url', from: number, to: number): DraftSource {
    return { type, text: this.text, from: this.offset + from, to: this.offset + to };
  }

  private lineStart(at: number): number {
    return this.section.source.lastIndexOf('\n', at - 1) + 1;
  }

  /** Before the break of the line in which an index is. */
  private lineEnd(at: number): number {
    const end = this.section.source.indexOf('\n', at);
    return end < 0 ? this.section.source.length : end;
  }
}

function isBreak(code: number): boolean {
  return code === 0x0a || code === 0x0d;
}

const KINDS: Partial<Record<MarkdownBlock['type'], HighlightKind>> = {
  heading: 'heading',
  codeBlock: 'code',
  table: 'table',
  mathBlock: 'math',
};
