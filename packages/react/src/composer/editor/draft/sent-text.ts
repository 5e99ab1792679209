import type { Text } from '@codemirror/state';
import { blocksOf } from './doc-blocks.ts';

/** A longer first line opens no fence that anybody wrote. */
const NEAR = 1000;

/**
 * The text as it is sent: a fence that is still open is closed, all else is as it was written. `doc` is the draft that the text was made
 * of, whose blocks are known. Pure.
 */
export function sentText(text: string, doc: Text): string {
  const last = blocksOf(doc).blocks.at(-1);
  if (last === undefined || last.closed || last.kind !== 'code') return text;
  if (doc.sliceString(last.to).trim() !== '') return text;
  const opening = doc.sliceString(last.from, Math.min(last.from + NEAR, doc.length));
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(opening)?.[1];
  if (fence === undefined) return text;
  return `${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
}
