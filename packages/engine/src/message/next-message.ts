import type { BlockEvent, ContentBlockDelta, ContentBlockStart, MessageDelta } from './block-events.ts';
import type { ChatMessage, ContentBlock } from './message.ts';

/**
 * Folds one block event into a message; `at` is the event's own time. Pure, never throws.
 * Blocks that the event does not touch keep their identity; an event that makes no sense changes nothing.
 */
export function nextMessage(message: ChatMessage | null, event: BlockEvent, at: string): ChatMessage | null {
  if (event.type === 'message_start') {
    const usage = event.message.usage;
    return {
      id: event.message.id,
      role: 'assistant',
      content: [],
      status: 'in_progress',
      createdAt: at,
      ...(usage === undefined ? {} : { tokenUsage: usage }),
    };
  }
  if (message === null) return null;
  switch (event.type) {
    case 'content_block_start':
      return isIndex(event.index) ? withBlock(message, event.index, openBlock(message, event, at)) : message;
    case 'content_block_delta':
      return growBlock(message, event);
    case 'content_block_stop':
      return stopBlock(message, event.index, at);
    case 'message_delta':
      return withDelta(message, event);
    case 'message_stop':
      return message.status === 'in_progress' ? { ...message, status: 'completed' } : message;
  }
}

// An array with a hole of millions costs as much as one that is full: no message has this many blocks.
const MAX_BLOCKS = 10_000;

function isIndex(index: number): boolean {
  return Number.isInteger(index) && index >= 0 && index < MAX_BLOCKS;
}

function openBlock(
  message: ChatMessage,
  { index, content_block }: ContentBlockStart,
  at: string,
): ContentBlock {
  const base = { id: `${message.id}:${index}`, start_timestamp: at, stop_timestamp: null };
  return content_block.type === 'text'
    ? { ...base, type: 'text', text: content_block.text }
    : { ...base, type: 'thinking', thinking: content_block.thinking };
}

function growBlock(message: ChatMessage, { index, delta }: ContentBlockDelta): ChatMessage {
  const block = message.content[index];
  if (block?.type === 'text' && delta.type === 'text_delta') {
    return withBlock(message, index, { ...block, text: block.text + delta.text });
  }
  if (block?.type === 'thinking' && delta.type === 'thinking_delta') {
    return withBlock(message, index, { ...block, thinking: block.thinking + delta.thinking });
  }
  return message;
}

function stopBlock(message: ChatMessage, index: number, at: string): ChatMessage {
  const block = message.content[index];
  return block === undefined ? message : withBlock(message, index, { ...block, stop_timestamp: at });
}

function withDelta(message: ChatMessage, { delta, usage }: MessageDelta): ChatMessage {
  return {
    ...message,
    ...(delta.stop_reason === null ? {} : { finishReason: delta.stop_reason }),
    ...(usage === undefined
      ? {}
      : { tokenUsage: { input_tokens: 0, output_tokens: 0, ...message.tokenUsage, ...usage } }),
  };
}

function withBlock(message: ChatMessage, index: number, block: ContentBlock): ChatMessage {
  const content = message.content.slice();
  content[index] = block;
  return { ...message, content };
}
