import { encodeSse, formatPosition, type StoredEvent } from '@millrace/engine';
import { type Bus, runTopic } from '../agent/bus.ts';
import { type Clock, systemClock } from '../agent/clock.ts';
import type { RunRow, RunStore } from '../store/store.ts';

/** One event of a run as it goes over the wire. */
export interface FeedLine {
  readonly event: StoredEvent;
  readonly text: string;
}

export interface RunFeed {
  /** Joins the watchers of a run. */
  watch(run: Pick<RunRow, 'id' | 'lastSeq'>): RunWatch;
}

export interface RunWatch {
  /** The lines after `seq`, at least one; none when the signal was aborted. */
  next(seq: number, signal: AbortSignal): Promise<readonly FeedLine[]>;
  close(): void;
}

interface Tail {
  readonly runId: string;
  readonly unsubscribe: () => void;
  /** Prevents the next look at the log without a hint. */
  stopLooking: () => void;
  /** The newest lines, without a gap; older ones are in the log. */
  lines: FeedLine[];
  newest: number;
  stale: boolean;
  reading: Promise<void> | undefined;
  watchers: number;
  readonly waiting: Set<() => void>;
}

const KEPT_LINES = 1000;
const READ_AT_ONCE = 500;
/** A process that dies between its write and its hint wakes nobody: the log is looked at this often anyway. */
const LOOK_MS = 5_000;

export interface RunFeedParts {
  readonly store: RunStore;
  readonly bus: Bus;
  readonly clock?: Clock;
}

/**
 * Shares the end of each watched run: one read of the log and one encoding serve all its watchers.
 * A watcher that fell behind what is kept reads the log on its own.
 */
export function createRunFeed({ store, bus, clock = systemClock }: RunFeedParts): RunFeed {
  const tails = new Map<string, Tail>();

  function openTail(runId: string, newest: number): Tail {
    const waiting = new Set<() => void>();
    function hint(): void {
      tail.stale = true;
      for (const wake of waiting) wake();
      waiting.clear();
    }
    function lookLater(): () => void {
      return clock.after(LOOK_MS, () => {
        tail.stopLooking = lookLater();
        hint();
      });
    }
    const tail: Tail = {
      runId,
      unsubscribe: bus.subscribe(runTopic(runId), hint),
      stopLooking: lookLater(),
      lines: [],
      newest,
      stale: true,
      reading: undefined,
      watchers: 0,
      waiting,
    };
    tails.set(runId, tail);
    return tail;
  }

  async function refresh(tail: Tail): Promise<void> {
    for (;;) {
      tail.stale = false;
      const events = await store.readEvents(tail.runId, tail.newest, READ_AT_ONCE);
      tail.lines.push(...events.map(feedLine));
      tail.newest = tail.lines.at(-1)?.event.seq ?? tail.newest;
      if (tail.lines.length > 2 * KEPT_LINES) tail.lines = tail.lines.slice(-KEPT_LINES);
      if (events.length < READ_AT_ONCE && !tail.stale) return;
    }
  }

  async function linesAfter(tail: Tail, seq: number): Promise<readonly FeedLine[]> {
    if (tail.stale || tail.reading) {
      tail.reading ??= refresh(tail).finally(() => {
        tail.reading = undefined;
      });
      await tail.reading;
    }
    if (seq >= tail.newest) return [];
    const first = tail.lines[0]?.event.seq ?? tail.newest + 1;
    if (seq >= first - 1) return tail.lines.slice(seq - first + 1);
    return (await store.readEvents(tail.runId, seq, READ_AT_ONCE)).map(feedLine);
  }

  return {
    watch({ id, lastSeq }) {
      // What was there before the first watcher came stays in the log; each watcher catches up on its own.
      const tail = tails.get(id) ?? openTail(id, lastSeq);
      tail.watchers += 1;
      return {
        async next(seq, signal) {
          for (;;) {
            const lines = await linesAfter(tail, seq);
            if (lines.length > 0 || signal.aborted) return signal.aborted ? [] : lines;
            // A read that is under way may bring lines: sleep only when there is none.
            if (!tail.stale && !tail.reading) await wakeUp(tail.waiting, signal);
          }
        },
        close() {
          tail.watchers -= 1;
          if (tail.watchers > 0) return;
          tail.unsubscribe();
          tail.stopLooking();
          tails.delete(id);
        },
      };
    },
  };
}

function wakeUp(waiting: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = (): void => {
      waiting.delete(wake);
      signal.removeEventListener('abort', wake);
      resolve();
    };
    waiting.add(wake);
    signal.addEventListener('abort', wake);
  });
}

function feedLine(event: StoredEvent): FeedLine {
  return { event, text: encodeSse({ id: formatPosition(event), data: JSON.stringify(event) }) };
}
