import type { Tool, ToolOutcome } from '../../tools/define/tool.ts';
import type { Clock } from '../log/clock.ts';
import { refusal } from './refusal.ts';

/** The limit for a tool that names none. */
const LIMIT_MS = 10 * 60_000;
/** A tool that always takes long may take a day. */
const BACKGROUND_LIMIT_MS = 24 * 60 * 60_000;
/** After an order to stop, work has this long to end; then it is given up. */
const GRACE_MS = 5_000;
/** The longest time that a timer can hold. */
const LONGEST_MS = 2 ** 31 - 1;

export interface Limited {
  readonly clock: Clock;
  readonly tool: Pick<Tool, 'name' | 'effect' | 'background' | 'timeLimitMs'>;
  /** Aborted when nobody wants the outcome any more. */
  readonly signal: AbortSignal;
}

/** The limits of a piece of work. */
export interface Limits {
  /** Aborted when its time is over too. */
  readonly signal: AbortSignal;
  /** Waits for a person or for a sub-agent, which takes as long as it takes. */
  wait<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Lets a tool work until it is done, its time is over or nobody wants it any more. Always settles: what does not stop when it is
 * told to is given up a few seconds later, so that no tool keeps the workspace for itself. Rejects with the reason of the signal.
 */
export async function withTimeLimit(
  { clock, tool, signal }: Limited,
  work: (limits: Limits) => Promise<ToolOutcome>,
): Promise<ToolOutcome> {
  const late = new AbortController();
  const both = AbortSignal.any([signal, late.signal]);
  const ms = tool.timeLimitMs ?? (tool.background ? BACKGROUND_LIMIT_MS : LIMIT_MS);
  const timer = startTimer(clock, Math.min(ms, LONGEST_MS), () => late.abort(LATE));
  let given = false;
  const running = work({ signal: both, wait: timer.wait });
  try {
    const outcome = await orGivenUp(clock, both, running, () => {
      given = true;
    });
    return late.signal.aborted && outcome.is_error ? tooLate(tool, ms, given) : outcome;
  } catch (error) {
    signal.throwIfAborted();
    if (!late.signal.aborted) throw error;
    return tooLate(tool, ms, given);
  } finally {
    timer.stop();
  }
}

const LATE = new Error('This call has timed out.');

/** Waits a while for work that should stop. Then rejects with the reason, and ignores what the work still does. */
export async function orGivenUp<T>(
  clock: Clock,
  signal: AbortSignal,
  running: Promise<T>,
  onGivenUp = (): void => {},
): Promise<T> {
  running.catch(() => {});
  let stopGrace = (): void => {};
  let begin = (): void => {};
  const given = new Promise<never>((_, reject) => {
    begin = () => {
      stopGrace = clock.after(GRACE_MS, () => {
        onGivenUp();
        reject(signal.reason);
      });
    };
    if (signal.aborted) begin();
    else signal.addEventListener('abort', begin, { once: true });
  });
  try {
    return await Promise.race([running, given]);
  } finally {
    signal.removeEventListener('abort', begin);
    stopGrace();
  }
}

interface Timer {
  wait<T>(work: () => Promise<T>): Promise<T>;
  stop(): void;
}

/** Does something after a time, in which waiting for others does not count. */
function startTimer(clock: Clock, ms: number, run: () => void): Timer {
  const now = (): number => clock.steady?.() ?? clock.now();
  let left = ms;
  let since = now();
  let waits = 0;
  let cancel = clock.after(left, run);
  return {
    async wait(work) {
      waits += 1;
      if (waits === 1) {
        cancel();
        left -= now() - since;
      }
      try {
        return await work();
      } finally {
        waits -= 1;
        if (waits === 0) {
          since = now();
          cancel = clock.after(Math.max(0, left), run);
        }
      }
    },
    stop() {
      waits = Number.POSITIVE_INFINITY;
      cancel();
    },
  };
}

function tooLate(
  { name, effect }: Pick<Tool, 'name' | 'effect'>,
  ms: number,
  isGivenUp: boolean,
): ToolOutcome {
  const part = effect === 'read' ? '' : ' It may have done part of its work: check before you run it again.';
  const still = isGivenUp ? ' It did not stop when told to, and may still be running.' : '';
  return refusal({ code: 'timed_out', limit_ms: ms }, name, `${part}${still}`);
}
