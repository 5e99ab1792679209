import type { Content } from '../content/content.ts';
import type { EmbedNodeAttrs } from './embed.ts';
import type { Embed } from './make-embed.ts';

/** The embeds of a message in order, and what they stand for. Live: an embed that grows takes its own place again. */
export class EmbedList {
  readonly attrs: EmbedNodeAttrs[] = [];
  readonly contents = new Map<string, Content>();

  /** Puts the embed with this index. Those behind it that are not put again are taken away by `cut`. */
  put(index: number, { attrs, content }: Embed): void {
    const old = this.attrs[index];
    if (old !== attrs) {
      this.attrs[index] = attrs;
      if (old !== undefined && old.contentRef !== attrs.contentRef) this.forget(old.contentRef);
    }
    this.contents.set(attrs.contentRef, content);
  }

  cut(length: number): void {
    while (this.attrs.length > length) {
      const old = this.attrs.pop();
      if (old !== undefined) this.forget(old.contentRef);
    }
  }

  /** Two embeds may have one content. */
  private forget(ref: string): void {
    if (!ref.startsWith('cid:') || !this.attrs.some(({ contentRef }) => contentRef === ref))
      this.contents.delete(ref);
  }
}
