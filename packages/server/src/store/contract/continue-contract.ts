import { expect, test } from 'vitest';
import type { Answer, Claim, ContinueCommand } from '../store.ts';
import { ANSWER, lease, type MakePlace, message, START, storeUnderTest } from './place-contract.ts';

const STOPPED: Answer = { ...ANSWER, text: 'Half', status: 'cancelled' };
const wish = (commandId: string, rev = 2): ContinueCommand => ({
  commandId,
  runId: 'run-1',
  rev,
  by: 'me',
  ts: 50,
});

const NEXT = { commandId: 'cmd-2', messageId: 'msg-2', runId: 'run-2', ts: 80 };

/** An answer that was not finished goes on. */
export function continueContract(makePlace: MakePlace): void {
  const at = storeUnderTest(makePlace);

  /** A run that has ended; its log ends at 2, and its chat at 2. */
  async function ended(answer: Answer = STOPPED): Promise<Claim> {
    const run = await at.claimed();
    await at.store.append(run, 0, [START], 5, 'durable');
    await at.store.endRun(run, 1, { type: 'cancelled' }, answer, 6);
    return run;
  }

  test('L314 an answer that was stopped goes on: its run is ready, and its log says so', async () => {
    await ended();
    await at.store.requestCancel({ commandId: 'x', runId: 'run-1', ts: 7 });
    expect(await at.store.continueRun(wish('one'))).toEqual({ type: 'continued', fresh: true });
    expect(await at.store.getRun('run-1')).toMatchObject({
      ...{ status: 'ready', owner: null, leaseUntil: 0, cancelAt: null, lastSeq: 3 },
    });
    expect((await at.store.readEvents('run-1', 2, 10)).map(({ seq, ts, ...event }) => event)).toEqual([
      { type: 'continue', after: 'cancelled', paused_ms: 44, by: 'me', fence: 1 },
    ]);
    expect((await at.store.getChat('chat-1'))?.run_id).toBe('run-1');
    expect((await at.store.claimableRuns(9_000, 5)).map(({ id }) => id)).toEqual(['run-1']);
  });

  test('L315 whoever asks for it again, or at once, or for a record that has gone on since, continues it once', async () => {
    await ended();
    const both = await Promise.all(['one', 'two', 'one'].map((id) => at.store.continueRun(wish(id))));
    expect(both.filter((result) => 'fresh' in result && result.fresh)).toHaveLength(1);
    const run = await at.store.claimRun('run-1', lease('worker-1', 60));
    const claim = { runId: 'run-1', fence: run?.fence ?? 0 };
    await at.store.endRun(claim, 3, { type: 'cancelled' }, { ...STOPPED, text: 'Half of it' }, 70);
    // This one was pressed on what stood there before.
    expect(await at.store.continueRun(wish('late'))).toEqual({ type: 'continued', fresh: false });
    expect(await at.store.getRun('run-1')).toMatchObject({ status: 'cancelled', lastSeq: 4 });
    expect(await at.store.continueRun(wish('next', 3))).toEqual({ type: 'continued', fresh: true });
  });

  test('L316 an answer that went on is one message, in its place, with its newest words', async () => {
    await ended();
    await at.store.continueRun(wish('one'));
    const run = await at.store.claimRun('run-1', lease('worker-1', 60));
    const claim = { runId: 'run-1', fence: run?.fence ?? 0 };
    await at.store.endRun(claim, 3, { type: 'complete' }, { ...ANSWER, text: 'Half and whole' }, 70);
    const [, second, ...more] = await at.store.readMessages('chat-1', 0);
    expect(more).toEqual([]);
    expect(second).toMatchObject({
      id: 'run-1',
      seq: 2,
      rev: 3,
      text: 'Half and whole',
      status: 'completed',
    });
    expect(await at.store.readMessages('chat-1', 2)).toEqual([second]);
    // Another branch takes both records with it, and brings both back.
    const instead = { ...message(NEXT), insteadOf: 'msg-1' };
    expect(await at.store.postMessage(instead)).toMatchObject({ type: 'sent' });
    expect((await at.store.readMessages('chat-1', 0)).map(({ id }) => id)).toEqual(['msg-2']);
  });

  test('L314 an answer that is finished, refused, hidden, followed or in use does not go on', async () => {
    const refuse = async (answer: Answer): Promise<string> => {
      await ended(answer);
      return (await at.store.continueRun(wish('one'))).type;
    };
    expect(await refuse({ ...ANSWER, status: 'completed' })).toBe('finished');
    expect((await at.store.continueRun({ ...wish('x'), runId: 'none' })).type).toBe('no_run');
    await at.store.postMessage(message(NEXT));
    expect((await at.store.continueRun(wish('two'))).type).toBe('not_last');
  });

  test('L314 what is being undone is left alone, and then goes on', async () => {
    await ended({ ...STOPPED, stop: { reason: 'max_tokens' }, status: 'completed' });
    await at.store.claimEnded('run-1', { owner: 'reverter', now: 40, leaseMs: 20 });
    expect((await at.store.continueRun(wish('one'))).type).toBe('busy');
    expect((await at.store.continueRun({ ...wish('two'), ts: 61 })).type).toBe('continued');
  });
}
