import { type InlineContext, REACH } from '../inlines/inline-context.ts';
import type { MarkdownBlock, MarkdownInline, MarkdownLinkDefinition } from '../tree.ts';
import { unescapeText } from '../unescape-text.ts';
import { type DefinitionEnd, DefinitionScan } from './definition-scan.ts';
import { type Finished, type Leaf, mentionIn, NO_MENTIONS } from './leaf.ts';
import type { Line } from './line.ts';
import { type LastLine, ParagraphText } from './paragraph-text.ts';
import { boxOf, type TaskBox } from './task.ts';

/** A paragraph, and the definitions at its beginning. A line under it makes it a heading. */
export class Paragraph implements Leaf {
  readonly type = 'paragraph';
  endLine: number;
  private body: ParagraphText;
  private definition: DefinitionScan | null = null;
  /** The text behind the definition, in case what follows is not its title. */
  private behind: ParagraphText | null = null;
  private definitionEnd = 0;
  /** How the definition was before the last line. */
  private beforeLine: { readonly definition: DefinitionScan; readonly behind: ParagraphText | null } | null =
    null;
  private settled: readonly MarkdownLinkDefinition[] = [];
  private heading: { readonly level: number; readonly end: number } | null = null;

  /** The box before its text; undefined where it can't have one. */
  private box: TaskBox | null | undefined;

  private readonly context: InlineContext;

  constructor(body: ParagraphText, context: InlineContext, box?: TaskBox | null) {
    this.endLine = body.endLine;
    this.body = body;
    this.context = context;
    this.box = box;
  }

  /** Begins with the rest of a line. */
  static at(line: Line, context: InlineContext, box?: TaskBox | null): Paragraph {
    const paragraph = new Paragraph(ParagraphText.at(line, context), context, box);
    paragraph.feed(line.text.slice(line.next));
    return paragraph;
  }

  get startLine(): number {
    return this.body.startLine;
  }

  fork(): Paragraph {
    const fork = new Paragraph(this.body.fork(), this.context, this.box);
    fork.endLine = this.endLine;
    fork.definition = this.definition?.fork() ?? null;
    fork.behind = this.behind?.fork() ?? null;
    fork.definitionEnd = this.definitionEnd;
    fork.beforeLine = this.beforeLine;
    fork.settled = this.settled;
    fork.heading = this.heading;
    return fork;
  }

  takesRaw(): boolean {
    return false;
  }

  take(line: Line): void {
    this.endLine = line.number;
    const box = this.box === null ? boxOf(this.body) : null;
    if (box !== null) this.beginBehind(box, line);
    else if (this.definition === null) this.body.newLine(line);
    else this.newLineInDefinition(this.definition, line);
    this.box ??= undefined;
    this.feed(line.text.slice(line.next));
  }

  /** Tells whether it has a box, and whether that is checked. */
  get checked(): boolean | null {
    return this.box?.checked ?? null;
  }

  more(text: string): void {
    this.feed(text);
  }

  endOfLine(): boolean {
    return false;
  }

  drain(): readonly MarkdownLinkDefinition[] {
    const { settled } = this;
    if (settled.length > 0) this.settled = [];
    return settled;
  }

  readAgain(): void {
    this.body.readAgain(this.context);
  }

  show(): readonly MarkdownBlock[] {
    if (this.context.ahead) return this.showAhead();
    if (this.definition?.isLikely && !this.mayShowDefinition()) return [];
    return this.blocks(this.text, (text) => text.inlines.show());
  }

  finish(): Finished {
    const { text } = this;
    const blocks = this.blocks(text, (each) => each.inlines.finish());
    return { blocks, mentions: text === null ? NO_MENTIONS : (place) => mentionIn(text.inlines, place) };
  }

  /** A definition is made again for each tree: a long one only as long as that is allowed. */
  private mayShowDefinition(): boolean {
    const { allowance } = this.context;
    const { end } = this.body.inlines;
    if (end <= REACH) return true;
    const isAllowed = allowance.isLeft;
    if (isAllowed) allowance.spend(end);
    return isAllowed;
  }

  /** The text in it that is no definition, if the text ended here. */
  get text(): ParagraphText | null {
    const { body, behind } = this;
    const ended = this.definition?.ended(body.inlines.end) ?? null;
    if (ended === null) return body;
    return ended.at < body.inlines.end ? behind : null;
  }

  underline(level: number, line: Line): void {
    if (this.box) this.body = this.box.withText(this.body, this.context);
    this.box = undefined;
    this.heading = { level, end: line.end };
    this.endLine = line.number;
  }

