/** A Markdown text as plain data. What is finished is frozen and keeps its identity from one tree to the next. */
export interface MarkdownTree {
  readonly type: 'document';
  /** Live while text arrives: the array is the same, and grows. */
  readonly children: readonly MarkdownBlock[];
}

export type MarkdownBlock =
  | MarkdownParagraph
  | MarkdownHeading
  | MarkdownThematicBreak
  | MarkdownBlockQuote
  | MarkdownList
  | MarkdownListItem
  | MarkdownCodeBlock
  | MarkdownHtmlBlock
  | MarkdownTable
  | MarkdownMathBlock
  | MarkdownFootnoteDefinition
  | MarkdownLinkDefinition;

export type MarkdownInline =
  | MarkdownText
  | MarkdownEmphasis
  | MarkdownStrong
  | MarkdownStrikethrough
  | MarkdownCode
  | MarkdownLink
  | MarkdownImage
  | MarkdownHtmlInline
  | MarkdownSoftBreak
  | MarkdownHardBreak
  | MarkdownMathInline
  | MarkdownFootnoteReference;

/** The range of a block in the text. For an open block, `end` is the end of the text so far. */
export interface MarkdownSpan {
  readonly start: number;
  readonly end: number;
}

export interface MarkdownParagraph extends MarkdownSpan {
  readonly type: 'paragraph';
  readonly children: readonly MarkdownInline[];
}

export interface MarkdownHeading extends MarkdownSpan {
  readonly type: 'heading';
  readonly level: number;
  /** `#` before the text, or a line under it. */
  readonly kind: 'atx' | 'setext';
  readonly children: readonly MarkdownInline[];
}

export interface MarkdownThematicBreak extends MarkdownSpan {
  readonly type: 'thematicBreak';
  readonly marker: '*' | '-' | '_';
}

export interface MarkdownBlockQuote extends MarkdownSpan {
  readonly type: 'blockQuote';
  readonly children: readonly MarkdownBlock[];
}

export interface MarkdownList extends MarkdownSpan {
  readonly type: 'list';
  readonly ordered: boolean;
  /** The number of the first item; 1 for bullets. */
  readonly first: number;
  readonly tight: boolean;
  /** The bullet, or what follows the number. */
  readonly delimiter: '-' | '*' | '+' | '.' | ')';
  readonly children: readonly MarkdownBlock[];
}

export interface MarkdownListItem extends MarkdownSpan {
  readonly type: 'listItem';
  /** True when a task is done; null when the item is no task. */
  readonly checked: boolean | null;
  readonly children: readonly MarkdownBlock[];
}

export interface MarkdownCodeBlock extends MarkdownSpan {
  readonly type: 'codeBlock';
  readonly fenced: boolean;
  readonly info: string;
  readonly text: string;
  readonly lineCount: number;
  /** True when its last line has come. Indented code has none to wait for. */
  readonly closed: boolean;
  /** The marker as written; empty for indented code. */
  readonly fence: string;
}

export interface MarkdownHtmlBlock extends MarkdownSpan {
  readonly type: 'htmlBlock';
  readonly text: string;
  readonly closed: boolean;
}

export type MarkdownAlign = 'left' | 'right' | 'center' | null;

export interface MarkdownTable extends MarkdownSpan {
  readonly type: 'table';
  /** One for each column. */
  readonly align: readonly MarkdownAlign[];
  readonly header: MarkdownTableRow;
  readonly rows: readonly MarkdownTableRow[];
}

export interface MarkdownTableRow extends MarkdownSpan {
  readonly type: 'tableRow';
  /** Never more than there are columns; those that are missing are empty. */
  readonly cells: readonly MarkdownTableCell[];
}

export interface MarkdownTableCell {
  readonly type: 'tableCell';
  /** As it was written, without the backslashes before pipes. */
  readonly source: string;
  readonly children: readonly MarkdownInline[];
}

export interface MarkdownMathBlock extends MarkdownSpan {
  readonly type: 'mathBlock';
  readonly latex: string;
  readonly closed: boolean;
  readonly marker: '$$' | '\\[';
}

export interface MarkdownFootnoteDefinition extends MarkdownSpan {
  readonly type: 'footnoteDefinition';
  readonly label: string;
  readonly children: readonly MarkdownBlock[];
}

/** The definition that reference links refer to. It renders to nothing. */
export interface MarkdownLinkDefinition extends MarkdownSpan {
  readonly type: 'linkDefinition';
  readonly label: string;
  readonly url: string;
  readonly title: string;
}

export interface MarkdownText {
  readonly type: 'text';
  readonly text: string;
}

export interface MarkdownEmphasis {
  readonly type: 'emphasis';
  readonly marker: '*' | '_';
  readonly children: readonly MarkdownInline[];
}

export interface MarkdownStrong {
  readonly type: 'strong';
  readonly marker: '*' | '_';
  readonly children: readonly MarkdownInline[];
}

export interface MarkdownStrikethrough {
  readonly type: 'strikethrough';
  readonly marker: '~' | '~~';
  readonly children: readonly MarkdownInline[];
}

export interface MarkdownCode {
  readonly type: 'code';
  readonly text: string;
}

export interface MarkdownLink {
  readonly type: 'link';
  readonly url: string;
  readonly title: string;
  readonly kind: 'inline' | 'reference' | 'autolink';
  /** The label of a reference, as written where it was looked up. */
  readonly label?: string;
  /** An autolink as written. */
  readonly raw?: string;
  readonly children: readonly MarkdownInline[];
}

export interface MarkdownImage {
  readonly type: 'image';
  readonly url: string;
  readonly title: string;
  readonly kind: 'inline' | 'reference';
  readonly label?: string;
  /** The text of its children. */
  readonly alt: string;
  readonly children: readonly MarkdownInline[];
}

export interface MarkdownHtmlInline {
  readonly type: 'htmlInline';
  readonly text: string;
}

export interface MarkdownSoftBreak {
  readonly type: 'softBreak';
}

export interface MarkdownHardBreak {
  readonly type: 'hardBreak';
  readonly kind: 'spaces' | 'backslash';
}

export interface MarkdownMathInline {
  readonly type: 'mathInline';
  readonly latex: string;
  readonly marker: '$' | '$$' | '\\(' | '\\[';
}

export interface MarkdownFootnoteReference {
  readonly type: 'footnoteReference';
  readonly label: string;
}
