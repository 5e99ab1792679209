import { isRunEnd } from '@millrace/engine/run';
import type { FeedLine } from './run-feed.ts';

/**
 * Leaves out the ends that a run had before it was continued: a reader of the past would take them for the last word. `last` is the
 * number of the newest event when the reading began; what comes after it is told at once. Give it every line in order.
 */
export function withoutPastEnds(last: number): (line: FeedLine) => readonly FeedLine[] {
  // An end, and what was undone after it, until it is known whether that end holds.
  let held: FeedLine[] = [];
  const take = (): FeedLine[] => {
    const taken = held;
    held = [];
    return taken;
  };
  return (line) => {
    const { event } = line;
    if (event.type === 'continue') return [...take().slice(1), line];
    if (event.seq >= last) return [...take(), line];
    if (held.length === 0 && !isRunEnd(event)) return [line];
    held.push(line);
    return [];
  };
}
