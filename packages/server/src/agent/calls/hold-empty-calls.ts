import type { BlockEvent } from '@millrace/engine/message';
import { CUT_CALL } from '../../models/adapter/cut-call.ts';

type Stop = Extract<BlockEvent, { readonly type: 'content_block_stop' }>;

/** A message that ends so may have ended inside its last call. */
const CUTS = new Set(['max_tokens', 'model_context_window_exceeded', 'refusal', 'other']);

/**
 * Lets the events of a message pass, but for the end of a call without any input: that may be a call of which the beginning
 * alone has come. What comes next tells: when it is the cut of the message, the call has no input and never runs.
 */
export function holdEmptyCalls(): (event: BlockEvent) => BlockEvent[] {
  const empty = new Set<number>();
  let held: Stop[] = [];

  function release(more: { readonly input_error?: string }): Stop[] {
    const stops = held.map((stop) => ({ ...more, ...stop }));
    held = [];
    return stops;
  }

  return (event) => {
    if (event.type === 'content_block_stop' && empty.delete(event.index)) {
      held.push(event);
      return [];
    }
    if (event.type === 'message_delta' && CUTS.has(event.delta.stop_reason ?? ''))
      return [...release({ input_error: CUT_CALL }), event];
    if (event.type === 'content_block_start' && isEmptyCall(event.content_block)) empty.add(event.index);
    if (event.type === 'content_block_delta' && event.delta.type === 'input_json_delta') {
      const { partial_json } = event.delta;
      if (partial_json.trim() !== '') empty.delete(event.index);
    }
    // Ends that stand together are all held: several calls may be cut at once.
    return event.type === 'content_block_stop' ? [event] : [...release({}), event];
  };
}

function isEmptyCall({ type, input }: { readonly type: string; readonly input?: unknown }): boolean {
  return type === 'tool_use' && Object.keys(input ?? {}).length === 0;
}
