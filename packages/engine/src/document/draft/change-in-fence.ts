import { readFenceInfo } from '../fence-info.ts';
import type { DraftBlock } from './draft-block.ts';
import type { DraftChange } from './draft-blocks.ts';
import type { DraftText } from './draft-text.ts';

/** A longer first line, or longer lines around a change, are read with the rest. */
const NEAR = 400;
const FENCE = /^ {0,3}(?:`{3,}|~{3,})/;
/** The languages whose fences may be other embeds than code. */
const VARYING = new Set(['json', 'document_html']);
const CLOSING = /^ {0,3}(?:`{3,}|~{3,})[ \t]*$/m;

/**
 * The block of a closed fence after a change between its first and its last line, which makes no line that could close it; undefined for
 * any other change. It reads the lines around the change, however long the fence is. Pure.
 */
export function changeInFence(
  block: DraftBlock,
  text: DraftText,
  { from, to, inserted }: DraftChange,
): DraftBlock | undefined {
  const { source } = block;
  // The kind of other fences hangs on what is in them.
  if (block.kind !== 'code' || source?.type !== 'code' || inserted > NEAR) return undefined;
  const old = source.text;
  const head = old.sliceString(source.from, Math.min(source.from + NEAR, source.to));
  const headEnd = head.indexOf('\n');
  const first = head.slice(0, Math.max(headEnd, 0));
  const info = first.replace(FENCE, '').trim();
  if (headEnd < 0 || !FENCE.test(first) || VARYING.has(readFenceInfo(info).language ?? '')) return undefined;
  const lastLine = old.sliceString(Math.max(source.to - NEAR, source.from), source.to).trimEnd();
  const lastStart = block.to - (lastLine.length - lastLine.lastIndexOf('\n') - 1);
  if (from <= block.from + headEnd || to >= lastStart - 1) return undefined;
  const near = linesAround(text, from, from + inserted, block.from);
  if (near === undefined || CLOSING.test(near)) return undefined;
  const end = block.to + inserted - (to - from);
  return { ...block, to: end, source: { type: 'code', text, from: block.from, to: end } };
}

/** The lines that a range of a text touches; undefined when they are long. */
function linesAround(text: DraftText, from: number, to: number, least: number): string | undefined {
  const before = text.sliceString(Math.max(least, from - NEAR), from);
  const behind = text.sliceString(to, Math.min(to + NEAR, text.length));
  const [start, end] = [before.lastIndexOf('\n'), behind.indexOf('\n')];
  if (start < 0 || end < 0) return undefined;
  return before.slice(start + 1) + text.sliceString(from, to) + behind.slice(0, end);
}
