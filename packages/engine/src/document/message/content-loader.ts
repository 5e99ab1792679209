import type { ContentLoader } from '../../content/content-store.ts';
import { type MessageOptions, parseMessage } from './message-parser.ts';

/** Rebuilds the content of an embed from the text of its message, for `ensure` of a store. It throws when the text has no such embed. */
export function contentLoader(markdown: string, options: MessageOptions, contentRef: string): ContentLoader {
  return () => {
    const content = parseMessage(markdown, options).contents.get(contentRef);
    if (content === undefined)
      throw new Error(`Message ${options.messageId} holds no content ${contentRef}.`);
    return content;
  };
}
