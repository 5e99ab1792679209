import type { RepeatedCalls } from '@millrace/engine/run';
import type { Words } from '../../words/words-context.ts';

/** Says what is repeated and how often, in a few words that claim no failure. Pure. */
export function repetitionLine(
  strings: Words,
  { reason, signatures, threshold, same_result }: RepeatedCalls,
): string {
  switch (reason) {
    case 'identical':
      // The newest call has no result yet.
      return strings.stuckIdentical(Math.max(signatures.length - 1, 1), same_result === true);
    case 'cycle': {
      const calls = new Set(signatures).size;
      return strings.stuckCycle(calls, Math.max(2, Math.floor(signatures.length / Math.max(1, calls))));
    }
    case 'same_results':
      return strings.stuckResults(Math.max(signatures.length - 1, threshold));
  }
}
