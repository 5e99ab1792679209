import { applyRunEvent, createRunState, type NewEvent, type RunEnd, type RunState } from '@millrace/engine';
import { type Answer, type Claim, type Durability, FencedError, type RunStore } from '../store/store.ts';
import { type Bus, CHATS_TOPIC, runTopic } from './bus.ts';
import type { Clock } from './clock.ts';

/** The store failed, so nobody knows what became of the last write. Claim the run again before anything else. */
export class StoreTrouble extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'StoreTrouble';
  }
}

/** The log of a run that is claimed, and what it adds up to. Whatever it writes, it has read all that stands before it. */
export interface RunLog {
  readonly claim: Claim;
  state(): RunState;
  append(events: readonly NewEvent[], durability: Durability): Promise<void>;
  /** Keeps what a person is asked. */
  ask(events: readonly NewEvent[], step: number): Promise<void>;
  /** Gives the run up until a person answers. False when something new has come. */
  park(wakeAt: number | null): Promise<boolean>;
  end(event: RunEnd, answer: (state: RunState, now: number) => Answer): Promise<void>;
}

export interface RunLogParts {
  readonly store: RunStore;
  readonly bus: Bus;
  readonly clock: Clock;
}

const READ_AT_ONCE = 1000;

/** Reads a run's log from its beginning. Rejects with FencedError when the run is no longer ours, else with StoreTrouble. */
export async function openLog({ store, bus, clock }: RunLogParts, claim: Claim): Promise<RunLog> {
  let state = createRunState();

  async function catchUp(): Promise<void> {
    for (;;) {
      const events = await store.readEvents(claim.runId, state.seq, READ_AT_ONCE);
      state = events.reduce(applyRunEvent, state);
      if (events.length < READ_AT_ONCE) return;
    }
  }

  /** Writes behind all there is. Others write too: what a person decides. */
  async function write<T>(attempt: (seq: number, now: number) => Promise<T | 'behind'>): Promise<T> {
    for (;;) {
      const written = await trusted(() => attempt(state.seq, clock.now()));
      if (written !== 'behind') return written;
      await trusted(catchUp);
    }
  }

  await trusted(catchUp);
  return {
    claim,
    state: () => state,
    async append(events, durability) {
      const stored = await write((seq, now) => store.append(claim, seq, events, now, durability));
      state = stored.reduce(applyRunEvent, state);
      bus.publish(runTopic(claim.runId));
    },
    async ask(events, step) {
      const stored = await write((seq, now) => store.ask(claim, seq, events, now, step));
      state = stored.reduce(applyRunEvent, state);
      bus.publish(runTopic(claim.runId));
    },
    async park(wakeAt) {
      if (await trusted(() => store.park(claim, state.seq, wakeAt))) return true;
      await trusted(catchUp);
      return false;
    },
    async end(event, answer) {
      await write((seq, now) => store.endRun(claim, seq, event, answer(state, now), now));
      bus.publish(runTopic(claim.runId));
      bus.publish(CHATS_TOPIC);
    },
  };
}

/** Whatever a store throws is FencedError or StoreTrouble. */
export async function trusted<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw error instanceof FencedError ? error : new StoreTrouble(error);
  }
}
