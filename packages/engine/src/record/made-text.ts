import type { ContentBlock } from '../message/message.ts';
import type { CallRecord } from '../run/api/api.ts';
import { blocksText } from '../run/run-text.ts';
import { isDeep } from './fences.ts';

/**
 * The text that the blocks and calls of a record make; undefined when they can't make one, or one that is far longer than they are.
 * Pure. Linear.
 */
export function madeText(
  content: readonly ContentBlock[],
  tools: readonly CallRecord[] = [],
): string | undefined {
  const calls = new Map(tools.map((call) => [call.tool_use_id, call]));
  if (content.some((block) => block.type === 'text' && typeof block.text !== 'string')) return undefined;
  if (tools.some(({ embed }) => isDeep(embed)) || hasTwice(content, calls)) return undefined;
  return blocksText(content, (id) => calls.get(id));
}

/** Tells whether an embed would be told twice, for two calls of one id. */
function hasTwice(content: readonly ContentBlock[], calls: ReadonlyMap<string, CallRecord>): boolean {
  const ids = content.flatMap(({ type, id }) => (type === 'tool_use' && calls.has(id) ? [id] : []));
  return new Set(ids).size < ids.length;
}
