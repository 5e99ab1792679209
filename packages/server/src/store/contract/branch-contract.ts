import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { WholeStore as Store } from '../../../../../fixtures/whole-store.ts';
import type { BranchChoice } from '../branch-store.ts';
import type { NewMessage } from '../store.ts';
import { ANSWER, lease, type MakePlace, message, storeUnderTest } from './place-contract.ts';

const choice = (messageId: string, more: Partial<BranchChoice> = {}): BranchChoice => ({
  ...{ commandId: `choose-${messageId}`, chatId: 'chat-1', messageId, actor: 'device-1', ts: 9_000 },
  ...more,
});

/** A message and its answer. */
async function converse(store: Store, number: number, more: Partial<NewMessage> = {}): Promise<void> {
  const ids = { commandId: `cmd-${number}`, messageId: `m${number}`, runId: `r${number}` };
  expect(await store.postMessage(message({ ...ids, ts: number, ...more }))).toMatchObject({ type: 'sent' });
  const run = await store.claimRun(ids.runId, lease());
  await store.endRun({ runId: ids.runId, fence: run?.fence ?? 0 }, 0, { type: 'complete' }, ANSWER, number);
}

/** A conversation as a tree: at each place one of several messages, and what came after each. */
interface Fork {
  readonly versions: { readonly number: number; next?: Fork }[];
  at: number;
}
const path = (place: Fork | undefined): Fork[] =>
  place === undefined ? [] : [place, ...path(place.versions[place.at]?.next)];

