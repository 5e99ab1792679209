import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ANSWER, lease, type MakePlace, message, storeUnderTest } from './place-contract.ts';

const NONE = { prompt: '', models: {}, rev: 0 };

/** How models answer: instructions and settings, of the account and of chats. */
export function answerContract(makePlace: MakePlace): void {
  const at = storeUnderTest(makePlace);

  test('L365 instructions and settings come back as they were kept, of each place its own', async () => {
    await at.store.createChat('chat-1', 1);
    await at.store.createChat('', 1);
    expect([await at.store.readAnswers(), await at.store.readAnswers('chat-1')]).toEqual([NONE, NONE]);
    const account = { prompt: 'Be "brief".\n', models: { 'a/b': { temperature: 0.2, effort: 'low' } } };
    expect(await at.store.changeAnswers(undefined, account)).toEqual({ ...account, rev: 1 });
    await at.store.changeAnswers('chat-1', { prompt: 'Grüße' });
    await at.store.changeAnswers('', { prompt: 'Nameless' });
    const store = await at.reopen();
    expect(await store.readAnswers()).toEqual({ ...account, rev: 1 });
    expect(await store.readAnswers('chat-1')).toEqual({ prompt: 'Grüße', models: {}, rev: 1 });
    expect(await store.readAnswers('chat-2')).toEqual(NONE);
    expect(await store.changeAnswers('chat-2', { prompt: 'x' })).toBe('no_chat');
  });

  test('L365 a change leaves what it does not name, and null takes a value away', async () => {
    const change = (models: Record<string, Record<string, number | string | null>>) =>
      at.store.changeAnswers(undefined, { models });
    await at.store.changeAnswers(undefined, { prompt: 'Stay.' });
    await change({ m: { temperature: 1, top_p: 0.5 }, n: { effort: 'low' } });
    expect(await change({ m: { temperature: null }, n: { effort: null } })).toEqual({
      prompt: 'Stay.',
      models: { m: { top_p: 0.5 } },
      rev: 3,
    });
    expect(await change({ __proto__x: { temperature: null } })).toMatchObject({
      models: { m: { top_p: 0.5 } },
    });
  });

  test('L365 two devices that change different things at once both count', async () => {
    await at.store.createChat('chat-1', 1);
    const other = await at.openAnother();
    for (const place of [undefined, 'chat-1']) {
      await Promise.all([
        at.store.changeAnswers(place, { prompt: 'One' }),
        other.changeAnswers(place, { models: { m: { temperature: 0 } } }),
      ]);
      expect(await at.store.readAnswers(place)).toEqual({
        prompt: 'One',
        models: { m: { temperature: 0 } },
        rev: 2,
      });
    }
  });

  test('L365 settings are kept for a bounded number of models', async () => {
    const models = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`m${i}`, { temperature: 0 }]));
    expect(await at.store.changeAnswers(undefined, { models })).toMatchObject({ rev: 1 });
    expect(await at.store.changeAnswers(undefined, { models: { more: { temperature: 0 } } })).toBe(
      'too_many',
    );
    expect(await at.store.readAnswers()).toMatchObject({ rev: 1 });
  });

  test('L366 a run keeps what held when its message came, whatever is changed later', async () => {
    await at.store.createChat('chat-1', 1);
    await at.store.changeAnswers(undefined, {
      prompt: 'Account',
      models: { [message().model]: { top_p: 1 } },
    });
    await at.store.changeAnswers('chat-1', { prompt: 'Chat', models: { other: { temperature: 0 } } });
    await at.store.postMessage(message());
    await at.store.changeAnswers(undefined, { prompt: 'Later' });
    await at.store.changeAnswers('chat-1', { prompt: '', models: { [message().model]: { top_p: 0 } } });
    const held = { prompt: expect.stringMatching(/Account[\s\S]*Chat/), account: { top_p: 1 }, chat: {} };
    expect(await at.store.readRunSettings('run-1')).toEqual(held);
    const run = await at.store.claimRun('run-1', lease());
    const claim = { runId: 'run-1', fence: run?.fence ?? 0 };
    // The run that continues a call of it belongs to the same turn.
    await at.store.handOver(claim, 0, [], 2, { runId: 'run-1b', events: [], lease: lease() });
    expect(await (await at.reopen()).readRunSettings('run-1b')).toEqual(held);
    await at.store.endRun(claim, 0, { type: 'complete' }, ANSWER, 3);
    await at.store.postMessage(message({ commandId: 'c2', messageId: 'm2', runId: 'run-2' }));
    expect(await at.store.readRunSettings('run-2')).toEqual({
      prompt: expect.stringMatching(/^(?![\s\S]*Chat)[\s\S]*Later/),
      account: { top_p: 1 },
      chat: { top_p: 0 },
    });
    expect(await at.store.readRunSettings('nowhere')).toEqual({ prompt: '', account: {}, chat: {} });
  });

  test('L366 the list of chats tells when the settings of one were changed', async () => {
    await at.store.createChat('chat-1', 1);
    await at.store.postMessage(message());
    expect((await at.store.listChats())[0]).not.toHaveProperty('settings_rev');
    await at.store.changeAnswers('chat-1', { prompt: 'x' });
    await at.store.changeAnswers('chat-1', { prompt: '' });
    expect((await at.store.listChats())[0]).toMatchObject({
      settings_rev: 2,
      updated_at: expect.any(Number),
    });
  });

  test('L367 nothing of instructions and settings is readable in the database, and they go with their chat', async () => {
    await at.store.createChat('chat-1', 1);
    await at.store.changeAnswers(undefined, {
      prompt: 'otter-account',
      models: { 'otter/model': { effort: 'otter' } },
    });
    await at.store.changeAnswers('chat-1', { prompt: 'otter-chat' });
    await at.store.postMessage(message());
    expect(await at.store.readRunSettings('run-1')).toMatchObject({
      prompt: expect.stringContaining('otter'),
    });
    expect(Buffer.from(await at.place.dump()).includes('otter')).toBe(false);
    const run = await at.store.claimRun('run-1', lease());
    await at.store.endRun({ runId: 'run-1', fence: run?.fence ?? 0 }, 0, { type: 'complete' }, ANSWER, 2);
    await at.store.changePlaces({ ids: ['chat-1'], deleted: true, ts: 3 });
    expect(await at.store.eraseDeleted(3)).toBe(1);
    await at.store.createChat('chat-1', 1);
    expect(await at.store.readAnswers('chat-1')).toEqual(NONE);
    expect(await at.store.readAnswers()).toMatchObject({ prompt: 'otter-account' });
  });

  test('L365 any changes in a row leave what a fold over them leaves', async () => {
    const value = fc.oneof(
      fc.constant(null),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
    );
    const models = fc.dictionary(
      fc.constantFrom('m', 'n'),
      fc.dictionary(fc.constantFrom('temperature', 'top_p'), value),
    );
    const change = fc.record({ prompt: fc.string(), models }, { requiredKeys: [] });
    await at.store.createChat('chat-1', 1);
    let prompt = '';
    const kept: Record<string, Record<string, number>> = {};
    await fc.assert(
      fc.asyncProperty(change, async (each) => {
        prompt = each.prompt ?? prompt;
        for (const [id, values] of Object.entries(each.models ?? {}))
          for (const [name, number] of Object.entries(values)) {
            kept[id] = { ...kept[id] };
            if (number === null) delete kept[id][name];
            else kept[id][name] = number;
          }
        await at.store.changeAnswers('chat-1', each);
        const filled = Object.entries(kept).filter(([, values]) => Object.keys(values).length > 0);
        expect(await at.store.readAnswers('chat-1')).toMatchObject({
          prompt,
          models: Object.fromEntries(filled),
        });
      }),
      { numRuns: 30 },
    );
  });
}
