import type { BlockDelta, RunEvent } from '@millrace/engine';

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
): EventBuffer {
  let waiting: RunEvent[] = [];
  let writes = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
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
      timer ??= setTimeout(() => void flush().catch(onFailure), JOIN_MS);
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

function joinDeltas(last: BlockDelta, next: BlockDelta): BlockDelta | undefined {
  switch (last.type) {
    case 'text_delta':
      return next.type === last.type ? { ...last, text: last.text + next.text } : undefined;
    case 'thinking_delta':
      return next.type === last.type ? { ...last, thinking: last.thinking + next.thinking } : undefined;
    case 'input_json_delta':
      return next.type === last.type
        ? { ...last, partial_json: last.partial_json + next.partial_json }
        : undefined;
    default:
      return undefined;
  }
}
