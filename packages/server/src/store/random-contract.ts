import { isRunEnd } from '@millrace/engine';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openMemoryStore } from './memory/open-memory-store.ts';
import { ANSWER, DELTA, type MakePlace, message, request, SEALER, START } from './place-contract.ts';
import type { Claim, Store } from './store.ts';

/** What one of two workers or a person does. Numbers choose among what there is by then. */
type Action =
  | { readonly do: 'post'; readonly chat: number; readonly command: number }
  | { readonly do: 'claim'; readonly worker: number; readonly run: number }
  | { readonly do: 'renew' | 'release'; readonly claim: number }
  | { readonly do: 'append'; readonly claim: number; readonly lag: number; readonly count: number }
  | {
      readonly do: 'ask';
      readonly claim: number;
      readonly lag: number;
      readonly count: number;
      readonly again: number;
      readonly time: number | null;
    }
  | { readonly do: 'park'; readonly claim: number; readonly lag: number; readonly time: number | null }
  | { readonly do: 'end'; readonly claim: number; readonly lag: number; readonly how: number }
  | {
      readonly do: 'decide';
      readonly asked: number;
      readonly command: number;
      readonly hash: number;
      readonly device: number;
    }
  | { readonly do: 'cancel'; readonly run: number; readonly command: number }
  | { readonly do: 'wait'; readonly time: number };

const few = (max: number) => fc.nat({ max });
/** Mostly the first, so that most of what is done makes sense. */
const mostly = (max: number) => fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, few(max));
const worker = few(1);
const claim = mostly(3);
const run = few(1);
const command = few(9);
const lag = fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.integer({ min: -1, max: 2 }));
const time = fc.option(few(80), { nil: null });
const is = fc.constant;
const shapes: readonly (readonly [weight: number, shape: fc.Arbitrary<Action>])[] = [
  [2, fc.record({ do: is('post' as const), chat: few(1), command })],
  [4, fc.record({ do: is('claim' as const), worker, run })],
  [1, fc.record({ do: fc.constantFrom('renew' as const, 'release' as const), claim })],
  [3, fc.record({ do: is('append' as const), claim, lag, count: few(3) })],
  [5, fc.record({ do: is('ask' as const), claim, lag, count: few(2), again: mostly(1), time })],
  [2, fc.record({ do: is('park' as const), claim, lag, time })],
  [1, fc.record({ do: is('end' as const), claim, lag, how: few(2) })],
  [6, fc.record({ do: is('decide' as const), asked: few(4), command, hash: mostly(1), device: few(1) })],
  [1, fc.record({ do: is('cancel' as const), run, command })],
  [3, fc.record({ do: is('wait' as const), time: few(60) })],
];
const action = fc.oneof(...shapes.map(([weight, arbitrary]) => ({ weight, arbitrary })));

const ENDS = [
  { type: 'complete' },
  { type: 'cancelled' },
  { type: 'error', message: 'No', code: 'auth', retryable: false },
] as const;

/** Lives through the same days with two stores, which must agree on every answer. */
class TwoStores {
  readonly runs: string[] = [];
  private now = 1_000;
  private readonly claims: Claim[] = [];
  private readonly asked: { readonly runId: string; readonly approvalId: string }[] = [];
  private readonly real: Store;
  private readonly model: Store;

  constructor(real: Store, model: Store) {
    this.real = real;
    this.model = model;
  }

  /** Asks both the same; a refusal is an answer too. */
  async both<T>(ask: (store: Store) => Promise<T>): Promise<T | undefined> {
    const settle = (store: Store) =>
      ask(store).then(
        (value) => ({ value }),
        (error: Error) => ({ error: error.name }),
      );
    const [real, model] = [await settle(this.real), await settle(this.model)];
    expect(real).toEqual(model);
    return 'value' in real ? real.value : undefined;
  }

  async step(what: Action): Promise<void> {
    const { now } = this;
    const lease = (worker: number) => ({ owner: `worker-${worker}`, now, leaseMs: 50 });
    switch (what.do) {
      case 'wait':
        this.now += what.time;
        return;
      case 'post': {
        const runId = `run-${this.runs.length}`;
        const ids = {
          commandId: `post-${what.command}`,
          chatId: `chat-${what.chat}`,
          messageId: `m-${runId}`,
          runId,
        };
        const result = await this.both((store) => store.postMessage(message({ ...ids, ts: now })));
        if (result?.type === 'sent' && result.fresh) this.runs.push(runId);
        this.now += 1;
        return;
      }
      case 'claim': {
        const claimed = await this.both((store) => store.claimRun(this.run(what.run), lease(what.worker)));
        if (claimed) this.claims.unshift({ runId: claimed.id, fence: claimed.fence });
        return;
      }
      case 'decide': {
        const asked = this.asked[what.asked] ?? { runId: this.run(0), approvalId: 'never' };
        await this.both((store) =>
          store.decide({
            ...asked,
            commandId: `decide-${what.command}`,
            argsHash: what.hash === 0 ? `hash-${asked.approvalId}` : 'other',
            decision: { type: what.device === 0 ? 'approve' : 'reject' },
            by: `device-${what.device}`,
            ts: now,
          }),
        );
        return;
      }
      case 'cancel': {
        const cancel = { commandId: `cancel-${what.command}`, runId: this.run(what.run), ts: now };
        await this.both((store) => store.requestCancel(cancel));
        return;
      }
      default:
        await this.work(what);
    }
  }

