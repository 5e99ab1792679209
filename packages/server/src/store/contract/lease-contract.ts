import { expect, test } from 'vitest';
import type { WholeStore as Store } from '../../../../../fixtures/whole-store.ts';
import type { RunRow } from '../store.ts';
import { FencedError } from '../store-error.ts';
import { DELTA, events, lease, type MakePlace, message, START, storeUnderTest } from './place-contract.ts';

/** The rules for which worker has a run, and for how long. The store reads no clock: each `now` is given. */
export function leaseContract(makePlace: MakePlace): void {
  const at = storeUnderTest(makePlace);

  async function post(store: Store, ...ids: string[]): Promise<void> {
    for (const [i, id] of ids.entries()) {
      await store.createChat(id, 1);
      await store.postMessage(
        message({ commandId: id, chatId: id, messageId: `m-${id}`, runId: id, ts: 100 + i }),
      );
    }
  }

  const ids = async (runs: Promise<RunRow[]>): Promise<string[]> => (await runs).map(({ id }) => id);

  test('L15 a claim takes the lease; nobody else can claim while it holds', async () => {
    await post(at.store, 'a');
    expect(await at.store.getRun('a')).toEqual({
      id: 'a',
      chatId: 'a',
      model: 'demo/demo',
      status: 'ready',
      fence: 0,
      lastSeq: 0,
      owner: null,
      leaseUntil: 0,
      wakeAt: null,
      cancelAt: null,
      cancelReason: null,
      background: false,
    });
    const run = await at.store.claimRun('a', lease('worker-1', 1_000));
    expect(run).toMatchObject({ fence: 1, owner: 'worker-1', leaseUntil: 1_100, status: 'ready' });
    expect(await at.store.getRun('a')).toEqual(run);
    expect(await at.store.claimRun('a', lease('worker-2', 1_099))).toBeUndefined();
    expect(await at.store.claimableRuns(1_099, 10)).toEqual([]);
    expect(await ids(at.store.claimableRuns(1_100, 10))).toEqual(['a']);
    expect(await at.store.claimRun('a', lease('worker-2', 1_100))).toMatchObject({
      fence: 2,
      owner: 'worker-2',
      leaseUntil: 1_200,
    });
  });

  test('L15 an owner may claim its own run again, which fences its older claim', async () => {
    const old = await at.claimed();
    // To be offered a run that one already works on would start it twice.
    expect(await at.store.claimableRuns(1_001, 10)).toEqual([]);
    expect(await at.store.claimRun('run-1', lease('worker-1', 1_001))).toMatchObject({ fence: 2 });
    await expect(at.store.append(old, 0, [DELTA], 1, 'relaxed')).rejects.toBeInstanceOf(FencedError);
  });

  test('L15 renewing makes the lease longer, also one that has run out and that nobody took', async () => {
    const run = await at.claimed();
    expect(await at.store.renew(run, lease('worker-1', 1_050))).toMatchObject({
      fence: 1,
      leaseUntil: 1_150,
    });
    expect(await at.store.claimRun('run-1', lease('worker-2', 1_149))).toBeUndefined();
    expect(await at.store.renew(run, lease('worker-1', 5_000))).toMatchObject({ leaseUntil: 5_100 });
    expect(await at.store.claimRun('run-1', lease('worker-2', 5_099))).toBeUndefined();
  });

  test('L15 a claim whose lease ran out still writes until somebody else claims', async () => {
    const run = await at.claimed();
    expect(events(await at.store.append(run, 0, [START], 99_999, 'durable'))).toHaveLength(1);
    await at.store.claimRun('run-1', lease('worker-2', 2_000));
    await expect(at.store.append(run, 1, [DELTA], 2_000, 'relaxed')).rejects.toBeInstanceOf(FencedError);
  });

  test('L15 a run that is released is free at once, and no longer ours', async () => {
    const run = await at.claimed();
    await at.store.release(run);
    expect(await at.store.getRun('run-1')).toMatchObject({ status: 'ready', owner: null, fence: 1 });
    expect(await ids(at.store.claimableRuns(0, 10))).toEqual(['run-1']);
    await expect(at.store.append(run, 0, [DELTA], 1, 'relaxed')).rejects.toBeInstanceOf(FencedError);
    await expect(at.store.renew(run, lease())).rejects.toBeInstanceOf(FencedError);
    expect(await at.store.claimRun('run-1', lease('worker-2', 0))).toMatchObject({ fence: 2 });
  });

  test('L16 two openers of one place claim at once, and exactly one gets the run', async () => {
    const other = await at.openAnother();
    const ids = ['a', 'b', 'c', 'd', 'e'];
    await post(at.store, ...ids);
    for (const id of ids) {
      const claims = await Promise.all([
        at.store.claimRun(id, lease('worker-1')),
        other.claimRun(id, lease('worker-2')),
      ]);
      expect(claims.filter((run) => run !== undefined)).toMatchObject([{ id, fence: 1 }]);
    }
  });

  test('L16 those who look for many at once and claim each share them: no run twice, none left', async () => {
    const other = await at.openAnother();
    const all = Array.from({ length: 20 }, (_, i) => `run-${10 + i}`);
    await post(at.store, ...all);
    const claimAll = async (store: Store, worker: string): Promise<string[]> => {
      const due = await store.claimableRuns(1_000, 100);
      const claims = await Promise.all(due.map(({ id }) => store.claimRun(id, lease(worker))));
      return claims.flatMap((run) => (run === undefined ? [] : [run.id]));
    };
    const both = await Promise.all([claimAll(at.store, 'worker-1'), claimAll(other, 'worker-2')]);
    expect(both.flat().toSorted()).toEqual(all);
  });

  test('L16 the oldest runs come first, no more than asked for', async () => {
    await post(at.store, 'c', 'a', 'b');
    expect(await ids(at.store.claimableRuns(1_000, 10))).toEqual(['c', 'a', 'b']);
    expect(await ids(at.store.claimableRuns(1_000, 2))).toEqual(['c', 'a']);
  });

  test('L17 a parked run waits without an owner until its time, if it has one', async () => {
    const run = await at.claimed();
    await at.store.append(run, 0, [START], 5, 'durable');
    expect(await at.store.park(run, 1, 3_000)).toBe(true);
    expect(await at.store.getRun('run-1')).toMatchObject({
      status: 'waiting',
      owner: null,
      leaseUntil: 0,
      wakeAt: 3_000,
      fence: 1,
    });
    expect(await at.store.claimRun('run-1', lease('worker-1', 2_999))).toBeUndefined();
    expect(await at.store.claimableRuns(2_999, 10)).toEqual([]);
    expect(await ids(at.store.claimableRuns(3_000, 10))).toEqual(['run-1']);
    expect(await at.store.claimRun('run-1', lease('worker-2', 3_000))).toMatchObject({
      status: 'ready',
      wakeAt: null,
      fence: 2,
    });
    expect(await at.store.park({ runId: 'run-1', fence: 2 }, 1, null)).toBe(true);
    expect(await at.store.claimableRuns(Number.MAX_SAFE_INTEGER, 10)).toEqual([]);
    expect(await at.store.claimRun('run-1', lease('worker-1', 1e12))).toBeUndefined();
  });

  test('L17 who parked a run has given it up, and a chat that waits is still at work', async () => {
    const run = await at.claimed();
    await at.store.park(run, 0, null);
    await expect(at.store.append(run, 0, [DELTA], 1, 'relaxed')).rejects.toBeInstanceOf(FencedError);
    await expect(at.store.park(run, 0, null)).rejects.toBeInstanceOf(FencedError);
    await expect(at.store.renew(run, lease())).rejects.toBeInstanceOf(FencedError);
    await at.store.release(run);
    expect((await at.store.getRun('run-1'))?.status).toBe('waiting');
    expect((await at.store.getChat('chat-1'))?.run_id).toBe('run-1');
    expect(await at.store.postMessage(message({ commandId: 'more', runId: 'run-2' }))).toEqual({
      type: 'run_active',
      runId: 'run-1',
    });
  });
}