  /** Its last line, which may be the header of a table. */
  get header(): LastLine {
    const { lastLine } = this.body;
    if (!this.box || !lastLine.isFirst) return lastLine;
    return this.box.line === null ? this.box.withHeader(lastLine) : { ...lastLine, isFirst: false };
  }

  dropHeader(): void {
    if (this.box?.line && this.body.lastLine.isFirst) {
      this.body = this.box.line;
      this.endLine = this.body.endLine;
      this.box = undefined;
      return;
    }
    this.body.dropLastLine();
    this.endLine = this.body.endLine;
    if (this.definition === null || this.beforeLine === null) return;
    this.definition = this.beforeLine.definition.fork();
    this.behind = this.beforeLine.behind?.fork() ?? null;
  }

  private feed(text: string): void {
    const from = this.body.inlines.end;
    if (from === 0 && !this.box && text.startsWith('[')) this.definition = new DefinitionScan();
    this.body.append(text);
    this.behind?.append(text);
    this.scanDefinition(text, from);
  }

  /** Its first line is a box, and its text begins on the next. */
  private beginBehind(box: TaskBox, line: Line): void {
    this.box = box;
    this.body = ParagraphText.at(line, this.context);
    this.definition = this.behind = null;
  }

  private scanDefinition(text: string, from: number): void {
    for (let i = 0; i < text.length && this.definition !== null; i++) {
      const outcome = this.definition.take(text.charCodeAt(i), from + i);
      if (outcome === 'open') continue;
      if (outcome !== null && this.behind !== null) {
        this.settle(outcome, this.behind, this.definitionEnd);
        return;
      }
      this.definition = this.behind = null;
    }
  }

  private newLineInDefinition(definition: DefinitionScan, line: Line): void {
    const { body } = this;
    const end = body.end;
    const at = body.inlines.end;
    this.beforeLine = { definition: definition.fork(), behind: this.behind?.fork() ?? null };
    body.newLine(line);
    this.behind?.newLine(line);
    const outcome = definition.take(0x0a, at);
    if (outcome === null) this.definition = this.behind = null;
    else if (outcome !== 'open') this.settle(outcome, ParagraphText.at(line, this.context), end);
    else if (definition.lineEnd === at) {
      this.definitionEnd = end;
      this.behind = ParagraphText.at(line, this.context);
    }
  }

  /** The definition has ended; what follows is a text of its own, perhaps with another one. */
  private settle(ended: DefinitionEnd, rest: ParagraphText, end: number): void {
    this.settled = [...this.settled, this.definitionNode(ended, end)];
    this.body = rest;
    this.behind = null;
    const text = rest.slice(0, rest.inlines.end);
    this.definition = text.startsWith('[') ? new DefinitionScan() : null;
    this.scanDefinition(text, 0);
  }

  private definitionNode({ target, hasTitle }: DefinitionEnd, end: number): MarkdownLinkDefinition {
    const { body } = this;
    return {
      type: 'linkDefinition',
      label: body.slice(1, this.definition?.labelTo ?? 0),
      url: unescapeText(body.slice(target.urlFrom, target.urlTo)),
      title: hasTitle ? unescapeText(body.slice(target.titleFrom, target.titleTo)) : '',
      start: body.start,
      end,
    };
  }

  /** Neither what is going to be a definition is shown, nor a line that may be the header of a table. */
  private showAhead(): readonly MarkdownBlock[] {
    if (this.definition?.isLikely) return [];
    const { body } = this;
    const isRow = this.context.gfm && this.definition === null && body.isRow;
    const text = isRow ? body.withoutLastLine : body;
    return text === null ? [] : [this.textNode(text, text.inlines.show())];
  }

  private blocks(
    text: ParagraphText | null,
    read: (text: ParagraphText) => readonly MarkdownInline[],
  ): readonly MarkdownBlock[] {
    const ended = this.definition?.ended(this.body.inlines.end) ?? null;
    const blocks: MarkdownBlock[] = [...this.settled];
    if (ended !== null)
      blocks.push(this.definitionNode(ended, text === null ? this.body.end : this.definitionEnd));
    if (text !== null) blocks.push(this.textNode(text, read(text)));
    return blocks;
  }

  private textNode({ start, end }: ParagraphText, children: readonly MarkdownInline[]): MarkdownBlock {
    if (this.heading === null) return { type: 'paragraph', children, start, end };
    return { type: 'heading', kind: 'setext', children, start, ...this.heading };
  }
}
