import type { RunEnd } from '@millrace/engine/run';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ANSWER, lease, type MakePlace, message, storeUnderTest } from './place-contract.ts';

/** The answers that nobody has read. */
export function unreadContract(makePlace: MakePlace): void {
  const at = storeUnderTest(makePlace);
  const unread = async (): Promise<string | undefined> => (await at.store.getChat('chat-1'))?.unread;
  async function ask(n: number): Promise<void> {
    const ids = { commandId: `cmd-${n}`, messageId: `msg-${n}`, runId: `run-${n}` };
    await at.store.postMessage(message({ ...ids, text: `Question ${n}` }));
  }
  async function end(n: number, how: RunEnd): Promise<void> {
    const run = await at.store.claimRun(`run-${n}`, lease());
    await at.store.endRun({ runId: `run-${n}`, fence: run?.fence ?? 0 }, 0, how, ANSWER, 2);
  }
  const COMPLETE = { type: 'complete' } as const;
  const FAILED = { type: 'error', message: 'No.', code: 'x', retryable: false } as const;
  const CANCELLED = { type: 'cancelled' } as const;

  test('C280 an answer is unread until somebody has read as far as it, on every device and over a restart', async () => {
    await at.store.createChat('chat-1', 1);
    await ask(1);
    expect(await unread()).toBeUndefined();
    await end(1, COMPLETE);
    expect(await unread()).toBe('answer');
    expect(await at.store.markRead('chat-1', 1)).toBe('same');
    const store = await at.reopen();
    expect((await store.listChats()).map((chat) => chat.unread)).toEqual(['answer']);
    expect(await store.markRead('chat-1', 2)).toBe('read');
    expect(await store.markRead('chat-1', 2)).toBe('same');
    expect(await store.markRead('nowhere', 2)).toBe('no_chat');
    expect(await unread()).toBeUndefined();
    // Reading is no news of the chat.
    expect(await store.getChat('chat-1')).toMatchObject({ updated_at: 2, seq: 2 });
  });

  test('C281 a failure is a problem, a stop is no news, and who writes has read', async () => {
    await at.store.createChat('chat-1', 1);
    await ask(1);
    await end(1, FAILED);
    expect(await unread()).toBe('problem');
    await ask(2);
    expect(await unread()).toBeUndefined();
    // The same command once more reads nothing.
    await end(2, COMPLETE);
    await ask(2);
    expect(await unread()).toBe('answer');
    await ask(3);
    await end(3, CANCELLED);
    expect(await unread()).toBeUndefined();
  });

  test('C280 whatever is read in whatever order, a chat is unread exactly when its newest answer is not read', async () => {
    let chat = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: 8 }), { maxLength: 6 }), async (reads) => {
        const chatId = `chat-law-${++chat}`;
        await at.store.createChat(chatId, 1);
        let seq = 0;
        let newest = 0;
        let read = 0;
        for (const [n, upTo] of reads.entries()) {
          const ids = {
            chatId,
            commandId: `${chatId}-${n}`,
            messageId: `${chatId}-m${n}`,
            runId: `${chatId}-r${n}`,
          };
          await at.store.postMessage(message({ ...ids, text: 'x' }));
          const run = await at.store.claimRun(ids.runId, lease());
          await at.store.endRun({ runId: ids.runId, fence: run?.fence ?? 0 }, 0, COMPLETE, ANSWER, 2);
          seq += 2;
          newest = seq;
          await at.store.markRead(chatId, upTo);
          read = upTo;
          const now = await at.store.getChat(chatId);
          expect(now?.unread).toBe(read >= newest ? undefined : 'answer');
        }
      }),
      { numRuns: 10 },
    );
  });
}
