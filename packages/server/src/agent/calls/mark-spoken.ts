import type { BlockEvent } from '@millrace/engine/message';
import type { Tool } from '../../tools/define/tool.ts';

/**
 * Tells with the first event of a call which of its arguments is written for the person, so that a page can show the words while
 * they come. Only the tool's definition says so: what came with the event is dropped. Pure.
 */
export function markSpoken(event: BlockEvent, tools: readonly Pick<Tool, 'name' | 'speaks'>[]): BlockEvent {
  if (event.type !== 'content_block_start' || event.content_block.type !== 'tool_use') return event;
  const { speaks: given, ...content_block } = event.content_block;
  const speaks = tools.find(({ name }) => name === content_block.name)?.speaks;
  if (given === speaks) return event;
  return { ...event, content_block: speaks === undefined ? content_block : { ...content_block, speaks } };
}
