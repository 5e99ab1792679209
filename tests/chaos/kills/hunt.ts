import type { CallRecord } from './call-record.ts';
import { checkEffects, checkKeys } from './check-effects.ts';
import { createFindings, type Fault, type Findings } from './findings.ts';
import type { Effect, Ledger } from './ledger.ts';

export interface Hunt {
  /** Aborted when what is sought has been found. */
  readonly found: AbortSignal;
  /** The effects of runs that were seen to end: calls of others are in no log that anybody has read. */
  known(): Effect[];
  stop(): void;
}

export interface Hunted {
  /** The faults that all must be found; if there are none, any one is enough. */
  readonly sought: readonly Fault[];
  readonly findings: Findings;
  readonly ledger: Ledger;
  readonly calls: ReadonlyMap<string, CallRecord>;
}

const EVERY_MS = 100;

/** Looks for faults while the servers run, so that a search for a planted bug lasts as long as it takes and no longer. */
export function startHunt({ sought, findings, ledger, calls }: Hunted): Hunt {
  const found = new AbortController();
  const ended = (runId: string): boolean => [...calls.values()].some((call) => call.runId === runId);
  function known(): Effect[] {
    return ledger.effects.filter(({ runId }) => ended(runId));
  }
  function look(): void {
    const inEffects = createFindings(() => {});
    checkEffects(known(), calls, inEffects);
    checkKeys(ledger.effects, inEffects);
    const isFound = (fault: Fault): boolean =>
      (findings.counts.get(fault) ?? 0) + (inEffects.counts.get(fault) ?? 0) > 0;
    const all = [...findings.counts.keys()];
    if (sought.length > 0 ? sought.every(isFound) : all.some(isFound)) found.abort();
  }
  const timer = setInterval(look, EVERY_MS);
  return { found: found.signal, known, stop: () => clearInterval(timer) };
}
