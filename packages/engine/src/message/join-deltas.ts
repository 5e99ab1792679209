import type { BlockDelta } from './block-events.ts';

/** Two deltas of one block, one after the other, as one; undefined where they can't be joined. Pure. */
export function joinDeltas(first: BlockDelta, next: BlockDelta): BlockDelta | undefined {
  if (first.type === 'text_delta' && next.type === 'text_delta') {
    return { ...first, text: first.text + next.text };
  }
  if (first.type === 'thinking_delta' && next.type === 'thinking_delta') {
    return { ...first, thinking: first.thinking + next.thinking };
  }
  if (first.type === 'input_json_delta' && next.type === 'input_json_delta') {
    return { ...first, partial_json: first.partial_json + next.partial_json };
  }
  return undefined;
}
