import type { StoredEvent } from '@millrace/engine';

/** Which events of a log still hold, known from its step starts alone: as `withoutOldAttempts`, without the events. */
export interface Attempts {
  /** Give it every event of the log, in order. */
  note(event: StoredEvent): void;
  /** True if a later attempt has taken the place of what was written there. */
  isGivenUp(seq: number): boolean;
}

export function createAttempts(): Attempts {
  const starts: { readonly step: number; readonly seq: number }[] = [];
  const givenUp: { readonly from: number; readonly to: number }[] = [];
  return {
    note(event) {
      if (event.type !== 'step_start') return;
      let from: number | undefined;
      while ((starts.at(-1)?.step ?? -1) >= event.step) from = starts.pop()?.seq;
      if (from !== undefined) givenUp.push({ from, to: event.seq });
      starts.push({ step: event.step, seq: event.seq });
    },
    isGivenUp: (seq) => givenUp.some(({ from, to }) => from <= seq && seq < to),
  };
}
