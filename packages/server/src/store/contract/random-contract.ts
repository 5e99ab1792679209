import { isRunEnd } from '@millrace/engine/run';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openMemoryStore, type WholeStore as Store } from '../../../../../fixtures/whole-store.ts';
import type { Claim } from '../store.ts';
import { decided, mayClaim, mayClaimEnded, mayWrite } from './answers-by-rule.ts';
import { ANSWER, DELTA, type MakePlace, message, request, SEALER, START } from './place-contract.ts';
import { rule } from './rule-contract.ts';

/** An action of one of two workers or of a person. Its numbers choose among the things that exist by then. */
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
      readonly say: number;
    }
  | { readonly do: 'cancel'; readonly run: number; readonly command: number; readonly why: number }
  | { readonly do: 'expire'; readonly claim: number; readonly lag: number; readonly asked: number }
  | { readonly do: 'handOver' | 'takeFloor'; readonly claim: number; readonly lag: number }
  | { readonly do: 'claimEnded'; readonly run: number; readonly worker: number }
  | { readonly do: 'endRevert'; readonly claim: number; readonly call: number }
  | { readonly do: 'putRule'; readonly rule: number; readonly scope: number; readonly of: number }
  | { readonly do: 'deleteRule'; readonly rule: number }
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
  [
    6,
    fc.record({
      do: is('decide' as const),
      asked: few(4),
      command,
      hash: mostly(1),
      device: few(1),
      say: few(3),
    }),
  ],
  [1, fc.record({ do: is('cancel' as const), run, command, why: few(1) })],
  [1, fc.record({ do: is('expire' as const), claim, lag, asked: few(4) })],
  [1, fc.record({ do: is('handOver' as const), claim, lag })],
  [3, fc.record({ do: is('takeFloor' as const), claim, lag })],
  [2, fc.record({ do: is('claimEnded' as const), run: few(3), worker })],
  [1, fc.record({ do: is('endRevert' as const), claim, call: few(2) })],
  [1, fc.record({ do: is('putRule' as const), rule: few(2), scope: few(2), of: few(1) })],
  [1, fc.record({ do: is('deleteRule' as const), rule: few(2) })],
  [3, fc.record({ do: is('wait' as const), time: few(60) })],
];
const action = fc.oneof(...shapes.map(([weight, arbitrary]) => ({ weight, arbitrary })));

const SAYINGS = [
  { type: 'approve' },
  { type: 'reject' },
  { type: 'approve_always' },
  { type: 'approve_always', rule_id: 'rule-1' },
] as const;
const SCOPES = ['user', 'chat', 'workspace'] as const;

const ENDS = [
  { type: 'complete' },
  { type: 'cancelled' },
  { type: 'error', message: 'No', code: 'auth', retryable: false },
] as const;

const OFFERED = [0, 1].map((i) => ({
  rule: { id: `rule-${i}`, scope: 'chat', tool: 'write_to_file', verdict: 'allow' } as const,
  of: 'chat-0',
  text: 'Allow it',
}));

