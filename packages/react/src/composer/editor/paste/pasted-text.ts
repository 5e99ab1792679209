import { docText } from '@millrace/engine/document';
import { gridText } from '../../../embeds/copy/embed-flavours.ts';
import type { ShownEmbed } from '../draft/reference.ts';

/** The texts that were pasted and became previews, for as long as their drafts are kept. It must never throw. */
export interface PastedTexts {
  /**
   * The text of a preview by the address of its content; empty when its content says it all. A promise for one that takes a moment to
   * read.
   */
  get(contentRef: string): string | undefined | Promise<string | undefined>;
  set(contentRef: string, text: string): void;
}

/** Keeps the text that was pasted. */
export function keepPasted(all: PastedTexts | undefined, embed: ShownEmbed, plain: string): void {
  const text = plain.replace(/\r\n?/g, '\n');
  all?.set(embed.attrs.contentRef, text === textOf(embed) ? '' : text);
}

/** The text that a preview was pasted from; undefined when it was not pasted, or is another one now. */
export function pastedText(all: PastedTexts | undefined, embed: ShownEmbed): ReturnType<PastedTexts['get']> {
  const whole = (text: string | undefined): string | undefined => (text === '' ? textOf(embed) : text);
  const text = all?.get(embed.attrs.contentRef);
  return typeof text === 'object' ? text.then(whole) : whole(text);
}

/** The text of an embed without its Markdown. */
function textOf({ attrs, content }: ShownEmbed): string {
  if (typeof content !== 'string') return gridText(content.grid);
  return attrs.type === 'doc' ? docText(content) : content;
}
