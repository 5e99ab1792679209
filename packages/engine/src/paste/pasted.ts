import type { Content } from '../content/content.ts';

/** The clipboard as it was read in the event of a paste. */
export interface PastePayload {
  /** The texts by their MIME types. */
  readonly types: Readonly<Record<string, string>>;
  readonly files: readonly PastedFile[];
}

/** A file or image on the clipboard. */
export interface PastedFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

/** The options of `readPaste`. */
export interface PasteOptions {
  /** A text with more lines is long. 40 unless told. */
  readonly lines?: number;
  /** A text with more characters is long. 4,000 unless told. */
  readonly characters?: number;
  /** `always` makes an embed of a single line of code too; `never` makes none. */
  readonly convert?: 'always' | 'never';
  /** True for Ctrl or Cmd+Shift+V: the plain text as it is. */
  readonly plain?: boolean;
}

/** A pasted embed: Markdown that `parseMessage` reads as this one embed. */
export interface PastedEmbed {
  readonly type: 'embed';
  readonly kind: 'code' | 'sheet' | 'doc';
  /** The fence or table that stands for it in a message. */
  readonly markdown: string;
  readonly content: Content;
  readonly language?: string;
  readonly filename?: string;
  readonly title?: string;
  /** True when it is an embed only because it is long, so that "Keep as text" is offered. */
  readonly long: boolean;
  /** The text that "Keep as text" inserts. */
  readonly plain: string;
  /** The address of the content, when it came as an embed of ours. */
  readonly contentRef?: string;
}

/** The meaning of a paste. */
export type Pasted =
  | { readonly type: 'text'; readonly markdown: string }
  | PastedEmbed
  /** The indexes of the files. */
  | { readonly type: 'files'; readonly files: readonly number[] }
  | { readonly type: 'nothing' };
