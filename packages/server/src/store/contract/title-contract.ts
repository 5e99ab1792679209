import { expect, test } from 'vitest';
import { ANSWER, lease, type MakePlace, message, storeUnderTest } from './place-contract.ts';

/** Names of chats. */
export function titleContract(makePlace: MakePlace): void {
  const at = storeUnderTest(makePlace);
  const title = async (): Promise<string | undefined> => (await at.store.getChat('chat-1'))?.title;
  async function answered(): Promise<void> {
    await at.store.createChat('chat-1', 1);
    await at.store.postMessage(message());
    const run = await at.store.claimRun('run-1', lease());
    await at.store.endRun({ runId: 'run-1', fence: run?.fence ?? 0 }, 0, { type: 'complete' }, ANSWER, 2);
  }

  test('C31 a model names a chat once, a person as often as they like, and what a person said holds', async () => {
    await answered();
    expect(await title()).toBe('Hello');
    expect(await at.store.putTitle('chat-1', 'A heron', 'model')).toBe(true);
    expect(await at.store.putTitle('chat-1', 'Another', 'model')).toBe(false);
    expect(await title()).toBe('A heron');
    // A name is no news of the chat.
    expect(await at.store.getChat('chat-1')).toMatchObject({ updated_at: 2 });
    expect(await at.store.putTitle('chat-1', 'Mine', 'person')).toBe(true);
    expect(await at.store.putTitle('chat-1', 'Another', 'model')).toBe(false);
    expect(await at.store.putTitle('chat-1', 'Mine again', 'person')).toBe(true);
    const store = await at.reopen();
    expect(await store.getChat('chat-1')).toMatchObject({ title: 'Mine again', updated_at: 2 });
    expect(await store.putTitle('nowhere', 'X', 'person')).toBe(false);
  });

  test('C31 a name is sealed', async () => {
    await answered();
    await at.store.putTitle('chat-1', 'A heron at dawn', 'person');
    expect(Buffer.from(await at.place.dump()).includes('heron')).toBe(false);
  });
}
