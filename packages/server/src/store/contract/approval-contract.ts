import type { HitlDecision } from '@millrace/engine';
import { expect, test } from 'vitest';
import type { Claim } from '../store.ts';
import { FencedError } from '../store-error.ts';
import {
  ANSWER,
  DELTA,
  decision,
  events,
  lease,
  type MakePlace,
  request,
  START,
  storeUnderTest,
} from './place-contract.ts';

const EDIT: HitlDecision = {
  type: 'edit',
  message: 'Rather there',
  edited_action: { name: 'write_to_file', args: { path: 'b.ts' } },
};

/** The rules for a run's questions and people's decisions. */
export function approvalContract(makePlace: MakePlace): void {
  const at = storeUnderTest(makePlace);

  /** A run that has asked and waits. Its log ends at 2. */
  async function waiting(expiresAt: number | null = null): Promise<Claim> {
    const run = await at.claimed();
    const until = expiresAt === null ? {} : { expires_at: expiresAt };
    await at.store.ask(run, 0, [START, request('ask-1', until)], 1_500, 1);
    expect(await at.store.park(run, 2, expiresAt)).toBe(true);
    return run;
  }

  test('L18 asking writes the events and keeps each request for a person', async () => {
    const run = await at.claimed();
    const asked = await at.store.ask(
      run,
      0,
      [START, request('a', { expires_at: 900 }), DELTA, request('b')],
      7,
      3,
    );
    expect(events(asked)).toEqual(await at.store.readEvents('run-1', 0, 10));
    expect(events(asked).map(({ seq, type }) => [seq, type])).toEqual([
      [1, 'step_start'],
      [2, 'approval_request'],
      [3, 'content_block_delta'],
      [4, 'approval_request'],
    ]);
    const kept = { runId: 'run-1', step: 3, tool: 'write_to_file', status: 'pending', askedAt: 7 } as const;
    const open = { decision: null, decidedBy: null, decidedAt: null };
    expect(await at.store.readApprovals('run-1')).toEqual([
      { ...kept, ...open, id: 'a', seq: 2, toolUseId: 'call-a', expiresAt: 900 },
      { ...kept, ...open, id: 'b', seq: 4, toolUseId: 'call-b', expiresAt: null },
    ]);
    expect(await at.store.readApprovals('nothing')).toEqual([]);
  });

  test('L18 the same request twice is refused, and nothing of it stays', async () => {
    const run = await at.claimed();
    await at.store.ask(run, 0, [request('a')], 7, 1);
    await expect(at.store.ask(run, 1, [DELTA, request('a')], 8, 1)).rejects.toThrow(/already asked a/);
    expect(await at.store.readEvents('run-1', 1, 10)).toEqual([]);
    expect((await at.store.getRun('run-1'))?.lastSeq).toBe(1);
  });

  test('L19 a decision is written into the log without a claim, and makes the run ready', async () => {
    const run = await waiting();
    const result = await at.store.decide(decision('ask-1', { decision: EDIT, ts: 1_800 }));
    const event = {
      type: 'approval_decision',
      approval_id: 'ask-1',
      tool_use_id: 'call-ask-1',
      decision: EDIT,
      by: 'device-1',
      seq: 3,
      fence: 1,
      ts: 1_800,
    };
    expect(result).toEqual({ type: 'decided', event, fresh: true });
    expect(await at.store.readEvents('run-1', 2, 10)).toEqual([event]);
    expect(await at.store.readApprovals('run-1')).toMatchObject([
      { status: 'decided', decision: EDIT, decidedBy: 'device-1', decidedAt: 1_800 },
    ]);
    expect(await at.store.getRun('run-1')).toMatchObject({
      status: 'ready',
      lastSeq: 3,
      owner: null,
      fence: 1,
    });
    // The run has the same fence as before, but the worker that parked it has given it up.
    await expect(at.store.append(run, 3, [DELTA], 1_900, 'relaxed')).rejects.toBeInstanceOf(FencedError);
    expect(await at.store.claimRun('run-1', lease('worker-2', 0))).toMatchObject({ fence: 2, lastSeq: 3 });
  });

  test('L19 the same command gives the same answer again, also after the run went on', async () => {
    await waiting();
    const first = await at.store.decide(decision('ask-1', { decision: EDIT }));
    const again = decision('ask-1', { decision: { type: 'reject' }, by: 'device-2', ts: 9_000 });
    expect(await at.store.decide(again)).toEqual({ ...first, fresh: false });
    const run = await at.store.claimRun('run-1', lease());
    await at.store.endRun({ runId: 'run-1', fence: run?.fence ?? 0 }, 3, { type: 'complete' }, ANSWER, 9_001);
    expect(await at.store.decide(again)).toEqual({ ...first, fresh: false });
    expect(await at.store.readEvents('run-1', 3, 10)).toMatchObject([{ type: 'complete', seq: 4 }]);
  });

  test('L20 another command comes too late and is told what holds', async () => {
    await waiting();
    await at.store.decide(decision('ask-1', { decision: EDIT }));
    const late = decision('ask-1', { commandId: 'other', decision: { type: 'reject' }, by: 'device-2' });
    const truth = { type: 'already_decided', decision: EDIT, by: 'device-1' };
    expect(await at.store.decide(late)).toEqual(truth);
    expect(await at.store.decide(late)).toEqual(truth);
    expect(await at.store.decide({ ...late, argsHash: 'other' })).toEqual(truth);
    expect(await at.store.readEvents('run-1', 2, 10)).toHaveLength(1);
  });

  test('U100 a decision keeps the name of its device, and tells it to whoever comes later', async () => {
    await waiting();
    const first = await at.store.decide(decision('ask-1', { from: 'Pixel 9' }));
    expect(first).toMatchObject({ type: 'decided', event: { by: 'device-1', from: 'Pixel 9' } });
    expect(await at.store.readEvents('run-1', 2, 10)).toMatchObject([{ from: 'Pixel 9' }]);
    const late = decision('ask-1', { commandId: 'other', by: 'device-2', from: 'Firefox on Mac' });
    expect(await at.store.decide(late)).toMatchObject({ type: 'already_decided', from: 'Pixel 9' });
  });

  test('L20 two devices decide at once: one wins, and both are told the same', async () => {
    const other = await at.openAnother();
    const run = await at.claimed();
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    await at.store.ask(
      run,
      0,
      ids.map((id) => request(id)),
      7,
      1,
    );
    for (const id of ids) {
      const results = await Promise.all([
        at.store.decide(
          decision(id, { commandId: `1-${id}`, by: 'device-1', decision: { type: 'approve' } }),
        ),
        other.decide(decision(id, { commandId: `2-${id}`, by: 'device-2', decision: { type: 'reject' } })),
      ]);
      expect(results.map(({ type }) => type).toSorted()).toEqual(['already_decided', 'decided']);
      const told = results.map((result) => {
        if (result.type === 'already_decided') return [result.decision.type, result.by];
        if (result.type !== 'decided' || result.event.type !== 'approval_decision') return [];
        return [result.event.decision.type, result.event.by];
      });
      expect(told[0]).toEqual(told[1]);
    }
    const decided = (await at.store.readEvents('run-1', ids.length, 100)).map(({ seq }) => seq);
    expect(decided).toEqual(ids.map((_, i) => ids.length + 1 + i));
  });

  test('L20 one device that sends its command twice at once is answered once', async () => {
    const other = await at.openAnother();
    await waiting();
    const results = await Promise.all([at.store.decide(decision()), other.decide(decision())]);
    expect(results.map((result) => result.type === 'decided' && result.fresh).toSorted()).toEqual([
      false,
      true,
    ]);
    expect(results.map(({ type }) => type)).toEqual(['decided', 'decided']);
    expect(await at.store.readEvents('run-1', 2, 10)).toHaveLength(1);
  });

  test('L20 other arguments, other runs and what was never asked are refused', async () => {
    await waiting();
    const wrong = decision('ask-1', { argsHash: 'other' });
    expect(await at.store.decide(wrong)).toEqual({ type: 'args_changed' });
    expect(await at.store.decide(decision('ask-2'))).toEqual({ type: 'no_approval' });
    expect(await at.store.decide(decision('ask-1', { runId: 'nothing' }))).toEqual({ type: 'no_approval' });
    expect(await at.store.getRun('run-1')).toMatchObject({ status: 'waiting', lastSeq: 2 });
    expect(await at.store.readApprovals('run-1')).toMatchObject([{ status: 'pending' }]);
    // A refusal leaves the command free: the person may look again and decide.
    expect(await at.store.decide({ ...wrong, argsHash: 'hash-ask-1' })).toMatchObject({ fresh: true });
  });

  test('L21 nobody decides when the time is over or the run has ended', async () => {
    const run = await waiting(1_700);
    expect(await at.store.decide(decision('ask-1', { ts: 1_700 }))).toEqual({ type: 'expired' });
    expect((await at.store.getRun('run-1'))?.lastSeq).toBe(2);
    expect(await at.store.decide(decision('ask-1', { ts: 1_699 }))).toMatchObject({ type: 'decided' });
    const claim = { ...run, fence: (await at.store.claimRun('run-1', lease()))?.fence ?? 0 };
    await at.store.ask(claim, 3, [request('b'), request('c')], 1_800, 1);
    await at.store.decide(decision('b', { decision: EDIT }));
    await at.store.endRun(claim, 6, { type: 'cancelled' }, { ...ANSWER, status: 'cancelled' }, 1_900);
    expect(await at.store.readApprovals('run-1')).toMatchObject([
      { id: 'ask-1', status: 'decided' },
      { id: 'b', status: 'decided' },
      { id: 'c', status: 'cancelled', decision: null, decidedBy: null },
    ]);
    expect(await at.store.decide(decision('c'))).toEqual({ type: 'expired' });
    expect(await at.store.decide(decision('c', { argsHash: 'other' }))).toEqual({ type: 'expired' });
    expect(await at.store.decide(decision('b', { commandId: 'late' }))).toMatchObject({
      type: 'already_decided',
    });
    expect((await at.store.getRun('run-1'))?.lastSeq).toBe(7);
  });

  test('L66 a worker closes what nobody decided in time, together with its events', async () => {
    const run = await at.claimed();
    await at.store.ask(run, 0, [request('a'), request('b'), request('c')], 7, 1);
    await at.store.decide(decision('b', { decision: EDIT }));
    const closed = await at.store.expire(run, 4, [DELTA], 8, ['a', 'b', 'never']);
    expect(events(closed)).toEqual([{ ...DELTA, seq: 5, fence: 1, ts: 8 }]);
    expect(await at.store.readEvents('run-1', 4, 10)).toEqual(closed);
    expect(await at.store.readApprovals('run-1')).toMatchObject([
      { id: 'a', status: 'expired', decision: null, decidedAt: null },
      { id: 'b', status: 'decided', decision: EDIT },
      { id: 'c', status: 'pending' },
    ]);
    expect(await at.store.decide(decision('a'))).toEqual({ type: 'expired' });
    expect(await at.store.decide(decision('c'))).toMatchObject({ type: 'decided' });
    await at.store.endRun(run, 6, { type: 'complete' }, ANSWER, 9);
    expect((await at.store.readApprovals('run-1'))[0]?.status).toBe('expired');
  });

  test('L66 a decision that came first holds: who would close it is behind', async () => {
    const run = await at.claimed();
    await at.store.ask(run, 0, [request('a'), request('b')], 7, 1);
    await at.store.decide(decision('a'));
    expect(await at.store.expire(run, 2, [DELTA], 8, ['a', 'b'])).toBe('behind');
    expect(await at.store.readApprovals('run-1')).toMatchObject([
      { status: 'decided' },
      { status: 'pending' },
    ]);
    expect((await at.store.getRun('run-1'))?.lastSeq).toBe(3);
  });

  test('L66 closing and deciding at once, one of them holds', async () => {
    const other = await at.openAnother();
    const run = await at.claimed();
    const ids = ['a', 'b', 'c', 'd', 'e'];
    for (const [i, id] of ids.entries()) {
      await at.store.ask(run, 2 * i, [request(id)], 7, 1);
      const [closed, decided] = await Promise.all([
        at.store.expire(run, 2 * i + 1, [DELTA], 8, [id]),
        other.decide(decision(id)),
      ]);
      expect([closed === 'behind', decided.type]).toEqual(
        closed === 'behind' ? [true, 'decided'] : [false, 'expired'],
      );
    }
    expect((await at.store.getRun('run-1'))?.lastSeq).toBe(2 * ids.length);
  });

  test('L22 a decision that came while the worker was busy keeps it from waiting', async () => {
    const run = await at.claimed();
    await at.store.ask(run, 0, [request('a'), request('b')], 7, 1);
    await at.store.decide(decision('a'));
    expect(await at.store.getRun('run-1')).toMatchObject({
      status: 'ready',
      owner: 'worker-1',
      leaseUntil: 1_100,
    });
    expect(await at.store.park(run, 2, null)).toBe(false);
    expect(await at.store.append(run, 2, [DELTA], 8, 'relaxed')).toBe('behind');
    expect(events(await at.store.append(run, 3, [DELTA], 8, 'relaxed'))).toMatchObject([{ seq: 4 }]);
    expect(await at.store.park(run, 4, null)).toBe(true);
    expect(await at.store.decide(decision('b'))).toMatchObject({ event: { seq: 5 } });
    expect((await at.store.getRun('run-1'))?.status).toBe('ready');
  });
}
