import type { EmbedNodeAttrs } from '@millrace/engine';
import { type Content, contentText } from '@millrace/engine/document';

/** The text of a code. While it is written its last line, whole or not, ends with a break: without that it only ever grows. Pure. */
export function codeText({ status }: EmbedNodeAttrs, content: Content | undefined): string {
  const text = contentText(content ?? '');
  return status === 'processing' && text.endsWith('\n') ? text.slice(0, -1) : text;
}
