import type { BlockEvent } from '@millrace/engine/message';
import type { Tool } from '../../tools/define/tool.ts';

/**
 * Tells with the first event of a call which of its arguments is written for the person, so that a page can show the words while
 * they come, and whether it only offers something. Only the tool's definition says so: what came with the event is dropped. Pure.
 */
export function markSpoken(
  event: BlockEvent,
  tools: readonly Pick<Tool, 'name' | 'speaks' | 'offers'>[],
): BlockEvent {
  if (event.type !== 'content_block_start' || event.content_block.type !== 'tool_use') return event;
  const { speaks: given, offers: told, ...content_block } = event.content_block;
  const { speaks, offers } = tools.find(({ name }) => name === content_block.name) ?? {};
  if (given === speaks && told === offers) return event;
  const marks = { ...(speaks !== undefined && { speaks }), ...(offers !== undefined && { offers }) };
  return { ...event, content_block: { ...content_block, ...marks } };
}
