import type { MessageDoc } from '@millrace/engine/document';
import type { JSONContent } from '@tiptap/core';

/** The document of `parseMessage` as the `content` of an editor. Pure. */
export function editorContent(doc: MessageDoc): JSONContent {
  // It is the same JSON. TipTap's type has lists that can be changed; TipTap changes none.
  return doc as unknown as JSONContent;
}
