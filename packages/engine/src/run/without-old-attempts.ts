import type { StoredEvent } from './run-events.ts';

/** The events that are still valid: those of given-up attempts are left out. Pure, linear. */
export function withoutOldAttempts(events: readonly StoredEvent[]): StoredEvent[] {
  const kept: StoredEvent[] = [];
  // The index in `kept` at which each step began.
  const starts: { readonly step: number; readonly at: number }[] = [];
  for (const event of events) {
    if (event.type === 'step_start') {
      while ((starts.at(-1)?.step ?? -1) >= event.step) kept.length = starts.pop()?.at ?? 0;
      starts.push({ step: event.step, at: kept.length });
    }
    kept.push(event);
  }
  return kept;
}
