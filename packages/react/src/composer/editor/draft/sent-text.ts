import type { Text } from '@codemirror/state';
import { allBlocks } from './doc-blocks.ts';

/**
 * The text as it is sent: a fence that is still open is closed, all else is as it was written. `doc` is the draft that the text was made
 * of, whose blocks are known. Pure.
 */
export function sentText(text: string, doc: Text): string {
  const last = allBlocks(doc).blocks.at(-1);
  if (last?.closed !== false || last.kind !== 'code') return text;
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(doc.lineAt(last.from).text)?.[1];
  return fence === undefined ? text : `${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
}
