import { expect, test } from 'vitest';
import { ANSWER, lease, type MakePlace, message, START, storeUnderTest } from './place-contract.ts';

/** The commands of people to the store. */
export function commandContract(makePlace: MakePlace): void {
  const at = storeUnderTest(makePlace);
  const cancel = (commandId = 'stop', ts = 2_000) =>
    at.store.requestCancel({ commandId, runId: 'run-1', ts });

  test('L4 the same command gives the same answer and one message', async () => {
    await at.store.createChat('chat-1', 1);
    const first = await at.store.postMessage(message({ actor: 'device-1' }));
    const again = await at.store.postMessage(message({ messageId: 'msg-2', runId: 'run-2' }));
    expect(first).toEqual({ type: 'sent', sent: { message_id: 'msg-1', run_id: 'run-1' }, fresh: true });
    expect(again).toEqual({ type: 'sent', sent: { message_id: 'msg-1', run_id: 'run-1' }, fresh: false });
    expect(await at.store.readMessages('chat-1', 0)).toHaveLength(1);
    expect(await at.store.getRun('run-2')).toBeUndefined();
  });

  test('L4 a command that is sent by two at once is done once', async () => {
    const other = await at.openAnother();
    await at.store.createChat('chat-1', 1);
    const results = await Promise.all([
      at.store.postMessage(message()),
      other.postMessage(message({ messageId: 'msg-2', runId: 'run-2' })),
    ]);
    expect(results.map((result) => result.type === 'sent' && result.fresh).toSorted()).toEqual([false, true]);
    expect(await at.store.readMessages('chat-1', 0)).toHaveLength(1);
  });

  test('L5 a chat works on one run at a time', async () => {
    const other = await at.openAnother();
    await at.store.createChat('chat-1', 1);
    const results = await Promise.all([
      at.store.postMessage(message()),
      other.postMessage(message({ commandId: 'cmd-2', messageId: 'msg-2', runId: 'run-2' })),
    ]);
    expect(results.map(({ type }) => type).toSorted()).toEqual(['run_active', 'sent']);
    expect(await at.store.postMessage(message({ commandId: 'cmd-3', chatId: 'nowhere' }))).toEqual({
      type: 'no_chat',
    });
  });

  test('L23 a wish to cancel reaches who works, by renewing, and keeps the run from waiting', async () => {
    const run = await at.claimed();
    await at.store.append(run, 0, [START], 5, 'durable');
    expect(await cancel()).toMatchObject({ status: 'ready', cancelAt: 2_000, owner: 'worker-1', fence: 1 });
    expect(await at.store.renew(run, lease())).toMatchObject({ cancelAt: 2_000 });
    expect(await at.store.park(run, 1, null)).toBe(false);
    expect((await at.store.getRun('run-1'))?.status).toBe('ready');
  });

  test('L23 a run that waits is made ready to be cancelled', async () => {
    const run = await at.claimed();
    await at.store.park(run, 0, 9_000);
    expect(await cancel()).toMatchObject({ status: 'ready', cancelAt: 2_000, wakeAt: null, owner: null });
    expect(await at.store.claimRun('run-1', lease('worker-2', 0))).toMatchObject({
      fence: 2,
      cancelAt: 2_000,
    });
  });

  test('L23 asking again, with the same command or another, changes nothing', async () => {
    await at.claimed();
    const first = await cancel('stop', 2_000);
    expect(await cancel('stop', 3_000)).toEqual(first);
    expect(await cancel('again', 4_000)).toEqual(first);
  });

  test('L67 the reason of a wish to cancel is that of the first wish', async () => {
    const run = await at.claimed();
    await at.store.park(run, 0, null);
    const wish = { commandId: 'stop', runId: 'run-1', ts: 2_000, reason: 'message' } as const;
    const first = await at.store.requestCancel(wish);
    expect(first).toMatchObject({ cancelAt: 2_000, cancelReason: 'message', status: 'ready' });
    expect(await cancel('again', 3_000)).toEqual(first);
    expect(await at.store.getRun('run-1')).toEqual(first);
  });

  test('L67 a wish without a reason gets none from a later one', async () => {
    await at.claimed();
    const first = await cancel();
    expect(first).toMatchObject({ cancelAt: 2_000, cancelReason: null });
    const later = { commandId: 'again', runId: 'run-1', ts: 3_000, reason: 'message' } as const;
    expect(await at.store.requestCancel(later)).toEqual(first);
  });

  test('L23 a run that has ended stays as it is, and one that never was is not there', async () => {
    const run = await at.claimed();
    await at.store.endRun(run, 0, { type: 'complete' }, ANSWER, 9);
    const ended = await at.store.getRun('run-1');
    expect(await cancel()).toEqual(ended);
    expect(await at.store.getRun('run-1')).toMatchObject({ status: 'completed', cancelAt: null });
    expect(await at.store.requestCancel({ commandId: 'stop', runId: 'nothing', ts: 1 })).toBeUndefined();
  });
}
