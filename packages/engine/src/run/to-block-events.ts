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
  let isOpen = false;

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
        isOpen = false;
        stop = [{ ...event, ts }];
        return [];
      case 'message_start':
        isOpen = true;
        return [{ ...event, ts }];
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
      // A message that the end before had cut off is over; the next one goes on.
      case 'continue':
        return isOpen ? [{ type: 'message_stop', ts }] : takeStop();
      case 'complete':
        return takeStop();
      case 'error':
        isOpen = false;
        return [{ ...event, ts }];
      case 'cancelled':
        isOpen = false;
        return [
          { type: 'message_delta', delta: { stop_reason: 'cancelled' }, ts },
          { type: 'message_stop', ts },
        ];
      default:
        return [];
    }
  };
}
