import { randomUUID } from 'node:crypto';
import type { BlockEvent } from '@millrace/engine/message';
import { CUT_CALL } from './cut-call.ts';
import { ModelError } from './model.ts';
import { stopDelta } from './stop.ts';

/**
 * A stream in which a refusal that came as an error is a message that was refused, like those that providers send as
 * messages: what had begun is closed, and the stop says why.
 */
export async function* withRefusals(
  model: string,
  stream: AsyncIterable<BlockEvent>,
): AsyncGenerator<BlockEvent> {
  let begun = false;
  // The open blocks, each with true when it is a call.
  const open = new Map<number, boolean>();
  try {
    for await (const event of stream) {
      begun = true;
      if (event.type === 'content_block_start')
        open.set(event.index, event.content_block.type === 'tool_use');
      if (event.type === 'content_block_stop') open.delete(event.index);
      yield event;
    }
  } catch (error) {
    if (!(error instanceof ModelError) || error.code !== 'refused') throw error;
    if (!begun) yield { type: 'message_start', message: { id: `refused-${randomUUID()}`, model } };
    for (const [index, isCall] of open)
      yield { type: 'content_block_stop', index, ...(isCall && { input_error: CUT_CALL }) };
    yield { type: 'message_delta', delta: stopDelta({ reason: 'refusal', details: error.details }) };
    yield { type: 'message_stop' };
  }
}
