import { setTimeout as sleep } from 'node:timers/promises';
import type { BlockEvent } from '@millrace/engine/message';
import { ModelError, type ModelRequest } from './model.ts';

const RETRIES = 3;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 60_000;

/**
 * Streams a message and calls again, after a while, when a call fails before its first token: later it would repeat itself.
 * Waits as long as the provider asks, up to a minute; beyond that it fails at once.
 */
export async function* withRetries(
  call: () => AsyncIterable<BlockEvent>,
  { onWait }: ModelRequest,
  signal: AbortSignal,
  retries = RETRIES,
): AsyncGenerator<BlockEvent> {
  for (let tries = 0; ; tries++) {
    const opening: BlockEvent[] = [];
    let begun = false;
    try {
      for await (const event of call()) {
        if (begun) yield event;
        else opening.push(event);
        if (begun || event.type === 'message_start') continue;
        begun = true;
        yield* opening;
      }
      return;
    } catch (error) {
      if (begun || tries >= retries || !(error instanceof ModelError) || !error.retryable) throw error;
      const wait = error.retryAfterMs ?? backoff(tries);
      if (wait > LONGEST_WAIT_MS) throw error;
      onWait?.(error.message, wait);
      await sleep(wait, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}

/** Doubles from try to try. A random part keeps many callers from coming back together. */
function backoff(tries: number): number {
  return FIRST_WAIT_MS * 2 ** tries * (0.75 + Math.random() / 2);
}
