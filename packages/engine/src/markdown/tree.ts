/** A Markdown text as plain data. What is finished is frozen and keeps its identity from one tree to the next. */
export interface MarkdownTree {
  readonly type: 'document';
  /** Live while text arrives: the array is the same, and grows. */
  readonly children: readonly MarkdownBlock[];
}

/** A block of the tree. */
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

/** A node inside a paragraph, a heading or a table cell. */
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

/** The place of a block in the text. Of an open block, `end` is where the text ends so far. */
export interface MarkdownSpan {
  readonly start: number;
  readonly end: number;
}

/** A paragraph. */
export interface MarkdownParagraph extends MarkdownSpan {
  readonly type: 'paragraph';
  readonly children: readonly MarkdownInline[];
}

/** A heading of level 1 to 6. */
export interface MarkdownHeading extends MarkdownSpan {
  readonly type: 'heading';
  readonly level: number;
  /** `#` before the text, or a line under it. */
  readonly kind: 'atx' | 'setext';
  readonly children: readonly MarkdownInline[];
}

/** A horizontal rule. */
export interface MarkdownThematicBreak extends MarkdownSpan {
  readonly type: 'thematicBreak';
  readonly marker: '*' | '-' | '_';
}

/** A block quote. */
export interface MarkdownBlockQuote extends MarkdownSpan {
  readonly type: 'blockQuote';
  readonly children: readonly MarkdownBlock[];
}

/** A list, with bullets or numbers. */
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

/** An item of a list, with a checkbox in a task list. */
export interface MarkdownListItem extends MarkdownSpan {
  readonly type: 'listItem';
  /** True when a task is done; null when the item is no task. */
  readonly checked: boolean | null;
  readonly children: readonly MarkdownBlock[];
}

/** A code block, fenced or indented. */
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

/** A block of raw HTML. */
export interface MarkdownHtmlBlock extends MarkdownSpan {
  readonly type: 'htmlBlock';
  /** The space before its first line. */
  readonly indent: string;
  readonly text: string;
  readonly closed: boolean;
}

/** The alignment of a table column. Null when the text says none. */
export type MarkdownAlign = 'left' | 'right' | 'center' | null;

/** A table. */
export interface MarkdownTable extends MarkdownSpan {
  readonly type: 'table';
  /** One for each column. */
  readonly align: readonly MarkdownAlign[];
  readonly header: MarkdownTableRow;
  readonly rows: readonly MarkdownTableRow[];
}

/** A row of a table. */
export interface MarkdownTableRow extends MarkdownSpan {
  readonly type: 'tableRow';
  /** Never more than there are columns; those that are missing are empty. */
  readonly cells: readonly MarkdownTableCell[];
}

/** A cell of a table. */
export interface MarkdownTableCell {
  readonly type: 'tableCell';
  /** As it was written, without the backslashes before pipes. */
  readonly source: string;
  readonly children: readonly MarkdownInline[];
}

/** A formula on lines of its own. */
export interface MarkdownMathBlock extends MarkdownSpan {
  readonly type: 'mathBlock';
  readonly latex: string;
  readonly closed: boolean;
  readonly marker: '$$' | '\\[';
}

/** The text of a footnote. */
export interface MarkdownFootnoteDefinition extends MarkdownSpan {
  readonly type: 'footnoteDefinition';
  readonly label: string;
  readonly children: readonly MarkdownBlock[];
}

/** The definition that a reference link refers to. It renders to nothing. */
export interface MarkdownLinkDefinition extends MarkdownSpan {
  readonly type: 'linkDefinition';
  readonly label: string;
  readonly url: string;
  readonly title: string;
}

/** Plain text. */
export interface MarkdownText {
  readonly type: 'text';
  readonly text: string;
}

/** Emphasis. */
export interface MarkdownEmphasis {
  readonly type: 'emphasis';
  readonly marker: '*' | '_';
  readonly children: readonly MarkdownInline[];
}

/** Strong emphasis. */
export interface MarkdownStrong {
  readonly type: 'strong';
  readonly marker: '*' | '_';
  readonly children: readonly MarkdownInline[];
}

/** Text that is struck through. */
export interface MarkdownStrikethrough {
  readonly type: 'strikethrough';
  readonly marker: '~' | '~~';
  readonly children: readonly MarkdownInline[];
}

/** A code span. */
export interface MarkdownCode {
  readonly type: 'code';
  readonly text: string;
}

/** A link. */
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

/** An image. */
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

/** An HTML tag in a line of text. */
export interface MarkdownHtmlInline {
  readonly type: 'htmlInline';
  readonly text: string;
}

/** A line break that HTML shows as a space. */
export interface MarkdownSoftBreak {
  readonly type: 'softBreak';
}

/** A line break that is kept. */
export interface MarkdownHardBreak {
  readonly type: 'hardBreak';
  readonly kind: 'spaces' | 'backslash';
}

/** A formula in a line of text. */
export interface MarkdownMathInline {
  readonly type: 'mathInline';
  readonly latex: string;
  readonly marker: '$' | '$$' | '\\(' | '\\[';
}

/** A reference to a footnote. */
export interface MarkdownFootnoteReference {
  readonly type: 'footnoteReference';
  readonly label: string;
}
