import type { RunEvent } from '@millrace/engine';

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
  if (last.delta.type === 'text_delta' && next.delta.type === 'text_delta') {
    return { ...last, delta: { type: 'text_delta', text: last.delta.text + next.delta.text } };
  }
  if (last.delta.type === 'thinking_delta' && next.delta.type === 'thinking_delta') {
    return {
      ...last,
      delta: { type: 'thinking_delta', thinking: last.delta.thinking + next.delta.thinking },
    };
  }
  return undefined;
}
