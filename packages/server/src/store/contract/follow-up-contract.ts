import { expect, test } from 'vitest';
import type { WholeStore as Store } from '../../../../../fixtures/whole-store.ts';
import type { Claim } from '../store.ts';
import { FencedError } from '../store-error.ts';
import {
  ANSWER,
  DELTA,
  decision,
  lease,
  type MakePlace,
  message,
  request,
  START,
  storeUnderTest,
} from './place-contract.ts';

const COMPLETE = { type: 'complete' } as const;

/** Runs that continue in the background of a chat, and how they come to its front. */
export function followUpContract(makePlace: MakePlace): void {
  const at = storeUnderTest(makePlace);
  const followUp = (runId: string) => ({ runId, events: [START], lease: lease('worker-1', 2_000) });

  /** The claims of a run that the chat is at, and of such in its background. Each log ends at 1. */
  async function handedOver<const Ids extends readonly string[]>(
    ...ids: Ids
  ): Promise<readonly [front: Claim, ...behind: { [I in keyof Ids]: Claim }]> {
    const run = await at.claimed();
    await at.store.append(run, 0, [START], 5, 'durable');
    for (const [i, id] of ids.entries()) await at.store.handOver(run, 1, [], 10 + i, followUp(id));
    const behind = ids.map((runId) => ({ runId, fence: 1 }));
    // One for each id, which `map` does not tell.
    return [run, ...(behind as { [I in keyof Ids]: Claim })];
  }

  const end = (claim: Claim, store: Store = at.store) => store.endRun(claim, 1, COMPLETE, ANSWER, 50);
  const post = (runId: string, store: Store = at.store) =>
    store.postMessage(message({ commandId: runId, messageId: `m-${runId}`, runId, ts: 60 }));
  const front = async () => (await at.store.getChat('chat-1'))?.run_id;
  const status = async (runId: string) => (await at.store.getRun(runId))?.status;

  test('L69 handing over writes the events and makes a claimed run in the background', async () => {
    const run = await at.claimed();
    const inSpan = { ...DELTA, span_id: 'call' };
    const more = { ...followUp('run-2'), events: [START, inSpan] };
    const result = await at.store.handOver(run, 0, [DELTA, inSpan], 7, more);
    const row = {
      id: 'run-2',
      chatId: 'chat-1',
      model: 'demo/demo',
      status: 'ready',
      fence: 1,
      lastSeq: 2,
      owner: 'worker-1',
      leaseUntil: 2_100,
      wakeAt: null,
      cancelAt: null,
      cancelReason: null,
      background: true,
    };
    const events = [
      { ...DELTA, seq: 1, fence: 1, ts: 7 },
      { ...inSpan, seq: 2, fence: 1, ts: 7 },
    ];
    expect(result).toEqual({ events, run: row });
    expect(await at.store.readEvents('run-1', 0, 10)).toEqual(events);
    expect(await at.store.getRun('run-2')).toEqual(row);
    const first = await at.store.readEvents('run-2', 0, 10);
    expect(first).toEqual([{ ...START, seq: 1, fence: 1, ts: 7 }, events[1]]);
    const next = { runId: 'run-2', fence: 1 };
    expect(await at.store.append(next, 2, [DELTA], 8, 'relaxed')).toMatchObject([{ seq: 3 }]);
    // Free for others when its lease is over, as any run.
    expect((await at.store.claimableRuns(2_100, 10)).map(({ id }) => id)).toEqual(['run-2', 'run-1']);
    expect(await at.store.claimRun('run-2', lease('worker-2', 2_100))).toMatchObject({
      fence: 2,
      background: true,
    });
    await expect(at.store.append(next, 3, [DELTA], 8, 'relaxed')).rejects.toBeInstanceOf(FencedError);
  });

  test('L69 who is behind, or names a run that there is, hands nothing over', async () => {
    const [run] = await handedOver();
    for (const seq of [0, 2]) {
      expect(await at.store.handOver(run, seq, [DELTA], 7, followUp('run-2'))).toBe('behind');
    }
    expect(await at.store.getRun('run-2')).toBeUndefined();
    expect(await at.store.readEvents('run-2', 0, 10)).toEqual([]);
    await expect(at.store.handOver(run, 1, [DELTA], 7, followUp('run-1'))).rejects.toThrow();
    expect(await at.store.readEvents('run-1', 1, 10)).toEqual([]);
    expect(await at.store.getRun('run-1')).toMatchObject({ fence: 1, lastSeq: 1, background: false });
  });

  test('L70 a background run takes the floor that is free, once and for all', async () => {
    const [run, a] = await handedOver('a');
    await end(run);
    expect(await at.store.takeFloor(a, 1)).toBe('taken');
    expect(await at.store.getRun('a')).toMatchObject({ background: false, status: 'ready', fence: 1 });
    expect(await at.store.takeFloor(a, 1)).toBe('taken');
    expect(await front()).toBe('a');
    expect(await at.store.append(a, 1, [DELTA], 8, 'relaxed')).toHaveLength(1);
  });

  test.each(['ready', 'waiting'])('L70 it is parked while another run is %s there', async (other) => {
    const [run, a] = await handedOver('a');
    if (other === 'waiting') await at.store.park(run, 1, null);
    expect(await at.store.takeFloor(a, 1)).toBe('parked');
    const parked = { status: 'waiting', owner: null, leaseUntil: 0, wakeAt: null, background: true };
    expect(await at.store.getRun('a')).toMatchObject(parked);
    expect(await front()).toBe('run-1');
    expect(await at.store.claimRun('a', lease('worker-2', 1e12))).toBeUndefined();
    await expect(at.store.takeFloor(a, 1)).rejects.toBeInstanceOf(FencedError);
  });

  test('L70 it is neither when something came that its worker does not know', async () => {
    const [run, a, b] = await handedOver('a', 'b');
    for (const seq of [0, 2]) expect(await at.store.takeFloor(a, seq)).toBe('behind');
    await at.store.requestCancel({ commandId: 'stop', runId: 'b', ts: 20 });
    expect(await at.store.takeFloor(b, 1)).toBe('behind');
    await end(run);
    expect(await at.store.takeFloor(a, 0)).toBe('behind');
    expect(await at.store.takeFloor(b, 1)).toBe('behind');
    for (const id of ['a', 'b']) {
      expect(await at.store.getRun(id)).toMatchObject({ status: 'ready', background: true, fence: 1 });
    }
  });

  test('L70 of two that try at once, one gets the floor', async () => {
    const other = await at.openAnother();
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    const [run, ...behind] = await handedOver(...ids);
    await end(run);
    const tried = await Promise.all(behind.map((claim, i) => (i % 2 ? other : at.store).takeFloor(claim, 1)));
    expect(tried.toSorted()).toEqual([...ids.slice(1).map(() => 'parked'), 'taken']);
    expect(await front()).toBe(ids[tried.indexOf('taken')]);
  });

  test('L70 a message and a background run that come at once do not both get the floor', async () => {
    const other = await at.openAnother();
    const [run, ...behind] = await handedOver('a', 'b', 'c', 'd', 'e');
    await end(run);
    for (const [i, claim] of behind.entries()) {
      const [floor, sent] = await Promise.all([other.takeFloor(claim, 1), post(`next-${i}`)]);
      expect([floor, sent.type]).toEqual(floor === 'taken' ? ['taken', 'run_active'] : ['parked', 'sent']);
      const id = floor === 'taken' ? claim.runId : `next-${i}`;
      expect(await front()).toBe(id);
      // A run that waits for it by then does not block the next round.
      const won = await at.store.claimRun(id, lease('worker-1', 1e6));
      const seq = (await at.store.getRun(id))?.lastSeq ?? 0;
      await at.store.endRun({ runId: id, fence: won?.fence ?? 0 }, seq, COMPLETE, ANSWER, 70);
    }
  });

  test('L71 the end of the run at the front readies the oldest that waits for it, just one', async () => {
    const [run, c, a, b] = await handedOver('c', 'a', 'b');
    for (const claim of [b, a, c]) expect(await at.store.takeFloor(claim, 1)).toBe('parked');
    expect(await end(run)).toMatchObject({ event: { type: 'complete' }, woken: 'c' });
    expect(await at.store.getRun('c')).toMatchObject({ status: 'ready', owner: null, background: true });
    expect([await status('a'), await status('b')]).toEqual(['waiting', 'waiting']);
    const claim = { runId: 'c', fence: 2 };
    expect(await at.store.claimRun('c', lease('worker-2', 0))).toMatchObject({ fence: 2 });
    expect(await at.store.takeFloor(claim, 1)).toBe('taken');
    expect(await end(claim)).toMatchObject({ woken: 'a' });
    expect((await at.store.readMessages('chat-1', 1)).map(({ id }) => id)).toEqual(['run-1', 'c']);
  });

  test('L71 a message that comes first goes first, and the run waits again', async () => {
    const [run, a] = await handedOver('a');
    await at.store.takeFloor(a, 1);
    await end(run);
    expect(await post('run-2')).toMatchObject({ type: 'sent' });
    await at.store.claimRun('a', lease());
    expect(await at.store.takeFloor({ ...a, fence: 2 }, 1)).toBe('parked');
    await at.store.claimRun('run-2', lease());
    const next = await at.store.endRun({ runId: 'run-2', fence: 1 }, 0, COMPLETE, ANSWER, 80);
    expect(next).toMatchObject({ woken: 'a' });
  });

  test('L71 the end of a background run wakes nobody while the floor is taken, else the next', async () => {
    const [run, a, b, c] = await handedOver('a', 'b', 'c');
    for (const claim of [a, b]) await at.store.takeFloor(claim, 1);
    expect(await end(c)).toMatchObject({ woken: null });
    expect(await front()).toBe('run-1');
    expect(await end(run)).toMatchObject({ woken: 'a' });
    // It gives up before it took the floor that it was offered: the next one is not forgotten.
    await at.store.claimRun('a', lease());
    expect(await end({ ...a, fence: 2 })).toMatchObject({ woken: 'b' });
  });

  test('L71 who was made ready otherwise takes nobody’s turn', async () => {
    const [run, a, b, c] = await handedOver('a', 'b', 'c');
    await at.store.ask(b, 1, [request()], 8, 1);
    await at.store.takeFloor(a, 1);
    expect(await at.store.takeFloor(b, 2)).toBe('parked');
    await at.store.takeFloor(c, 1);
    const stop = { commandId: 'stop', runId: 'a', ts: 20 };
    expect(await at.store.requestCancel(stop)).toMatchObject({ status: 'ready', cancelAt: 20 });
    expect(await at.store.decide(decision('ask-1', { runId: 'b' }))).toMatchObject({ type: 'decided' });
    expect(await end(run)).toMatchObject({ woken: 'c' });
  });

  test('L71 the floor that is left while another asks for it is not lost', async () => {
    const other = await at.openAnother();
    for (let i = 0; i < 6; i += 1) {
      const [chatId, runId] = [`chat-${10 + i}`, `front-${i}`];
      await at.store.createChat(chatId, 1);
      await at.store.postMessage(message({ commandId: runId, chatId, messageId: `m-${i}`, runId }));
      await at.store.claimRun(runId, lease());
      const run = { runId, fence: 1 };
      const next = { runId: `next-${i}`, fence: 1 };
      await at.store.handOver(run, 0, [START], 7, followUp(next.runId));
      const [ended, floor] = await Promise.all([end(run), other.takeFloor(next, 1)]);
      expect([floor, ended]).toMatchObject(
        floor === 'taken' ? ['taken', { woken: null }] : ['parked', { woken: next.runId }],
      );
      expect(await status(next.runId)).toBe('ready');
    }
  });

  test('L72 a run in the background is not the one that its chat is at', async () => {
    const [run, a] = await handedOver('a');
    const chat = await at.store.getChat('chat-1');
    expect(chat).toMatchObject({ run_id: 'run-1', waiting: false });
    expect(await at.store.listChats()).toEqual([chat]);
    await end(run);
    expect(await front()).toBeNull();
    expect(await post('run-2')).toMatchObject({ type: 'sent' });
    await at.store.takeFloor(a, 1);
    expect(await at.store.getChat('chat-1')).toMatchObject({ run_id: 'run-2', waiting: false });
    expect(await post('run-3')).toEqual({ type: 'run_active', runId: 'run-2' });
    // Its end leaves the floor to whom it belongs.
    await at.store.requestCancel({ commandId: 'stop', runId: 'a', ts: 20 });
    await at.store.claimRun('a', lease());
    expect(await at.store.endRun({ ...a, fence: 2 }, 1, { type: 'cancelled' }, ANSWER, 90)).toMatchObject({
      woken: null,
    });
    expect(await front()).toBe('run-2');
  });

  test('L73 a message keeps the mode that it was sent in', async () => {
    await at.store.createChat('chat-1', 1);
    await at.store.postMessage(message({ mode: 'architect' }));
    expect(await at.store.readMessages('chat-1', 0)).toEqual([
      { id: 'msg-1', seq: 1, ts: 1_000, role: 'user', text: 'Hello', status: 'completed', mode: 'architect' },
    ]);
  });
}