  /** What a worker does with a run that it claimed some time ago, perhaps too long. */
  private async work(what: Extract<Action, { readonly claim: number }>): Promise<void> {
    const { now } = this;
    const held = this.claims[what.claim] ?? { runId: this.run(what.claim), fence: 1 };
    const at = async (lag: number) => ((await this.model.getRun(held.runId))?.lastSeq ?? 0) - lag;
    const later = (time: number | null) => (time === null ? null : now + time);
    switch (what.do) {
      case 'renew':
        await this.both((store) => store.renew(held, { owner: 'worker-0', now, leaseMs: 50 }));
        return;
      case 'release':
        await this.both((store) => store.release(held));
        return;
      case 'append': {
        const [seq, events] = [await at(what.lag), [START, DELTA, DELTA].slice(0, what.count)];
        await this.both((store) => store.append(held, seq, events, now, 'relaxed'));
        return;
      }
      case 'ask': {
        const seq = await at(what.lag);
        const first = what.again === 0 ? this.asked.length : 0;
        const ids = Array.from({ length: what.count }, (_, i) => `ask-${first + i}`);
        const until = what.time === null ? {} : { expires_at: now + what.time };
        const events = [DELTA, ...ids.map((id) => request(id, until))];
        const result = await this.both((store) => store.ask(held, seq, events, now, 1));
        if (Array.isArray(result)) {
          this.asked.unshift(...ids.map((approvalId) => ({ runId: held.runId, approvalId })));
        }
        return;
      }
      case 'park': {
        const seq = await at(what.lag);
        await this.both((store) => store.park(held, seq, later(what.time)));
        return;
      }
      case 'end': {
        const [seq, end] = [await at(what.lag), ENDS[what.how] ?? ENDS[0]];
        await this.both((store) => store.endRun(held, seq, end, ANSWER, now));
        return;
      }
    }
  }

  /** All that there is to see, in both. */
  async look(): Promise<void> {
    await this.both((store) => store.listChats());
    await this.both((store) => store.claimableRuns(this.now, 2));
    for (const chat of ['chat-0', 'chat-1']) await this.both((store) => store.readMessages(chat, 0));
    for (const id of this.runs) {
      await this.both((store) => store.getRun(id));
      await this.both((store) => store.readApprovals(id));
      await this.both((store) => store.readEvents(id, 0, 1_000));
    }
  }

  private run(index: number): string {
    return this.runs.at(-1 - index) ?? 'nothing';
  }
}

/** What holds for every run, whatever happened to it. */
async function checkLaws(store: Store, runId: string): Promise<void> {
  const events = await store.readEvents(runId, 0, 1_000);
  const row = await store.getRun(runId);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, i) => i + 1));
  expect(row?.lastSeq).toBe(events.length);
  const fences = events.map(({ fence }) => fence);
  expect(fences).toEqual(fences.toSorted((a, b) => a - b));
  const ended = row?.status !== 'ready' && row?.status !== 'waiting';
  expect(events.flatMap((event, i) => (isRunEnd(event) ? [i] : []))).toEqual(
    ended ? [events.length - 1] : [],
  );
  if (row?.status !== 'ready') expect(row).toMatchObject({ owner: null, leaseUntil: 0 });
  const ids = (type: string) =>
    events.flatMap((event) => (event.type === type && 'approval_id' in event ? [event.approval_id] : []));
  const approvals = await store.readApprovals(runId);
  expect(ids('approval_request')).toEqual(approvals.map(({ id }) => id));
  const decided = approvals.filter(({ status }) => status === 'decided').map(({ id }) => id);
  expect(ids('approval_decision').toSorted()).toEqual(decided.toSorted());
  if (ended) expect(approvals.filter(({ status }) => status === 'pending')).toEqual([]);
}

/** Random days of two workers and a person, beside a store on plain Maps. */
export function randomContract(makePlace: MakePlace, days: number): void {
  test('L24 whatever workers and people do, stale or late, the answers are those of the rules', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 10, maxLength: 60 }), async (actions) => {
        const place = await makePlace();
        const real = await place.open(SEALER);
        try {
          const stores = new TwoStores(real, openMemoryStore());
          for (const chat of ['chat-0', 'chat-1']) await stores.both((store) => store.createChat(chat, 1));
          // Something to work on from the start.
          for (const chat of [0, 1]) await stores.step({ do: 'post', chat, command: 9 - chat });
          for (const worker of [0, 1]) await stores.step({ do: 'claim', worker, run: worker });
          for (const what of actions) await stores.step(what);
          await stores.look();
          for (const id of stores.runs) await checkLaws(real, id);
        } finally {
          await real.close();
          await place.remove();
        }
      }),
      { numRuns: days },
    );
  }, 120_000);
}
