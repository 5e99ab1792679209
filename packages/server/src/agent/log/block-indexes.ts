import type { RunThread } from '@millrace/engine/run';

/** Gives every block of a message an index of its own: what a model says and results of its calls come at once. */
export interface BlockIndexes {
  /** The next free index in the newest message of a thread. */
  take(span: string | undefined, thread: RunThread): number;
}

export function createBlockIndexes(): BlockIndexes {
  const next = new Map<string, number>();
  return {
    take(span, { steps }) {
      const last = steps.at(-1);
      const key = [span ?? '', last?.step, last?.attempt].join(':');
      const index = Math.max(next.get(key) ?? 0, last?.message?.content.length ?? 0);
      next.set(key, index + 1);
      return index;
    },
  };
}
