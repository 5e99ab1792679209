import type { SpanTask } from '@millrace/engine/run';
import type { RunLog } from '../log/run-log.ts';
import { callKey } from './next-actions.ts';

/** The sub-agents that calls of this turn wait for. */
export interface Spawner {
  readonly open: ReadonlySet<string>;
  /** Tells whether the work with this key waits for a sub-agent. */
  waits(key: string): boolean;
  /** Begins or continues a sub-agent of a call, and resolves with its final words. */
  spawn(toolUseId: string, span: string, task: SpanTask, signal: AbortSignal): Promise<string>;
  /** A sub-agent is over: this is what it said. */
  close(span: string, text: string): void;
  fail(span: string, error: Error): void;
}

interface OpenSpan {
  readonly owner: string;
  readonly resolve: (text: string) => void;
  readonly reject: (reason: unknown) => void;
}

/** `poke` is called when there is something to do for a sub-agent. */
export function createSpawner(log: RunLog, poke: () => void): Spawner {
  const spans = new Map<string, OpenSpan>();
  const open = new Set<string>();

  function take(span: string): OpenSpan | undefined {
    const found = spans.get(span);
    spans.delete(span);
    open.delete(span);
    return found;
  }

  return {
    open,
    waits: (key) => [...spans.values()].some(({ owner }) => callKey(owner) === key),
    async spawn(owner, span, task, signal) {
      signal.throwIfAborted();
      if (!log.state().spans.has(span))
        await log.append([{ type: 'span_start', task, span_id: span }], 'durable');
      const stop = (): void => take(span)?.reject(signal.reason);
      try {
        return await new Promise<string>((resolve, reject) => {
          spans.set(span, { owner, resolve, reject });
          open.add(span);
          signal.addEventListener('abort', stop, { once: true });
          if (signal.aborted) stop();
          poke();
        });
      } finally {
        signal.removeEventListener('abort', stop);
      }
    },
    close: (span, text) => take(span)?.resolve(text),
    fail: (span, error) => take(span)?.reject(error),
  };
}
