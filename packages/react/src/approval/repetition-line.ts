import type { RepeatedCalls } from '@millrace/engine';
import { strings } from '../words/strings.ts';

/** What is repeated and how often, in one sentence that claims no failure. Pure. */
export function repetitionLine({ reason, signatures, threshold }: RepeatedCalls): string {
  switch (reason) {
    case 'identical':
      return strings.loopIdentical(Math.max(signatures.length, 2));
    case 'cycle': {
      const calls = new Set(signatures).size;
      return strings.loopCycle(calls, Math.max(2, Math.floor(signatures.length / Math.max(1, calls))));
    }
    case 'same_results':
      // The newest call has no result yet.
      return strings.loopResults(Math.max(signatures.length - 1, threshold));
  }
}
