import type { RestoreAnswer } from '@millrace/engine/run';
import { expect, test } from 'vitest';
import type { WholeStore as Store } from '../../../../../fixtures/whole-store.ts';
import type { NewRestore, NewUndo } from '../restore-store.ts';
import { ANSWER, lease, type MakePlace, message, storeUnderTest } from './place-contract.ts';

const ANSWERED: RestoreAnswer = {
  undo: 'back-1',
  files: { count: 1, changed: [{ path: 'heron.ts', status: 'changed' }], problems: [] },
  messages: 2,
};
const DONE = { type: 'done', undoCheckpointId: 'before', answer: ANSWERED } as const;

const back = (more: Partial<NewRestore> = {}): NewRestore => ({
  commandId: 'cmd-back',
  id: 'back-1',
  chatId: 'chat-1',
  fromSeq: 3,
  checkpointId: 'then',
  actor: 'device-1',
  ts: 5_000,
  ...more,
});
const undo = (more: Partial<NewUndo> = {}): NewUndo => ({
  commandId: 'cmd-undo',
  id: 'back-1',
  chatId: 'chat-1',
  actor: 'device-1',
  ts: 6_000,
  ...more,
});

/** A message and its answer. */
async function converse(store: Store, number: number): Promise<void> {
  const runId = `run-${number}`;
  await store.postMessage(
    message({
      commandId: `cmd-${number}`,
      messageId: `msg-${number}`,
      runId,
      text: `Q${number}`,
      ts: number,
    }),
  );
  const run = await store.claimRun(runId, lease());
  if (run === undefined) throw new Error('The run could not be claimed.');
  await store.endRun({ runId, fence: run.fence }, 0, { type: 'complete' }, ANSWER, number);
}

