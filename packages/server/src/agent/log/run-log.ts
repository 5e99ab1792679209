import { applyRunEvent, createRunState, type StoredEvent } from '@millrace/engine';
import type { NewEvent, RunEnd, RunState } from '@millrace/engine/run';
import type { Answer, Claim, Durability, Lease, RunRow, RunStore } from '../../store/store.ts';
import { FencedError } from '../../store/store-error.ts';
import { type Bus, CHATS_TOPIC, runTopic } from './bus.ts';
import type { Clock } from './clock.ts';

/** The store failed, so nobody knows what became of the last write. Claim the run again before anything else. */
export class StoreTrouble extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'StoreTrouble';
  }
}

/**
 * The log of a run that is claimed, and what it adds up to. Whatever it writes, it has read all that stands before it.
 * Writes that are asked for at once are made one after the other.
 */
export interface RunLog {
  readonly claim: Claim;
  state(): RunState;
  append(events: readonly NewEvent[], durability: Durability): Promise<void>;
  /** Reads what others wrote. */
  catchUp(): Promise<void>;
  /** Keeps what a person is asked. */
  ask(events: readonly NewEvent[], step: number): Promise<void>;
  /** Closes what a person was asked, unless something has come since `seq`: it may have been decided. */
  expire(events: readonly NewEvent[], approvalIds: readonly string[], seq: number): Promise<void>;
  /** Appends, durable, and closes what a person was asked and has not decided. */
  withdraw(events: readonly NewEvent[], approvalIds: readonly string[]): Promise<void>;
  /** Makes another run in the same chat that continues a call. */
  handOver(
    events: readonly NewEvent[],
    followUp: { readonly runId: string; readonly events: readonly NewEvent[]; readonly lease: Lease },
  ): Promise<RunRow>;
  /** Lets everybody see a run that worked in the background, or gives it up until its chat is free. `behind`: look again. */
  surface(): Promise<'taken' | 'parked' | 'behind'>;
  /** Gives the run up until a person answers. False when something has come since `seq`. */
  park(wakeAt: number | null, seq: number): Promise<boolean>;
  /** Ends the run, and returns the run that may continue now. */
  end(event: RunEnd, answer: (state: RunState, now: number) => Answer): Promise<string | null>;
}

export interface RunLogParts {
  readonly store: RunStore;
  readonly bus: Bus;
  readonly clock: Clock;
  /** Told of each event once, in order. `isOld`: it was there before this worker came. */
  readonly onEvents?: ((events: readonly StoredEvent[], isOld: boolean) => void) | undefined;
}

const READ_AT_ONCE = 1000;

/** Reads a run's log from its beginning. Rejects with FencedError when the run is no longer ours, else with StoreTrouble. */
export async function openLog(
  { store, bus, clock, onEvents }: RunLogParts,
  claim: Claim,
  chatId: string,
): Promise<RunLog> {
  let state = createRunState();
  let last: Promise<unknown> = Promise.resolve();
  let isOld = true;

  function fold(events: readonly StoredEvent[]): void {
    state = events.reduce(applyRunEvent, state);
    onEvents?.(events, isOld);
  }

  async function catchUp(): Promise<void> {
    for (;;) {
      const events = await store.readEvents(claim.runId, state.seq, READ_AT_ONCE);
      fold(events);
      if (events.length < READ_AT_ONCE) return;
    }
  }

  /** One after the other. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  }

  /** Writes behind all there is. Others write too: what a person decides. */
  async function write<T>(attempt: (seq: number, now: number) => Promise<T | 'behind'>): Promise<T> {
    for (;;) {
      const written = await trusted(() => attempt(state.seq, clock.now()));
      if (written !== 'behind') return written;
      await trusted(catchUp);
    }
  }

  async function writeEvents(
    attempt: (seq: number, now: number) => ReturnType<RunStore['append']>,
  ): Promise<void> {
    take(await write(attempt));
  }

  /** Folds what was written, and hands it to those who watch the run here. */
  function take(stored: readonly StoredEvent[]): void {
    fold(stored);
    bus.publish(runTopic(claim.runId), undefined, stored);
  }

  await trusted(catchUp);
  isOld = false;
  return {
    claim,
    state: () => state,
    catchUp: () => inTurn(() => trusted(catchUp)),
    append: (events, durability) =>
      inTurn(() => writeEvents((seq, now) => store.append(claim, seq, events, now, durability))),
    ask: (events, step) => inTurn(() => writeEvents((seq, now) => store.ask(claim, seq, events, now, step))),
    withdraw: (events, approvalIds) =>
      inTurn(() => writeEvents((seq, now) => store.expire(claim, seq, events, now, approvalIds))),
    expire: (events, approvalIds, seq) =>
      inTurn(async () => {
        // The first decision counts: after it the events are no longer true.
        if (state.seq !== seq) return;
        const stored = await trusted(() => store.expire(claim, seq, events, clock.now(), approvalIds));
        if (stored === 'behind') return trusted(catchUp);
        take(stored);
      }),
    handOver: (events, followUp) =>
      inTurn(async () => {
        const { events: stored, run } = await write((seq, now) =>
          store.handOver(claim, seq, events, now, followUp),
        );
        take(stored);
        return run;
      }),
    surface: () =>
      inTurn(async () => {
        const done = await trusted(() => store.takeFloor(claim, state.seq));
        if (done === 'taken') bus.publish(CHATS_TOPIC, chatId);
        if (done === 'behind') await trusted(catchUp);
        return done;
      }),
    park: (wakeAt, seq) =>
      inTurn(async () => {
        // Nobody has looked at the events that were read meanwhile.
        if (state.seq !== seq) return false;
        if (await trusted(() => store.park(claim, seq, wakeAt))) {
          bus.publish(CHATS_TOPIC, chatId);
          return true;
        }
        await trusted(catchUp);
        return false;
      }),
    end: (event, answer) =>
      inTurn(async () => {
        const ended = await write((seq, now) => store.endRun(claim, seq, event, answer(state, now), now));
        onEvents?.([ended.event], false);
        bus.publish(runTopic(claim.runId), undefined, [ended.event]);
        bus.publish(CHATS_TOPIC, chatId);
        return ended.woken;
      }),
  };
}

/** Turns every error of a store into a FencedError or a StoreTrouble. */
export async function trusted<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw error instanceof FencedError ? error : new StoreTrouble(error);
  }
}
