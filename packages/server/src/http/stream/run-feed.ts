import { encodeSse, type StoredEvent } from '@millrace/engine';
import { formatPosition } from '@millrace/engine/run';
import { type Bus, runTopic } from '../../agent/log/bus.ts';
import { type Clock, systemClock } from '../../agent/log/clock.ts';
import type { RunRow, RunStore } from '../../store/store.ts';
import { StoreLostError } from '../../store/store-error.ts';

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
  /** Some of the lines after `seq`, at least one and not much more than a reader takes at once; none when the signal was aborted. */
  next(seq: number, signal: AbortSignal): Promise<readonly FeedLine[]>;
  /** The line with this number, if there is one. */
  find(seq: number): Promise<FeedLine | undefined>;
  close(): void;
}

interface Tail {
  readonly runId: string;
  readonly unsubscribe: () => void;
  /** Prevents the next look at the log without a hint. */
  stopLooking: () => void;
  /** The newest lines, without a gap; older ones are in the log. */
  lines: FeedLine[];
  /** The characters of these lines. */
  chars: number;
  newest: number;
  stale: boolean;
  /** Set when the log is no longer the one that was read. */
  lost: StoreLostError | undefined;
  reading: Promise<void> | undefined;
  /** The events that a writer handed over while the log was read. */
  handed: StoredEvent[];
  /** The last blocks of older lines that were read. */
  readonly past: Map<string, Promise<readonly FeedLine[]>>;
  /** How many lines fill a batch, as far as is known. */
  atOnce: number;
  watchers: number;
  readonly waiting: Set<() => void>;
}

/** So many that watchers who read slower than a fast model writes still find theirs: reading the log costs many times as much. */
const KEPT_LINES = 4000;
const KEPT_CHARS = 1024 * 1024;
/** Lines before the newest that the first watcher fetches for those who come after it. */
const SHARED_LINES = 200;
const BATCH_CHARS = 256 * 1024;
const KEPT_BLOCKS = 16;
const MOST_AT_ONCE = 500;
const FIRST_AT_ONCE = 50;
/** The one that is known, and some more. */
const FEWEST_AT_ONCE = 4;
/** Readers that come back together do so within this time. */
const LINGER_MS = 2000;
/** A process that dies between its write and its hint wakes nobody: the log is looked at this often anyway. */
const LOOK_MS = 5_000;

export interface RunFeedParts {
  readonly store: RunStore;
  readonly bus: Bus;
  readonly clock?: Clock;
}

/**
 * Shares the end of each watched run: one read of the log and one encoding serve all its watchers. What a run of this process
 * writes is handed over and not read; it is taken only where it goes on from what was read, under the same fence.
 * A watcher that fell behind what is kept reads the log, together with those who are at the same place.
 * The lines and characters that are kept are bounded, for a run and for a watcher.
 */
export function createRunFeed({ store, bus, clock = systemClock }: RunFeedParts): RunFeed {
  const tails = new Map<string, Tail>();

  function openTail(runId: string, newest: number): Tail {
    const waiting = new Set<() => void>();
    function hint(_about?: string, events?: readonly StoredEvent[]): void {
      if (events === undefined || !accept(tail, events)) tail.stale = true;
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
      chars: 0,
      newest,
      stale: true,
      lost: undefined,
      reading: undefined,
      handed: [],
      past: new Map(),
      atOnce: FIRST_AT_ONCE,
      watchers: 0,
      waiting,
    };
    tails.set(runId, tail);
    return tail;
  }

  function closeTail(tail: Tail): void {
    if (tail.watchers > 0) return;
    tail.unsubscribe();
    tail.stopLooking();
    if (tails.get(tail.runId) === tail) tails.delete(tail.runId);
  }

  async function refresh(tail: Tail): Promise<void> {
    for (;;) {
      tail.stale = false;
      const limit = tail.atOnce;
      const known = tail.lines.at(-1)?.event;
      // The last line is read again: a database that crashed may have lost what was not on disk yet.
      const lines = [...(await read(store, tail, tail.newest - (known ? 1 : 0), limit))];
      if (known !== undefined && lines.shift()?.event.fence !== known.fence) drop(tail);
      keep(tail, lines);
      if (lines.length + (known ? 1 : 0) < limit && !tail.stale) return;
    }
  }

  /** The sent events are no longer those of the log: watchers must come back with their positions. */
  function drop(tail: Tail): never {
    tail.lost = new StoreLostError(`The log of run ${tail.runId} lost its newest events.`, undefined);
    if (tails.get(tail.runId) === tail) tails.delete(tail.runId);
    for (const wake of tail.waiting) wake();
    throw tail.lost;
  }

  async function linesAfter(tail: Tail, seq: number): Promise<readonly FeedLine[]> {
    if (tail.lost) throw tail.lost;
    if (tail.stale || tail.reading) {
      tail.reading ??= refresh(tail).finally(() => {
        tail.reading = undefined;
        const { handed } = tail;
        tail.handed = [];
        const newer = handed.filter(({ seq }) => seq > tail.newest);
        if (!tail.stale && newer.length > 0) tail.stale = !accept(tail, newer);
      });
      await tail.reading;
    }
    if (seq >= tail.newest) return [];
    const first = tail.lines[0]?.event.seq ?? tail.newest + 1;
    return seq >= first - 1 ? batch(tail.lines, seq - first + 1) : readPast(store, tail, seq);
  }

  return {
    watch({ id, lastSeq }) {
      // Events from long before the first watcher came stay in the log.
      const tail = tails.get(id) ?? openTail(id, Math.max(0, lastSeq - SHARED_LINES));
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
        async find(seq) {
          const [line] = await linesAfter(tail, seq - 1);
          return line?.event.seq === seq ? line : undefined;
        },
        close() {
          tail.watchers -= 1;
          if (tail.watchers === 0) clock.after(LINGER_MS, () => closeTail(tail));
        },
      };
    },
  };
}

