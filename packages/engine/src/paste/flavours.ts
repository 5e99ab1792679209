import { docText } from '../document/doc-text.ts';
import type { DocNode } from '../document/doc-tree.ts';
import type { PasteOptions, PastePayload } from './pasted.ts';
import { pastedTree } from './pasted-tree.ts';
import { type HtmlSurvey, surveyHtml } from './survey-html.ts';
import { readTsv } from './text-grid.ts';

/** The flavours of a clipboard. What is found in one of them is found once. */
export class Flavours {
  readonly text: string;
  readonly html: string;
  readonly files: PastePayload['files'];
  readonly options: PasteOptions;
  private readonly types: PastePayload['types'];
  private foundKind: HtmlSurvey | undefined;
  private foundTree: readonly DocNode[] | undefined;
  private foundCells: string[][] | 'none' | undefined;
  private foundSaid: string | undefined;

  constructor({ types, files }: PastePayload, options: PasteOptions) {
    this.types = types;
    this.files = files;
    this.options = options;
    this.text = this.of('text/plain') ?? '';
    this.html = this.of('text/html') ?? '';
  }

  /** The text of a MIME type. */
  of(type: string): string | undefined {
    return Object.hasOwn(this.types, type) ? this.types[type] : undefined;
  }

  get kind(): HtmlSurvey {
    this.foundKind ??= surveyHtml(this.html);
    return this.foundKind;
  }

  /** The structure of the HTML. */
  get tree(): readonly DocNode[] {
    this.foundTree ??= pastedTree(this.html);
    return this.foundTree;
  }

  /** The cells of the plain text, when it is a table with tabs. */
  get cells(): string[][] | undefined {
    this.foundCells ??= readTsv(this.text) ?? 'none';
    return this.foundCells === 'none' ? undefined : this.foundCells;
  }

  /** The plain text, else that of the HTML. */
  get said(): string {
    this.foundSaid ??= this.text || docText(this.html);
    return this.foundSaid;
  }
}