/** Going back in a chat, and taking it back. */
export function restoreContract(makePlace: MakePlace): void {
  const at = storeUnderTest(makePlace);
  const ids = async (store = at.store): Promise<string[]> =>
    (await store.readMessages('chat-1', 0)).map(({ id }) => id);
  const start = async (count = 2): Promise<void> => {
    await at.store.createChat('chat-1', 1);
    for (let i = 1; i <= count; i++) await converse(at.store, i);
  };

  test('K30 what was undone of an earlier message is hidden with the later ones, counts as none, and comes back', async () => {
    await start();
    const run = await at.store.claimEnded('run-1', lease());
    const claim = { runId: 'run-1', fence: run?.fence ?? 0 };
    await at.store.endRevert(claim, { type: 'revert', tool_use_id: 'a', ok: true }, 7);
    const rev = async (): Promise<number | undefined> => (await at.store.readMessages('chat-1', 0))[1]?.rev;
    expect(await rev()).toBe(5);
    expect(await at.store.beginRestore(back())).toMatchObject({ restore: { hidden: 2 } });
    expect(await ids()).toEqual(['msg-1', 'run-1']);
    // Before the later messages it had not been undone.
    expect(await rev()).toBeUndefined();
    await at.store.settleRestore('back-1', DONE, 5_001);
    await at.store.beginUndo(undo());
    expect(await rev()).toBe(5);
  });

  test('K30 a restore hides messages from one on, also from readers who come later, and an undo brings them back', async () => {
    await start();
    const begun = await at.store.beginRestore(back());
    expect(begun).toMatchObject({
      type: 'begun',
      fresh: true,
      restore: { status: 'begun', hidden: 2, fromSeq: 3, checkpointId: 'then', undoCheckpointId: null },
    });
    expect(await ids()).toEqual(['msg-1', 'run-1']);
    expect(await at.store.readMessages('chat-1', 3)).toEqual([]);
    const chat = await at.store.getChat('chat-1');
    expect(chat).toMatchObject({ epoch: 1, seq: 4, updated_at: 5_000 });
    await at.store.settleRestore('back-1', DONE, 5_001);
    const store = await at.reopen();
    expect(await ids(store)).toEqual(['msg-1', 'run-1']);
    expect(await store.beginUndo(undo())).toMatchObject({
      type: 'begun',
      fresh: true,
      restore: { status: 'undoing', undoCheckpointId: 'before', result: ANSWERED },
    });
    expect(await ids(store)).toEqual(['msg-1', 'run-1', 'msg-2', 'run-2']);
    expect(await store.getChat('chat-1')).toMatchObject({ epoch: 2 });
    await store.settleRestore('back-1', { ...DONE, answer: { ...ANSWERED, undo: null } }, 6_001);
    expect(await store.beginUndo(undo({ commandId: 'other' }))).toEqual({ type: 'already_undone' });
  });

  test('K30 what is posted after a restore follows what is left, and the restore can not be taken back then', async () => {
    await start();
    await at.store.beginRestore(back());
    await at.store.settleRestore('back-1', DONE, 5_001);
    await converse(at.store, 3);
    expect(await ids()).toEqual(['msg-1', 'run-1', 'msg-3', 'run-3']);
    expect(await at.store.beginUndo(undo())).toEqual({ type: 'too_late' });
    await at.store.beginRestore(back({ commandId: 'files', id: 'back-2', fromSeq: null }));
    await at.store.settleRestore('back-2', DONE, 7_000);
    expect(await at.store.getChat('chat-1')).toMatchObject({ epoch: 1 });
    await converse(at.store, 4);
    expect(await at.store.beginUndo(undo({ id: 'back-2' }))).toMatchObject({ type: 'begun' });
  });

  test('K30 of two restores the newer must be taken back first', async () => {
    await start(3);
    await at.store.beginRestore(back({ fromSeq: 5 }));
    await at.store.settleRestore('back-1', DONE, 5_001);
    await at.store.beginRestore(back({ commandId: 'second', id: 'back-2', fromSeq: 3 }));
    await at.store.settleRestore('back-2', DONE, 5_002);
    expect(await ids()).toEqual(['msg-1', 'run-1']);
    expect(await at.store.beginUndo(undo())).toEqual({ type: 'too_late' });
    await at.store.beginUndo(undo({ id: 'back-2', commandId: 'a' }));
    await at.store.settleRestore('back-2', DONE, 5_003);
    expect(await ids()).toEqual(['msg-1', 'run-1', 'msg-2', 'run-2']);
  });

  test('K31 while a run of the chat is open nothing is restored or taken back', async () => {
    await start();
    await at.store.postMessage(message({ commandId: 'c9', messageId: 'msg-9', runId: 'run-9', ts: 9 }));
    expect(await at.store.beginRestore(back())).toEqual({ type: 'run_active', runId: 'run-9' });
    expect(await ids()).toHaveLength(5);
    expect(await at.store.beginRestore(back({ chatId: 'nowhere' }))).toEqual({ type: 'no_chat' });
    expect(await at.store.beginUndo(undo())).toEqual({ type: 'no_restore' });
    await at.store.createChat('chat-2', 1);
    await at.store.beginRestore(back({ chatId: 'chat-2', fromSeq: null }));
    expect(await at.store.beginUndo(undo())).toEqual({ type: 'no_restore' });
    expect(await at.store.beginUndo(undo({ chatId: 'chat-2' }))).toEqual({ type: 'not_done' });
  });

  test('K32 the same command is the same restore, as far as it has come', async () => {
    await start();
    const first = await at.store.beginRestore(back());
    expect(await at.store.beginRestore(back({ id: 'other' }))).toEqual({ ...first, fresh: false });
    await at.store.settleRestore('back-1', DONE, 5_001);
    expect(await at.store.beginRestore(back({ id: 'other' }))).toMatchObject({
      fresh: false,
      restore: { id: 'back-1', status: 'done', result: ANSWERED },
    });
    await at.store.beginUndo(undo());
    const undone = { ...ANSWERED, undo: null };
    await at.store.settleRestore('back-1', { ...DONE, answer: undone }, 6_001);
    expect(await at.store.beginUndo(undo())).toMatchObject({
      fresh: false,
      restore: { status: 'undone', undoResult: undone },
    });
    await at.store.settleRestore('back-1', { type: 'failed' }, 7_000);
    expect(await ids()).toHaveLength(4);
  });

  test('K32 one that failed is as if it had not been, and may be tried again', async () => {
    await start();
    await at.store.beginRestore(back());
    await at.store.settleRestore('back-1', { type: 'failed' }, 5_001);
    expect(await ids()).toHaveLength(4);
    expect(await at.store.beginUndo(undo())).toEqual({ type: 'no_restore' });
    expect(await at.store.beginRestore(back({ id: 'back-2' }))).toMatchObject({ fresh: true });
    await at.store.settleRestore('back-2', DONE, 5_002);
    await at.store.beginUndo(undo({ id: 'back-2' }));
    await at.store.settleRestore('back-2', { type: 'failed' }, 6_001);
    expect(await ids()).toHaveLength(2);
    expect(await at.store.beginUndo(undo({ id: 'back-2' }))).toMatchObject({ fresh: true });
    expect(await ids()).toHaveLength(4);
  });

  test('K32 what a restore changed is sealed', async () => {
    await start();
    await at.store.beginRestore(back());
    await at.store.settleRestore('back-1', DONE, 5_001);
    expect(Buffer.from(await at.place.dump()).includes('heron')).toBe(false);
  });
}
