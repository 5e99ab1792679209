import { parseMarkdown } from '@millrace/engine/markdown';

/** The text as it is sent: a fence that is still open is closed, all else is as it was written. Pure. */
export function sentText(text: string): string {
  const last = parseMarkdown(text).children.at(-1);
  if (last?.type !== 'codeBlock' || !last.fenced || last.closed) return text;
  return `${text}${text.endsWith('\n') ? '' : '\n'}${last.fence}`;
}
