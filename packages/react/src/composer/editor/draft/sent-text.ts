import { draftBlocks } from '@millrace/engine/document';

/** The text as it is sent: a fence that is still open is closed, all else is as it was written. Pure. Linear. */
export function sentText(text: string): string {
  const last = draftBlocks(text).blocks.at(-1);
  if (last === undefined || last.closed || last.kind !== 'code' || !/^\s*$/.test(text.slice(last.to)))
    return text;
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(text.slice(last.from, last.from + 1000))?.[1];
  if (fence === undefined) return text;
  return `${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
}