/** Lives through the same days with two stores, which must agree on every answer and answer as the rules say. */
class TwoStores {
  readonly runs: string[] = [];
  private now = 1_000;
  private readonly claims: Claim[] = [];
  private readonly taken = new Set<string>();
  private refusal: string | undefined;
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
    this.refusal = 'error' in real ? real.error : undefined;
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
        const [id, by] = [this.run(what.run), lease(what.worker)];
        const before = await this.real.getRun(id);
        const claimed = await this.both((store) => store.claimRun(id, by));
        expect(claimed?.fence).toBe(mayClaim(before, by.owner, now) ? (before?.fence ?? 0) + 1 : undefined);
        if (claimed) this.claims.unshift({ runId: claimed.id, fence: claimed.fence });
        return;
      }
      case 'claimEnded': {
        const id = this.run(what.run);
        const before = await this.real.getRun(id);
        const taken = await this.both((store) => store.claimEnded(id, lease(what.worker)));
        expect(taken !== undefined).toBe(mayClaimEnded(before, now));
        if (taken) this.claims.unshift({ runId: taken.id, fence: taken.fence });
        return;
      }
      case 'decide': {
        const asked = this.asked[what.asked] ?? { runId: this.run(0), approvalId: 'never' };
        const commandId = `decide-${what.command}`;
        const said = { argsHash: what.hash === 0 ? `hash-${asked.approvalId}` : 'other', ts: now };
        const rows = await this.real.readApprovals(asked.runId);
        const command = `${asked.runId} ${commandId}`;
        const expected = this.taken.has(command)
          ? 'decided'
          : decided(
              rows.find(({ id }) => id === asked.approvalId),
              said,
            );
        const decision = SAYINGS[what.say] ?? SAYINGS[0];
        const by = `device-${what.device}`;
        const result = await this.both((store) =>
          store.decide({ ...asked, ...said, commandId, decision, by }),
        );
        expect(result).toMatchObject({ type: expected });
        if (expected === 'decided') this.taken.add(command);
        return;
      }
      case 'cancel': {
        const ids = { commandId: `cancel-${what.command}`, runId: this.run(what.run), ts: now };
        const cancel = what.why === 0 ? ids : { ...ids, reason: 'message' as const };
        await this.both((store) => store.requestCancel(cancel));
        return;
      }
      case 'putRule': {
        const scope = SCOPES[what.scope] ?? 'user';
        const kept = rule(`rule-${what.rule}`, now, { scope, of: scope === 'user' ? '' : `chat-${what.of}` });
        await this.both((store) => store.putRule(kept));
        return;
      }
      case 'deleteRule':
        await this.both((store) => store.deleteRule(`rule-${what.rule}`));
        return;
      default:
        await this.work(what);
    }
  }

  /** Lets a worker act on a run that it claimed some time ago, perhaps too long ago. */
  private async work(what: Extract<Action, { readonly claim: number }>): Promise<void> {
    const { now } = this;
    const held = this.claims[what.claim] ?? { runId: this.run(what.claim), fence: 1 };
    const at = async (lag: number) => ((await this.model.getRun(held.runId))?.lastSeq ?? 0) - lag;
    const later = (time: number | null) => (time === null ? null : now + time);
    const before = await this.real.getRun(held.runId);
    /** Checks that a write was taken or refused as the rules say. */
    const judge = (seq: number | undefined, result: unknown): void => {
      const missed = result === 'behind' || result === false;
      expect(this.refusal ?? (missed ? 'behind' : 'done')).toBe(mayWrite(before, held, seq));
    };
    switch (what.do) {
      case 'renew':
        judge(
          undefined,
          await this.both((store) => store.renew(held, { owner: 'worker-0', now, leaseMs: 50 })),
        );
        return;
      case 'release':
        await this.both((store) => store.release(held));
        return;
      case 'endRevert': {
        const event = { type: 'revert', tool_use_id: 'call', ok: what.call === 1 } as const;
        await this.both((store) => store.endRevert(held, what.call === 0 ? null : event, now));
        return;
      }
      case 'append': {
        const [seq, events] = [await at(what.lag), [START, DELTA, DELTA].slice(0, what.count)];
        judge(seq, await this.both((store) => store.append(held, seq, events, now, 'relaxed')));
        return;
      }
      case 'ask': {
        const seq = await at(what.lag);
        const first = what.again === 0 ? this.asked.length : 0;
        const ids = Array.from({ length: what.count }, (_, i) => `ask-${first + i}`);
        const until = { rules: OFFERED, ...(what.time !== null && { expires_at: now + what.time }) };
        const events = [DELTA, ...ids.map((id) => request(id, until))];
        const result = await this.both((store) => store.ask(held, seq, events, now, 1));
        if (Array.isArray(result)) {
          this.asked.unshift(...ids.map((approvalId) => ({ runId: held.runId, approvalId })));
        }
        return;
      }
      case 'expire': {
        const [seq, ids] = [await at(what.lag), this.asked.slice(what.asked).map((each) => each.approvalId)];
        judge(seq, await this.both((store) => store.expire(held, seq, [DELTA], now, ids)));
        return;
      }
      case 'handOver': {
        const [seq, runId] = [await at(what.lag), `run-${this.runs.length}`];
        const followUp = { runId, events: [START], lease: { owner: 'worker-0', now, leaseMs: 50 } };
        const result = await this.both((store) => store.handOver(held, seq, [DELTA], now, followUp));
        judge(seq, result);
        if (typeof result !== 'object') return;
        this.runs.push(runId);
        this.claims.unshift({ runId, fence: 1 });
        this.now += 1;
        return;
      }
      case 'takeFloor': {
        const seq = await at(what.lag);
        await this.both((store) => store.takeFloor(held, seq));
        return;
      }
      case 'park': {
        const seq = await at(what.lag);
        await this.both((store) => store.park(held, seq, later(what.time)));
        return;
      }
      case 'end': {
        const [seq, end] = [await at(what.lag), ENDS[what.how] ?? ENDS[0]];
        judge(seq, await this.both((store) => store.endRun(held, seq, end, ANSWER, now)));
        return;
      }
    }
  }

  /** All that there is to see, in both. */
  async look(): Promise<void> {
    await this.both((store) => store.listChats());
    await this.both((store) => store.claimableRuns(this.now, 2));
    await this.both((store) => store.listRules());
    await this.both((store) => store.readRules({ chatId: 'chat-0', workspace: 'chat-1' }));
    for (const chat of ['chat-0', 'chat-1'])
      for (const seq of [0, 2]) await this.both((store) => store.readMessages(chat, seq));
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

/** The laws that hold for every run, no matter what happened to it. */
async function checkLaws(store: Store, runId: string): Promise<void> {
  const events = await store.readEvents(runId, 0, 1_000);
  const row = await store.getRun(runId);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, i) => i + 1));
  expect(row?.lastSeq).toBe(events.length);
  const fences = events.map(({ fence }) => fence);
  expect(fences).toEqual(fences.toSorted((a, b) => a - b));
  const ended = row?.status !== 'ready' && row?.status !== 'waiting';
  // Behind the end of a run stands only what was undone of it.
  const course = events.filter(({ type }) => type !== 'revert');
  expect(events.slice(0, course.length)).toEqual(course);
  expect(course.flatMap((event, i) => (isRunEnd(event) ? [i] : []))).toEqual(
    ended ? [course.length - 1] : [],
  );
  if (row?.status === 'waiting') expect(row).toMatchObject({ owner: null, leaseUntil: 0 });
  const ids = (type: string) =>
    events.flatMap((event) => (event.type === type && 'approval_id' in event ? [event.approval_id] : []));
  const approvals = await store.readApprovals(runId);
  expect(ids('approval_request')).toEqual(approvals.map(({ id }) => id));
  const decided = approvals.filter(({ status }) => status === 'decided').map(({ id }) => id);
  expect(ids('approval_decision').toSorted()).toEqual(decided.toSorted());
  if (ended) expect(approvals.filter(({ status }) => status === 'pending')).toEqual([]);
}

/** Each chat is at one run at most, and that is the one it tells. */
async function checkFloors(store: Store, runIds: readonly string[]): Promise<void> {
  const rows = await Promise.all(runIds.map((id) => store.getRun(id)));
  for (const chat of await store.listChats()) {
    const open = rows.filter(
      (row) =>
        row?.chatId === chat.id && !row.background && (row.status === 'ready' || row.status === 'waiting'),
    );
    expect(open.map((row) => row?.id)).toEqual(chat.run_id === null ? [] : [chat.run_id]);
    expect(chat.waiting).toBe(open[0]?.status === 'waiting');
  }
}

/** Random days of two workers and a person, beside a store on SQLite in memory: all databases give the same answers. */
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
          await checkFloors(real, stores.runs);
        } finally {
          await real.close();
          await place.remove();
        }
      }),
      { numRuns: days },
    );
  }, 120_000);
}
