import type { Revert } from '@millrace/engine/run';
import { expect, test } from 'vitest';
import type { Answer, Claim } from '../store.ts';
import { FencedError } from '../store-error.ts';
import { ANSWER, lease, type MakePlace, message, START, storeUnderTest } from './place-contract.ts';

const CALLS: Answer = {
  ...ANSWER,
  tools: [
    { tool_use_id: 'a', tool: 'write_to_file', status: 'done', revertible: true },
    { tool_use_id: 'b', tool: 'write_to_file', status: 'done', revertible: true },
  ],
};

const undone = (tool_use_id: string, ok = true): Revert => ({
  type: 'revert',
  tool_use_id,
  ok,
  message: 'Grüße',
});

/** Undoing what a run did that has ended. */
export function revertContract(makePlace: MakePlace): void {
  const at = storeUnderTest(makePlace);

  /** A run that has ended; its log ends at 2, and its chat at 2. */
  async function ended(): Promise<Claim> {
    const run = await at.claimed();
    await at.store.append(run, 0, [START], 5, 'durable');
    await at.store.endRun(run, 1, { type: 'complete' }, CALLS, 6);
    return run;
  }
  async function taken(now = 1_000, owner = 'worker-1'): Promise<Claim> {
    const run = await at.store.claimEnded('run-1', lease(owner, now));
    return { runId: 'run-1', fence: run?.fence ?? expect.fail('It can not be taken.') };
  }

  test('V8 what was undone stands behind the end of the log, and the run is given up again', async () => {
    await ended();
    const claim = await taken();
    expect(await at.store.getRun('run-1')).toMatchObject({
      status: 'completed',
      owner: 'worker-1',
      fence: 2,
    });
    const event = { ...undone('a'), seq: 3, fence: 2, ts: 7 };
    expect(await at.store.endRevert(claim, undone('a'), 7)).toEqual(event);
    expect((await at.store.readEvents('run-1', 0, 10)).map(({ type }) => type)).toEqual([
      'step_start',
      'complete',
      'revert',
    ]);
    expect(await at.store.readEvents('run-1', 2, 10)).toEqual([event]);
    expect(await at.store.getRun('run-1')).toMatchObject({
      status: 'completed',
      lastSeq: 3,
      owner: null,
      leaseUntil: 0,
    });
    expect(await at.store.claimableRuns(9_000, 5)).toEqual([]);
    expect(await at.store.claimRun('run-1', lease())).toBeUndefined();
  });

  test('V8 only who has the run writes, once, and a lease that is over is no lease', async () => {
    const old = await ended();
    await expect(at.store.endRevert(old, undone('a'), 7)).rejects.toBeInstanceOf(FencedError);
    const first = await taken(1_000);
    expect(await at.store.claimEnded('run-1', lease('worker-1', 1_099))).toBeUndefined();
    const second = await taken(1_100, 'worker-2');
    await expect(at.store.endRevert(first, undone('a'), 7)).rejects.toBeInstanceOf(FencedError);
    expect(await at.store.endRevert(second, null, 7)).toBeUndefined();
    await expect(at.store.endRevert(second, undone('a'), 7)).rejects.toBeInstanceOf(FencedError);
    expect((await at.store.getRun('run-1'))?.lastSeq).toBe(2);
    expect((await at.store.getChat('chat-1'))?.seq).toBe(2);
  });

  test('V8 a run that works or waits, and one that never was, is not taken', async () => {
    const run = await at.claimed();
    expect(await at.store.claimEnded('run-1', lease('worker-2', 9_000))).toBeUndefined();
    await expect(at.store.endRevert(run, undone('a'), 7)).rejects.toBeInstanceOf(FencedError);
    await at.store.park(run, 0, null);
    expect(await at.store.claimEnded('run-1', lease('worker-2', 9_000))).toBeUndefined();
    expect(await at.store.claimEnded('nothing', lease())).toBeUndefined();
    await expect(at.store.endRevert({ runId: 'nothing', fence: 1 }, null, 7)).rejects.toBeInstanceOf(
      FencedError,
    );
  });

  test('V8 two want the run at once: one has it', async () => {
    const other = await at.openAnother();
    await ended();
    for (let i = 0; i < 5; i++) {
      const claims = await Promise.all([
        at.store.claimEnded('run-1', lease('worker-1')),
        other.claimEnded('run-1', lease('worker-2')),
      ]);
      const won = claims.filter((run) => run !== undefined);
      expect(won).toHaveLength(1);
      await at.store.endRevert({ runId: 'run-1', fence: won[0]?.fence ?? 0 }, null, 7);
    }
  });

  test('V9 a message tells what was undone of it, in its place, to whoever has read it before', async () => {
    await ended();
    await at.store.postMessage(message({ commandId: 'cmd-2', messageId: 'msg-2', runId: 'run-2', ts: 50 }));
    const updated = await at.store.getChat('chat-1');
    expect(updated).toMatchObject({ seq: 3, updated_at: 50 });
    await at.store.endRevert(await taken(), undone('b', false), 60);
    expect(await at.store.getChat('chat-1')).toEqual({ ...updated, seq: 4 });
    const [call, failed] = CALLS.tools ?? [];
    const record = {
      ...CALLS,
      seq: 2,
      id: 'run-1',
      ts: 6,
      tools: [call, { ...failed, reverted: false }],
      rev: 4,
    };
    expect(await at.store.readMessages('chat-1', 3)).toEqual([record]);
    await at.store.endRevert(await taken(2_000), undone('b'), 70);
    await at.store.endRevert(await taken(3_000), undone('a'), 80);
    const all = await (await at.reopen()).readMessages('chat-1', 0);
    expect(all.map(({ id, seq }) => [id, seq])).toEqual([
      ['msg-1', 1],
      ['run-1', 2],
      ['msg-2', 3],
    ]);
    const both = [
      { ...call, reverted: true },
      { ...failed, reverted: true },
    ];
    expect(all[1]).toEqual({ ...record, tools: both, rev: 6 });
    expect(await at.store.readMessages('chat-1', 2)).toEqual([all[1], all[2]]);
    expect(await at.store.readMessages('chat-1', 6)).toEqual([]);
  });
}
