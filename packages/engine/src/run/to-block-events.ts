import type { ServerSentEvent } from '../message/block-events.ts';
import { eventOf, type StoredEvent } from './run-events.ts';

/**
 * Projects a run to the stream of its messages, for `createMessageReconstructor`. Give it every event in order.
 * The words of sub-agents are not in it. A message stops when its step is over, so that it has the results of its calls.
 * A restarted step begins a fresh message.
 */
export function toBlockEvents(): (event: StoredEvent) => ServerSentEvent[] {
  let stop: ServerSentEvent[] = [];
  let step = 0;

  function takeStop(): ServerSentEvent[] {
    const taken = stop;
    stop = [];
    return taken;
  }

  return (stored) => {
    const { ts, span_id } = stored;
    if (span_id !== undefined) return [];
    const event = eventOf(stored);
    switch (event.type) {
      case 'message_stop':
        stop = [{ ...event, ts }];
        return [];
      case 'message_start':
      case 'content_block_start':
      case 'content_block_delta':
      case 'content_block_stop':
      case 'message_delta':
        return [{ ...event, ts }];
      case 'step_start': {
        const held = takeStop();
        const restarted = event.step === step;
        step = event.step;
        // The events of the older attempt are replaced, its end included.
        return restarted ? [] : held;
      }
      case 'complete':
        return takeStop();
      case 'error':
        return [{ ...event, ts }];
      case 'cancelled':
        return [
          { type: 'message_delta', delta: { stop_reason: 'cancelled' }, ts },
          { type: 'message_stop', ts },
        ];
      default:
        return [];
    }
  };
}