/** Branches of a chat. */
export function branchContract(makePlace: MakePlace): void {
  const at = storeUnderTest(makePlace);
  const ids = async (): Promise<string[]> => (await at.store.readMessages('chat-1', 0)).map(({ id }) => id);
  const start = async (count: number): Promise<void> => {
    await at.store.createChat('chat-1', 1);
    for (let i = 1; i <= count; i++) await converse(at.store, i);
  };

  test('C30 a message in the place of another hides that one and all after it, and each can be shown as it was left', async () => {
    await start(2);
    await converse(at.store, 3, { insteadOf: 'm1' });
    expect(await ids()).toEqual(['m3', 'r3']);
    expect((await at.store.readMessages('chat-1', 0))[0]?.branches).toEqual(['m1', 'm3']);
    expect(await at.store.getChat('chat-1')).toMatchObject({ epoch: 1 });
    expect(await at.store.chooseBranch(choice('m1'))).toEqual({ type: 'chosen', fresh: true });
    expect(await ids()).toEqual(['m1', 'r1', 'm2', 'r2']);
    expect(await at.store.getChat('chat-1')).toMatchObject({ epoch: 2, updated_at: 9_000 });
    const store = await at.reopen();
    expect((await store.readMessages('chat-1', 0)).map(({ id }) => id)).toEqual(['m1', 'r1', 'm2', 'r2']);
  });

  test('C264 the same command chooses once, and what cannot be shown is refused', async () => {
    await start(2);
    await converse(at.store, 3, { insteadOf: 'm2' });
    await at.store.chooseBranch(choice('m2'));
    await at.store.chooseBranch(choice('m3'));
    expect(await at.store.chooseBranch(choice('m2'))).toEqual({ type: 'chosen', fresh: false });
    expect(await ids()).toEqual(['m1', 'r1', 'm3', 'r3']);
    for (const id of ['m1', 'r1', 'nowhere'])
      expect(await at.store.chooseBranch(choice(id))).toEqual({ type: 'no_message' });
    expect(await at.store.chooseBranch(choice('m2', { chatId: 'nowhere' }))).toEqual({ type: 'no_chat' });
    const post = (insteadOf: string) =>
      at.store.postMessage(message({ commandId: `x-${insteadOf}`, messageId: 'x', runId: 'x', insteadOf }));
    for (const id of ['r1', 'm2', 'nowhere']) expect(await post(id)).toEqual({ type: 'no_message' });
    expect(await ids()).toEqual(['m1', 'r1', 'm3', 'r3']);
  });

  test('C264 while a run of the chat is open no branch is made or chosen', async () => {
    await start(1);
    await converse(at.store, 2, { insteadOf: 'm1' });
    await at.store.postMessage(message({ commandId: 'c9', messageId: 'm9', runId: 'r9', ts: 9 }));
    expect(await at.store.chooseBranch(choice('m1'))).toEqual({ type: 'run_active', runId: 'r9' });
    const more = { commandId: 'c10', messageId: 'm10', runId: 'r10', insteadOf: 'm2' };
    expect(await at.store.postMessage(message(more))).toEqual({ type: 'run_active', runId: 'r9' });
    expect(await ids()).toEqual(['m2', 'r2', 'm9']);
  });

  test('C30 a message keeps the context and the mode of the one whose place it takes', async () => {
    await at.store.createChat('chat-1', 1);
    await converse(at.store, 1, { context: { page: 7 }, mode: 'code' });
    await converse(at.store, 2, { insteadOf: 'm1' });
    expect((await at.store.readMessages('chat-1', 0))[0]).toMatchObject({
      context: { page: 7 },
      mode: 'code',
    });
  });

  test('C30 going back leaves other branches alone, and what comes then stands in nobody’s place', async () => {
    await start(1);
    await converse(at.store, 2, { insteadOf: 'm1' });
    const back = { commandId: 'back', id: 'back-1', chatId: 'chat-1', checkpointId: null, actor: 'd', ts: 5 };
    await at.store.beginRestore({ ...back, fromSeq: 3 });
    expect(await ids()).toEqual([]);
    expect(await at.store.chooseBranch(choice('m1'))).toEqual({ type: 'no_message' });
    await converse(at.store, 3);
    const [first] = await at.store.readMessages('chat-1', 0);
    expect(first).toMatchObject({ id: 'm3' });
    expect(first?.branches).toBeUndefined();
  });

  test('C30 what was undone of an earlier message stays undone in every branch', async () => {
    await start(2);
    const run = await at.store.claimEnded('r1', lease());
    const event = { type: 'revert', tool_use_id: 'a', ok: true } as const;
    await at.store.endRevert({ runId: 'r1', fence: run?.fence ?? 0 }, event, 7);
    await converse(at.store, 3, { insteadOf: 'm2' });
    expect((await at.store.readMessages('chat-1', 0))[1]?.rev).toBe(5);
  });

  test('C30 whatever is asked and chosen, a chat is the path through its tree', async () => {
    const step = fc.record({
      do: fc.constantFrom('say', 'fork', 'fork', 'choose', 'choose'),
      where: fc.nat(9),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), fc.uuid(), async (steps, chatId) => {
        const { store } = at;
        await store.createChat(chatId, 1);
        let root: Fork | undefined;
        for (const [number, { do: what, where }] of steps.entries()) {
          const places = path(root);
          const place = places[where % Math.max(1, places.length)];
          const post = (insteadOf?: string) => postAnswered(store, chatId, number, insteadOf);
          if (what === 'say' || place === undefined) {
            await post();
            const fresh: Fork = { versions: [{ number }], at: 0 };
            const last = places.at(-1);
            const end = last?.versions[last.at];
            if (end === undefined) root = fresh;
            else end.next = fresh;
          } else if (what === 'fork') {
            await post(`${chatId}-m${place.versions[place.at]?.number}`);
            place.at = place.versions.push({ number }) - 1;
          } else {
            place.at = where % place.versions.length;
            const messageId = `${chatId}-m${place.versions[place.at]?.number}`;
            const chosen = await store.chooseBranch(choice(messageId, { chatId, commandId: `c${number}` }));
            expect(chosen.type).toBe(place.versions.length > 1 ? 'chosen' : 'no_message');
          }
          const shown = await store.readMessages(chatId, 0);
          const expected = path(root).flatMap(({ versions, at: chosen }) => {
            const named = versions.map((version) => `${chatId}-m${version.number}`);
            const id = named[chosen] ?? '';
            const question = { id, ...(named.length > 1 && { branches: named }) };
            return [question, { id: id.replace('-m', '-r') }];
          });
          expect(shown.map(({ id, branches }) => ({ id, ...(branches && { branches }) }))).toEqual(expected);
        }
      }),
      { numRuns: 15 },
    );
  });
}

async function postAnswered(store: Store, chatId: string, number: number, insteadOf?: string): Promise<void> {
  const [messageId, runId] = [`${chatId}-m${number}`, `${chatId}-r${number}`];
  const ids = { chatId, commandId: messageId, messageId, runId };
  expect(await store.postMessage(message({ ...ids, ...(insteadOf && { insteadOf }) }))).toMatchObject({
    type: 'sent',
  });
  const run = await store.claimRun(runId, lease());
  await store.endRun({ runId, fence: run?.fence ?? 0 }, 0, { type: 'complete' }, ANSWER, number);
}
