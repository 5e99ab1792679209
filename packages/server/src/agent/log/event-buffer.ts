import { joinDeltas } from '@millrace/engine/message';
import type { RunEvent } from '@millrace/engine/run';
import type { Clock } from './clock.ts';

/** How long deltas are joined before they are appended. */
const JOIN_MS = 30;

export interface EventBuffer {
  push(event: RunEvent): void;
  /** Writes what is waiting and resolves when every write is done; rejects when one has failed. */
  flush(): Promise<void>;
}

/** Collects events and writes them in order, in few writes: neighbouring deltas of one block become one. */
export function createEventBuffer(
  write: (events: readonly RunEvent[]) => Promise<void>,
  onFailure: (error: unknown) => void,
  clock: Clock,
): EventBuffer {
  let waiting: RunEvent[] = [];
  let writes = Promise.resolve();
  let stopTimer: (() => void) | undefined;

  function flush(): Promise<void> {
    stopTimer?.();
    stopTimer = undefined;
    if (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      writes = writes.then(() => write(batch));
    }
    return writes;
  }

  return {
    push(event) {
      const joined = join(waiting.at(-1), event);
      if (joined === undefined) waiting.push(event);
      else waiting[waiting.length - 1] = joined;
      stopTimer ??= clock.after(JOIN_MS, () => void flush().catch(onFailure));
    },
    flush,
  };
}

function join(last: RunEvent | undefined, next: RunEvent): RunEvent | undefined {
  if (last?.type !== 'content_block_delta' || next.type !== 'content_block_delta') return undefined;
  if (last.index !== next.index) return undefined;
  const delta = joinDeltas(last.delta, next.delta);
  return delta && { ...last, delta };
}
