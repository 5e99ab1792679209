import type { RunEvent } from '@millrace/engine/run';
import { expect, test } from 'vitest';
import { FencedError } from '../store-error.ts';
import {
  ANSWER,
  DELTA,
  events,
  lease,
  type MakePlace,
  message,
  request,
  START,
  storeUnderTest,
} from './place-contract.ts';

/** The promises of a run's log. */
export function logContract(makePlace: MakePlace): void {
  const at = storeUnderTest(makePlace);

  test('L1 events get gapless numbers and come back as they went in', async () => {
    const run = await at.claimed();
    const first = await at.store.append(run, 0, [START], 5, 'durable');
    const more = await at.store.append(run, 1, [DELTA, DELTA], 6, 'relaxed');
    const stored = [
      { ...START, seq: 1, fence: 1, ts: 5 },
      { ...DELTA, seq: 2, fence: 1, ts: 6 },
      { ...DELTA, seq: 3, fence: 1, ts: 6 },
    ];
    expect([...events(first), ...events(more)]).toEqual(stored);
    expect(await at.store.readEvents('run-1', 0, 100)).toEqual(stored);
    expect(await at.store.readEvents('run-1', 1, 1)).toEqual(stored.slice(1, 2));
    expect(await at.store.readEvents('run-1', 3, 100)).toEqual([]);
    expect((await at.store.getRun('run-1'))?.lastSeq).toBe(3);
  });

  test('L1 a long batch is written whole, and an empty one changes nothing', async () => {
    const run = await at.claimed();
    // More than a database takes as parameters of one statement.
    const count = 8_000;
    const batch = Array.from({ length: count }, (_, i): RunEvent => ({ type: 'status', message: `${i}` }));
    expect(events(await at.store.append(run, 0, batch, 5, 'relaxed'))).toHaveLength(count);
    const stored = await at.store.readEvents('run-1', 0, 2 * count);
    const said = stored.map((event) => event.type === 'status' && `${event.seq}: ${event.message}`);
    expect(said).toEqual(batch.map((_, i) => `${i + 1}: ${i}`));
    expect(await at.store.append(run, count, [], 6, 'durable')).toEqual([]);
    expect((await at.store.getRun('run-1'))?.lastSeq).toBe(count);
  });

  test('L1 text of any kind comes back as it went in', async () => {
    const hostile = 'NUL \0, half a pair \ud800, 🌊, \u2028, "quotes", \\, </script>, עברית';
    await at.store.createChat('chat-1', 1);
    await at.store.postMessage(message({ text: hostile }));
    await at.store.claimRun('run-1', lease());
    const said: RunEvent = {
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'text_delta', text: hostile },
    };
    await at.store.append({ runId: 'run-1', fence: 1 }, 0, [said], 1, 'durable');
    expect((await at.store.readMessages('chat-1', 0))[0]?.text).toBe(hostile);
    expect((await at.store.readEvents('run-1', 0, 1))[0]).toMatchObject(said);
    expect((await at.store.getChat('chat-1'))?.title).toBe(
      'NUL  , half a pair \uFFFD, 🌊,  , "quotes", \\, </script>, עברית',
    );
  });

  test('L68 an event keeps the span that it belongs to, however it is written', async () => {
    const run = await at.claimed();
    const inSpan = { ...DELTA, span_id: 'call-1' };
    const asked = { ...request(), span_id: 'call-2' };
    const stored = [
      ...events(await at.store.append(run, 0, [inSpan, DELTA], 5, 'relaxed')),
      ...events(await at.store.ask(run, 2, [asked], 5, 1)),
      ...events(await at.store.expire(run, 3, [inSpan], 5, [])),
    ];
    expect(stored.map(({ span_id }) => span_id)).toEqual(['call-1', undefined, 'call-2', 'call-1']);
    expect(await at.store.readEvents('run-1', 0, 10)).toEqual(stored);
  });

  test('L2 an older fence is refused by every verb and leaves nothing behind', async () => {
    const old = await at.claimed();
    const fresh = await at.store.claimRun('run-1', lease('worker-2', 1_100));
    expect(fresh?.fence).toBe(old.fence + 1);
    const before = await at.store.getRun('run-1');
    const followUp = { runId: 'run-2', events: [START], lease: lease() };
    for (const attempt of [
      () => at.store.append(old, 0, [DELTA], 5, 'relaxed'),
      () => at.store.ask(old, 0, [request()], 5, 1),
      () => at.store.expire(old, 0, [DELTA], 5, []),
      () => at.store.handOver(old, 0, [DELTA], 5, followUp),
      () => at.store.takeFloor(old, 0),
      () => at.store.endRun(old, 0, { type: 'complete' }, ANSWER, 5),
      () => at.store.renew(old, lease('worker-1', 2_000)),
      () => at.store.park(old, 0, null),
    ]) {
      await expect(attempt()).rejects.toBeInstanceOf(FencedError);
    }
    await at.store.release(old);
    expect(await at.store.getRun('run-1')).toEqual(before);
    expect(await at.store.readEvents('run-1', 0, 100)).toEqual([]);
    expect(await at.store.getRun('run-2')).toBeUndefined();
    expect(await at.store.readApprovals('run-1')).toEqual([]);
    expect(await at.store.readMessages('chat-1', 1)).toEqual([]);
  });

  test('L2 a run that does not exist is nobody’s', async () => {
    const nothing = { runId: 'nothing', fence: 1 };
    await expect(at.store.append(nothing, 0, [DELTA], 5, 'relaxed')).rejects.toBeInstanceOf(FencedError);
    await expect(at.store.renew(nothing, lease())).rejects.toBeInstanceOf(FencedError);
    await at.store.release(nothing);
    expect(await at.store.claimRun('nothing', lease())).toBeUndefined();
    expect(await at.store.getRun('nothing')).toBeUndefined();
    expect(await at.store.readEvents('nothing', 0, 10)).toEqual([]);
  });

  test('L3 ending a run writes its message once and closes the log', async () => {
    const run = await at.claimed();
    const end = await at.store.endRun(run, 0, { type: 'complete' }, ANSWER, 9);
    expect(end).toEqual({ event: { type: 'complete', seq: 1, fence: 1, ts: 9 }, woken: null });
    expect(await at.store.readMessages('chat-1', 1)).toEqual([{ ...ANSWER, id: 'run-1', seq: 2, ts: 9 }]);
    expect(await at.store.getRun('run-1')).toMatchObject({ status: 'completed', owner: null, lastSeq: 1 });
    expect(await at.store.claimRun('run-1', lease('worker-2', 9_999))).toBeUndefined();
    expect(await at.store.claimableRuns(9_999, 10)).toEqual([]);
    for (const late of [
      () => at.store.append(run, 1, [DELTA], 10, 'relaxed'),
      () => at.store.endRun(run, 1, { type: 'complete' }, ANSWER, 10),
      () => at.store.renew(run, lease()),
      () => at.store.park(run, 1, null),
    ]) {
      await expect(late()).rejects.toBeInstanceOf(FencedError);
    }
    expect(await at.store.readMessages('chat-1', 1)).toHaveLength(1);
  });

  test.each([
    ['cancelled', { type: 'cancelled' }],
    ['failed', { type: 'error', message: 'No', code: 'auth', retryable: false }],
  ] as const)('L3 a run that ends otherwise is %s', async (status, end) => {
    await at.store.endRun(await at.claimed(), 0, end, { ...ANSWER, status }, 9);
    expect((await at.store.getRun('run-1'))?.status).toBe(status);
    expect((await at.store.getChat('chat-1'))?.run_id).toBeNull();
  });

  test('L6 what was written is there after the store is opened again', async () => {
    const run = await at.claimed();
    await at.store.append(run, 0, [START, DELTA], 5, 'relaxed');
    const before = await at.store.readEvents('run-1', 0, 100);
    const store = await at.reopen();
    expect(await store.readEvents('run-1', 0, 100)).toEqual(before);
    expect(await store.claimableRuns(1_100, 10)).toMatchObject([{ id: 'run-1' }]);
    expect((await store.claimRun('run-1', lease('worker-2', 1_100)))?.fence).toBe(2);
  });

  test('L14 who does not know the whole log is behind, and writes nothing', async () => {
    const run = await at.claimed();
    await at.store.append(run, 0, [START, DELTA], 5, 'durable');
    for (const seq of [0, 1, 3]) {
      expect(await at.store.append(run, seq, [DELTA], 6, 'relaxed')).toBe('behind');
      expect(await at.store.ask(run, seq, [request()], 6, 1)).toBe('behind');
      expect(await at.store.expire(run, seq, [DELTA], 6, [])).toBe('behind');
      expect(await at.store.endRun(run, seq, { type: 'complete' }, ANSWER, 6)).toBe('behind');
      expect(await at.store.park(run, seq, null)).toBe(false);
    }
    expect(await at.store.getRun('run-1')).toMatchObject({ status: 'ready', lastSeq: 2 });
    expect(await at.store.readApprovals('run-1')).toEqual([]);
    expect(await at.store.readMessages('chat-1', 1)).toEqual([]);
    expect(events(await at.store.append(run, 2, [DELTA], 6, 'relaxed'))).toHaveLength(1);
  });
}