/** Takes events that their writer handed over. False when they do not go on from the newest line: then the log must be read. */
function accept(tail: Tail, events: readonly StoredEvent[]): boolean {
  const [first] = events;
  if (tail.stale || first === undefined) return !tail.stale;
  if (tail.reading !== undefined) {
    if (tail.handed.length > KEPT_LINES) return false;
    tail.handed.push(...events);
    return true;
  }
  const fence = tail.lines.at(-1)?.event.fence ?? first.fence;
  if (events.some((event, i) => event.seq !== tail.newest + 1 + i || event.fence !== fence)) return false;
  keep(tail, events.map(feedLine));
  return true;
}

async function read(store: RunStore, tail: Tail, seq: number, limit: number): Promise<readonly FeedLine[]> {
  const lines = (await store.readEvents(tail.runId, seq, limit)).map(feedLine);
  if (lines.length > 0) {
    const perLine = charsOf(lines) / lines.length;
    // Short lines may stand before long ones, so it grows slowly.
    const most = Math.min(MOST_AT_ONCE, 2 * tail.atOnce);
    tail.atOnce = Math.max(FEWEST_AT_ONCE, Math.min(most, Math.floor(BATCH_CHARS / perLine)));
  }
  return lines;
}

/** Older lines are read in blocks with fixed borders, so that readers in one block share it wherever they are. */
async function readPast(store: RunStore, tail: Tail, seq: number): Promise<readonly FeedLine[]> {
  const size = 2 ** Math.floor(Math.log2(tail.atOnce));
  const start = seq - (seq % size);
  const key = `${start}+${size}`;
  let lines = tail.past.get(key);
  if (lines !== undefined) {
    // The blocks that nobody has asked for the longest go first.
    tail.past.delete(key);
    tail.past.set(key, lines);
  } else {
    lines = read(store, tail, start, size);
    tail.past.set(key, lines);
    lines.then(
      // A block that is not full yet grows.
      ({ length }) => length < size && tail.past.delete(key),
      () => tail.past.delete(key),
    );
    const [oldest] = tail.past.keys();
    if (tail.past.size > KEPT_BLOCKS && oldest !== undefined) tail.past.delete(oldest);
  }
  const found = batch(await lines, seq - start);
  return found.length > 0 ? found : batch(await read(store, tail, seq, size), 0);
}

const charsOf = (lines: readonly FeedLine[]): number => lines.reduce((sum, { text }) => sum + text.length, 0);

/** Lines from an index on, until a batch is full. */
function batch(lines: readonly FeedLine[], from: number): readonly FeedLine[] {
  let chars = 0;
  let to = from;
  while (to < lines.length && chars < BATCH_CHARS) {
    chars += lines[to]?.text.length ?? 0;
    to += 1;
  }
  return lines.slice(from, to);
}

/** Adds the newest lines and forgets the oldest ones. That is done seldom, so that it costs little. */
function keep(tail: Tail, lines: readonly FeedLine[]): void {
  tail.lines.push(...lines);
  tail.chars += charsOf(lines);
  tail.newest = lines.at(-1)?.event.seq ?? tail.newest;
  if (tail.lines.length <= 2 * KEPT_LINES && tail.chars <= 2 * KEPT_CHARS) return;
  let chars = 0;
  let from = tail.lines.length;
  while (from > 0 && tail.lines.length - from < KEPT_LINES && chars < KEPT_CHARS) {
    from -= 1;
    chars += tail.lines[from]?.text.length ?? 0;
  }
  tail.lines = tail.lines.slice(from);
  tail.chars = chars;
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

function feedLine(stored: StoredEvent): FeedLine {
  const event = publicEvent(stored);
  return { event, text: encodeSse({ id: formatPosition(event), data: JSON.stringify(event) }) };
}

/** The data that a tool keeps for its inverse, for the calls that follow and for full screen stays on the server. */
function publicEvent(event: StoredEvent): StoredEvent {
  if (event.type !== 'tool_complete') return event;
  const { undo: _, seen: __, files: ___, ...told } = event;
  return told;
}
