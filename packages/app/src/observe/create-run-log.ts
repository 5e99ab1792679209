import type { Observe } from '@millrace/server';
import pino, { type DestinationStream, type Level } from 'pino';

/** Lines of JSON about what a server does, and about its trouble. */
export interface RunLog {
  readonly observe: Observe;
  /** Tells one sentence about trouble, as `console` would. */
  tell(level: 'warn' | 'error', words: string): void;
}

/** Writes a line of JSON for each observation. It has what an observation has: ids, names, times and counts. */
export function createRunLog(level: Level, to?: DestinationStream): RunLog {
  const options = { level, base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime };
  const log = to === undefined ? pino(options) : pino(options, to);
  return {
    observe({ type, ...facts }) {
      // How many streams are open is a number for metrics: a line for each would be most of the log.
      if (type === 'streams') return;
      const isBad =
        'status' in facts &&
        (facts.status === 'lost' || facts.status === 'failed' || Number(facts.status) >= 500);
      log[isBad ? 'warn' : 'info'](facts, type);
    },
    tell: (how, words) => log[how](words),
  };
}
