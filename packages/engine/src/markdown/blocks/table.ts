import { cutTo } from '../cut-to.ts';
import { freezeInlines } from '../freeze.ts';
import type { InlineContext } from '../inlines/inline-context.ts';
import type { Inlines } from '../inlines/inlines.ts';
import type { MarkdownAlign, MarkdownTable, MarkdownTableCell, MarkdownTableRow } from '../tree.ts';
import type { Finished, Leaf, Mention } from './leaf.ts';
import type { Line } from './line.ts';
import type { Place } from './place.ts';
import { RowReader } from './table-row.ts';

export interface TableHead {
  readonly text: string;
  readonly start: number;
  readonly startLine: number;
  readonly align: readonly MarkdownAlign[];
}

/** A table. Each row is a line; rows that are over are not touched again. */
export class Table implements Leaf {
  readonly type = 'table';
  readonly startLine: number;
  endLine: number;
  private end: number;
  private header: MarkdownTableRow;
  /** Shared with the forks; only the first `count` are this table's. */
  private readonly rows: MarkdownTableRow[] = [];
  private count = 0;
  private row: RowReader | null = null;
  /** The cells that mention labels, with their row; -1 is the header. */
  private mentioned: MentionedCell | null = null;

  private readonly head: TableHead;
  private readonly context: InlineContext;

  constructor(head: TableHead, line: Line, context: InlineContext) {
    this.head = head;
    this.context = context;

    this.startLine = head.startLine;
    this.endLine = line.number;
    this.end = line.end;
    const header = new RowReader(context, head.align.length, head.start, head.start);
    header.take(head.text);
    this.header = this.keep(header.finish(), -1);
  }

  fork(): Table {
    const fork: Table = Object.assign(Object.create(Table.prototype), this);
    fork.row = this.row?.fork() ?? null;
    return fork;
  }

  takesRaw(): boolean {
    return false;
  }

  take(line: Line): void {
    this.endLine = line.number;
    this.row = new RowReader(this.context, this.head.align.length, line.position, line.position);
    this.end = line.position;
    this.more(line.text.slice(line.next));
  }

  more(text: string): void {
    this.end += text.length;
    this.row?.take(text);
  }

  endOfLine(): boolean {
    if (this.row === null) return false;
    cutTo(this.rows, this.count);
    this.rows.push(this.keep(this.row.finish(), this.count));
    this.count++;
    this.row = null;
    return false;
  }

  drain(): readonly never[] {
    return [];
  }

  show(): readonly [MarkdownTable] {
    cutTo(this.rows, this.count);
    if (this.row !== null) this.rows.push(this.row.show());
    return [this.node()];
  }

  finish(): Finished {
    this.endOfLine();
    cutTo(this.rows, this.count);
    return { blocks: [this.node()], mentions: (place) => this.mentions(place) };
  }

  private node(): MarkdownTable {
    const { header, rows, end, head } = this;
    return { type: 'table', align: head.align, header, rows, start: head.start, end };
  }

  private keep(
    finished: { row: MarkdownTableRow; texts: readonly Inlines[] },
    row: number,
  ): MarkdownTableRow {
    finished.texts.forEach((inlines, cell) => {
      if (inlines.tape.missed.size > 0) this.mentioned = { previous: this.mentioned, row, cell, inlines };
    });
    return finished.row;
  }

  private mentions(place: Place): readonly Mention[] {
    const mentions: Mention[] = [];
    for (let each = this.mentioned; each !== null; each = each.previous)
      mentions.push(this.mention(each, place));
    return mentions;
  }

  private mention({ row, cell, inlines }: MentionedCell, place: Place): Mention {
    const replace: Mention['replace'] = (children) => {
      const old = row < 0 ? this.header : this.rows[row];
      const table = place.node;
      if (old === undefined || table?.type !== 'table') return () => {};
      const cells: MarkdownTableCell[] = old.cells.slice();
      const { source = '' } = cells[cell] ?? {};
      cells[cell] = Object.freeze({ type: 'tableCell', source, children: freezeInlines(children) });
      const next = Object.freeze({ ...old, cells: Object.freeze(cells) });
      return this.exchange(row, next, place);
    };
    const text = inlines.tape.slice(0, inlines.end);
    const cost: Mention['cost'] = (textLength) => text.length + place.topLength(textLength);
    return { text, missed: inlines.tape.missed, cost, replace };
  }

  private exchange(row: number, next: MarkdownTableRow, place: Place): () => void {
    const old = row < 0 ? this.header : this.rows[row];
    const put = (value: MarkdownTableRow | undefined): void => {
      if (value === undefined) return;
      if (row < 0) this.header = value;
      else this.rows[row] = value;
    };
    put(next);
    const undo = place.put({ ...this.node(), rows: this.rows });
    return () => {
      undo();
      put(old);
    };
  }
}

interface MentionedCell {
  readonly previous: MentionedCell | null;
  readonly row: number;
  readonly cell: number;
  readonly inlines: Inlines;
}
