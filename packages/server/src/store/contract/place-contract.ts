import type { StoredEvent } from '@millrace/engine';
import type { ApprovalRequest, RunEvent } from '@millrace/engine/run';
import { afterEach, beforeEach, expect } from 'vitest';
import type { WholeStore as Store } from '../../../../../fixtures/whole-store.ts';
import { createSealer, type Sealer } from '../seal/sealer.ts';
import type { Answer, Claim, Lease, NewDecision, NewMessage } from '../store.ts';
import type { Row, SqlValue } from '../tx.ts';

/** The database of a store under test. */
export interface StorePlace {
  /** Opens the same place again each time it is called. */
  open(sealer: Sealer): Promise<Store>;
  /** All that somebody finds who has the database and no key. */
  dump(): Promise<Uint8Array>;
  /** Runs SQL as somebody who can write the database and has no key. */
  ask(sql: string, ...params: SqlValue[]): Promise<Row[]>;
  remove(): void | Promise<void>;
}

export type MakePlace = () => StorePlace | Promise<StorePlace>;

/** A store of its own for each test. */
export interface StoreUnderTest {
  readonly store: Store;
  readonly place: StorePlace;
  /** Another opener of the same place, as a second process is one. */
  openAnother(): Promise<Store>;
  reopen(): Promise<Store>;
  /** A chat with one message, and the claim of the run that answers it. */
  claimed(): Promise<Claim>;
}

/** The sealer of the tests is a real one. */
export const SEALER = createSealer(new Uint8Array(32).fill(7));

export function storeUnderTest(makePlace: MakePlace): StoreUnderTest {
  let place: StorePlace;
  let stores: Store[];
  beforeEach(async () => {
    place = await makePlace();
    stores = [await place.open(SEALER)];
  });
  afterEach(async () => {
    for (const store of stores) await store.close();
    await place.remove();
  });
  const first = (): Store => {
    const [store] = stores;
    if (store === undefined) throw new Error('No store is open.');
    return store;
  };
  return {
    get store() {
      return first();
    },
    get place() {
      return place;
    },
    async openAnother() {
      const store = await place.open(SEALER);
      stores.push(store);
      return store;
    },
    async reopen() {
      await stores.shift()?.close();
      stores.unshift(await place.open(SEALER));
      return first();
    },
    async claimed() {
      await first().createChat('chat-1', 1);
      await first().postMessage(message());
      const run = await first().claimRun('run-1', lease());
      if (run === undefined) throw new Error('The run could not be claimed.');
      return { runId: run.id, fence: run.fence };
    },
  };
}

export const START: RunEvent = { type: 'step_start', step: 1, attempt: 1 };
export const DELTA: RunEvent = {
  type: 'content_block_delta',
  index: 0,
  delta: { type: 'text_delta', text: 'Grüße 🌊' },
};
export const ANSWER: Answer = { role: 'assistant', text: 'Answer', status: 'completed' };

export function message(more: Partial<NewMessage> = {}): NewMessage {
  return {
    commandId: 'cmd-1',
    chatId: 'chat-1',
    messageId: 'msg-1',
    runId: 'run-1',
    text: 'Hello',
    model: 'demo/demo',
    ts: 1_000,
    ...more,
  };
}

/** A lease of 100 from `now` on. */
export function lease(owner = 'worker-1', now = 1_000): Lease {
  return { owner, now, leaseMs: 100 };
}

export function request(id = 'ask-1', more: Partial<ApprovalRequest> = {}): ApprovalRequest {
  return {
    type: 'approval_request',
    approval_id: id,
    tool_use_id: `call-${id}`,
    tool: 'write_to_file',
    input: { path: 'a.ts', content: 'x' },
    args_hash: `hash-${id}`,
    ...more,
  };
}

export function decision(id = 'ask-1', more: Partial<NewDecision> = {}): NewDecision {
  return {
    commandId: `decide-${id}`,
    runId: 'run-1',
    approvalId: id,
    argsHash: `hash-${id}`,
    decision: { type: 'approve' },
    by: 'device-1',
    ts: 2_000,
    ...more,
  };
}

/** The events of an append that was not behind. */
export function events(result: StoredEvent[] | 'behind'): StoredEvent[] {
  expect(result).not.toBe('behind');
  return result === 'behind' ? [] : result;
}
