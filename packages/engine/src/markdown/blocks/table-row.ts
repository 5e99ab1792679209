import { cutTo } from '../cut-to.ts';
import type { InlineContext } from '../inlines/inline-context.ts';
import type { Inlines } from '../inlines/inlines.ts';
import type { MarkdownTableCell, MarkdownTableRow } from '../tree.ts';
import { createInlines } from './paragraph-text.ts';

/** Reads one row of a table while its line arrives. What stands behind the last column is dropped. */
export class RowReader {
  /** Shared with the forks; only the first `count` are this row's. */
  private readonly cells: MarkdownTableCell[] = [];
  private readonly texts: Inlines[] = [];
  private count = 0;
  private cell: Inlines | null = null;
  /** The written part of it, and the space behind that. */
  private source = '';
  private space = '';
  private isEscaped = false;
  /** True when a pipe has been seen, or something before it. */
  private hasBegun = false;

  private readonly context: InlineContext;
  private readonly columns: number;
  private readonly start: number;
  private end: number;

  constructor(context: InlineContext, columns: number, start: number, end: number) {
    this.context = context;
    this.columns = columns;
    this.start = start;
    this.end = end;
  }

  fork(): RowReader {
    const fork: RowReader = Object.assign(Object.create(RowReader.prototype), this);
    fork.cell = this.cell?.fork() ?? null;
    return fork;
  }

  take(text: string): void {
    this.end += text.length;
    let from = 0;
    for (let i = 0; i < text.length; i++) {
      const code = text.charAt(i);
      if (this.isEscaped) {
        this.isEscaped = false;
        // The backslash before a pipe is for the table; any other belongs to the text.
        this.add(code === '|' ? '|' : `\\${code}`);
        from = i + 1;
      } else if (code === '\\' || code === '|') {
        this.add(text.slice(from, i));
        from = i + 1;
        if (code === '\\') this.isEscaped = true;
        else this.endCell();
      }
    }
    this.add(text.slice(from));
  }

  /** How many cells it has if it ends here. */
  get length(): number {
    return this.count + (this.cell === null && !this.isEscaped ? 0 : 1);
  }

  show(): MarkdownTableRow {
    this.cut();
    const last = this.lastCell();
    if (last !== null) this.cells.push({ type: 'tableCell', source: this.lastSource, children: last.show() });
    return this.row();
  }

  /** The row, and the text of each cell. */
  finish(): { row: MarkdownTableRow; texts: readonly Inlines[] } {
    const last = this.lastCell();
    if (last !== null) {
      this.source = this.lastSource;
      this.isEscaped = false;
      this.hasBegun = true;
      this.cell = last;
      this.endCell();
    }
    this.cut();
    return { row: this.row(), texts: this.texts };
  }

  /** Takes away what a fork has added. */
  private cut(): void {
    cutTo(this.cells, this.count);
    cutTo(this.texts, this.count);
  }

  private row(): MarkdownTableRow {
    const { start, end, cells } = this;
    return { type: 'tableRow', cells, start, end };
  }

  private add(text: string): void {
    const content = this.cell === null ? text.trimStart() : text;
    if (content === '') return;
    this.hasBegun = true;
    if (this.count >= this.columns) return;
    this.cell ??= createInlines(this.context);
    this.cell.append(content);
    this.write(content);
  }

  private write(text: string): void {
    const bare = text.trimEnd();
    if (bare !== '') {
      this.source += this.space + bare;
      this.space = '';
    }
    this.space += text.slice(bare.length);
  }

  private get lastSource(): string {
    return this.isEscaped && this.count < this.columns ? `${this.source}${this.space}\\` : this.source;
  }

  /** The cell that has not ended, with a backslash that nothing followed. */
  private lastCell(): Inlines | null {
    if (!this.isEscaped || this.count >= this.columns) return this.cell;
    const cell = this.cell?.fork() ?? createInlines(this.context);
    cell.append('\\');
    return cell;
  }

  private endCell(): void {
    const isLeading = !this.hasBegun;
    this.hasBegun = true;
    if (isLeading || this.count >= this.columns) return;
    const cell = this.cell ?? createInlines(this.context);
    this.cut();
    this.cells.push({ type: 'tableCell', source: this.source, children: cell.finish() });
    this.source = this.space = '';
    this.texts.push(cell);
    this.cell = null;
    this.count++;
  }
}

/** How many cells a line has. */
export function countCells(text: string): number {
  const row = text.trim();
  if (row === '|') return 0;
  let pipes = 0;
  let last = -1;
  for (let i = row.startsWith('|') ? 1 : 0; i < row.length; i++) {
    if (row.charAt(i) === '\\') i++;
    else if (row.charAt(i) === '|') {
      pipes++;
      last = i;
    }
  }
  return last === row.length - 1 && pipes > 0 ? pipes : pipes + 1;
}
