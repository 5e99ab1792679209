import { randomBytes } from 'node:crypto';
import type { RunEnd } from '@millrace/engine/run';
import { keyIdOf } from '@millrace/engine/vault';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pairOf } from '../../vault/x25519.ts';
import { FIRST_ACCOUNT } from '../account.ts';
import type { NewQueuedMessage } from '../queue-store.ts';
import type { EndedRun } from '../store.ts';
import { VaultLockedError } from '../vault-locked-error.ts';
import { ANSWER, lease, type MakePlace, message, storeUnderTest } from './place-contract.ts';

/** The message with this number. */
const queued = (n: number, more: Partial<NewQueuedMessage> = {}): NewQueuedMessage =>
  message({
    commandId: `c-${n}`,
    messageId: `m-${n}`,
    runId: `r-${n}`,
    text: `Queued ${n}`,
    ts: 2_000 + n,
    ...more,
  });

/** The messages that wait for the turn before them. */
export function queueContract(makePlace: MakePlace): void {
  const at = storeUnderTest(makePlace);
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
  afterEach(() => vi.restoreAllMocks());
  let now = 5_000;
  /** Ends a run, by a worker that takes it up. */
  async function end(runId: string, how: RunEnd = { type: 'complete' }): Promise<EndedRun | 'behind'> {
    now += 1_000;
    const run = await at.store.claimRun(runId, lease('w', now));
    return at.store.endRun({ runId, fence: run?.fence ?? 0 }, 0, how, ANSWER, now);
  }
  const waiting = async (): Promise<string[]> => (await at.store.listQueue('chat-1')).map(({ id }) => id);
  const said = async (): Promise<string[]> =>
    (await at.store.readMessages('chat-1', 0)).filter(({ role }) => role === 'user').map(({ id }) => id);

  test('S360 what is queued while a run works is sent by the transactions that end the runs, in order', async () => {
    await at.claimed();
    const { store } = at;
    const sent = { message_id: 'm-1', run_id: 'r-1' };
    const first = { type: 'queued', sent, fresh: true, started: null };
    expect(await store.queueMessage(queued(1, { model: 'a/b', mode: 'code' }))).toEqual(first);
    await store.queueMessage(queued(2));
    expect(await store.queueMessage(queued(1))).toEqual({ ...first, fresh: false });
    const line = {
      id: 'm-1',
      command_id: 'c-1',
      text: 'Queued 1',
      model: 'a/b',
      mode: 'code',
      queued_at: 2_001,
    };
    expect((await store.listQueue('chat-1'))[0]).toEqual(line);
    expect((await store.getChat('chat-1'))?.queued).toEqual(['m-1', 'm-2']);
    expect((await store.listChats())[0]?.queued).toEqual(['m-1', 'm-2']);
    await at.reopen();
    expect(await end('run-1')).toMatchObject({ woken: 'r-1' });
    expect(await at.store.getRun('r-1')).toMatchObject({ status: 'ready', model: 'a/b' });
    expect((await at.store.readMessages('chat-1', 0)).at(-1)).toMatchObject({
      text: 'Queued 1',
      mode: 'code',
    });
    expect(await end('r-1')).toMatchObject({ woken: 'r-2' });
    expect(await end('r-2')).toMatchObject({ woken: null });
    expect(await said()).toEqual(['msg-1', 'm-1', 'm-2']);
    expect(await at.store.getChat('chat-1')).not.toHaveProperty('queued');
    // A command that was done is not done again.
    expect(await at.store.queueMessage(queued(2))).toMatchObject({ fresh: false, started: null });
    expect(await at.store.postMessage(queued(1))).toMatchObject({ type: 'sent', fresh: false });
    expect(await said()).toHaveLength(3);
  });

  test('S361 where nothing is at work the first message that waits is sent at once', async () => {
    await at.store.createChat('chat-1', 1);
    expect(await at.store.queueMessage(queued(1))).toMatchObject({ started: 'r-1' });
    expect(await at.store.getChat('chat-1')).toMatchObject({ title: 'Queued 1', run_id: 'r-1' });
    expect(await at.store.queueMessage(queued(2))).toMatchObject({ started: null });
    expect(await at.store.queueMessage(queued(3, { chatId: 'other' }))).toEqual({ type: 'no_chat' });
    expect(await at.store.queueMessage(queued(3, { files: [{ id: 'none' }] }))).toEqual({
      type: 'no_file',
      id: 'none',
    });
    for (let n = 3; n <= 51; n++) await at.store.queueMessage(queued(n));
    expect(await at.store.queueMessage(queued(52))).toEqual({ type: 'too_many' });
  });

  test('S362 what is taken out is not sent, and the same command does not bring it back', async () => {
    await at.claimed();
    const { store } = at;
    const bytes = new TextEncoder().encode('Hello');
    await store.beginFile({ id: 'f', name: 'a.txt', type: 'text/plain', size: bytes.length, all: 99, ts: 1 });
    await store.putPiece({ id: 'f', index: 0, bytes, ts: 1 });
    await store.finishFile({ id: 'f', hash: 'h', type: 'text/plain', ts: 1 });
    await store.queueMessage(queued(1, { files: [{ id: 'f' }] }));
    // A file of a message that waits is not erased.
    await store.sweepFiles(Number.MAX_SAFE_INTEGER);
    const taken = await store.unqueueMessage('chat-1', 'm-1');
    expect(taken).toMatchObject({
      id: 'm-1',
      text: 'Queued 1',
      files: [{ id: 'f', name: 'a.txt', size: 5 }],
    });
    expect(await store.unqueueMessage('chat-1', 'm-1')).toBeUndefined();
    expect(await store.queueMessage(queued(1))).toMatchObject({ fresh: false });
    expect(await end('run-1')).toMatchObject({ woken: null });
    // Its file can be sent with another message.
    expect(await store.queueMessage(queued(2, { files: [{ id: 'f' }] }))).toMatchObject({ started: 'r-2' });
    expect((await store.readMessages('chat-1', 0)).at(-1)?.files).toMatchObject([{ id: 'f' }]);
  });

  test('S372 a message that ends a run which waited comes before those that were queued', async () => {
    await at.claimed();
    const { store } = at;
    await store.queueMessage(queued(1));
    expect(await end('run-1', { type: 'cancelled', reason: 'message' })).toMatchObject({ woken: null });
    await store.postMessage(message({ commandId: 'n', messageId: 'now', runId: 'r-now', ts: now }));
    expect(await waiting()).toEqual(['m-1']);
    expect(await end('r-now')).toMatchObject({ woken: 'r-1' });
    expect((await said()).slice(-2)).toEqual(['now', 'm-1']);
  });

  test('S363 in a deleted chat nothing that waits is sent, and it is erased with the chat', async () => {
    await at.claimed();
    await at.store.queueMessage(queued(1));
    await at.store.changePlaces({ ids: ['chat-1'], deleted: true, ts: 9 });
    expect(await end('run-1')).toMatchObject({ woken: null });
    await at.store.eraseDeleted(10);
    expect(await at.place.ask('SELECT id FROM queued_messages')).toEqual([]);
  });

  test('S364 a row of the queue that was changed or moved, or that this server has not written, is never sent', async () => {
    await at.claimed();
    await at.store.queueMessage(queued(1));
    await at.store.queueMessage(queued(2));
    const columns = 'account_id, chat_id, id, place, payload, proof, key_id, created_at';
    for (const change of [
      'place = 9 - place',
      "id = 'planted'",
      "proof = ''",
      `payload = (SELECT payload FROM queued_messages WHERE id = 'm-2'), proof = (SELECT proof FROM queued_messages WHERE id = 'm-2')`,
      'created_at = 1',
    ]) {
      const [row = {}] = await at.place.ask("SELECT * FROM queued_messages WHERE id = 'm-1'");
      await at.place.ask(`UPDATE queued_messages SET ${change} WHERE id = 'm-1'`);
      expect(await waiting(), change).toEqual(['m-2']);
      await at.place.ask("DELETE FROM queued_messages WHERE id <> 'm-2'");
      await at.place.ask(
        `INSERT INTO queued_messages (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        ...columns.split(', ').map((name) => row[name] ?? null),
      );
    }
    expect(await waiting()).toEqual(['m-1', 'm-2']);
    await at.place.ask("UPDATE queued_messages SET proof = '' WHERE id = 'm-1'");
    // The others do not wait for a damaged one.
    expect(await end('run-1')).toMatchObject({ woken: 'r-2' });
  });

  test('S365 a message that waits is sent while the account is locked, with the settings of when it was queued', async () => {
    const vault = at.store.vaultOf(FIRST_ACCOUNT);
    const pair = pairOf(randomBytes(32));
    const facts = { kind: 'recovery', name: 'Code', wrapped: undefined, createdAt: 1, session: '' } as const;
    await vault.prepare();
    await vault.putCredential({ ...facts, publicKey: pair.publicKey });
    await vault.sealTo(keyIdOf(pair.publicKey));
    expect(await vault.dropHome()).toBe('dropped');
    while ((await vault.rotateSome()) !== 0)
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 });
    vi.useRealTimers();
    await at.store.changeAnswers(undefined, { prompt: 'Short.' });
    await at.claimed();
    await at.store.queueMessage(queued(1));
    await vault.lock();
    await expect(at.store.readAnswers()).rejects.toThrow(VaultLockedError);
    expect(await end('run-1')).toMatchObject({ woken: 'r-1' });
    expect(await at.store.readRunSettings('r-1')).toMatchObject({
      prompt: expect.stringContaining('Short.'),
    });
    expect(await end('r-1')).toMatchObject({ woken: null });
  });

  test('S366 whatever is queued, taken out and ended, each message is sent once, in order, or was taken out', async () => {
    const step = fc.constantFrom('queue', 'queue', 'again', 'take', 'end', 'end', 'reopen');
    let chats = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(step, fc.nat(9)), { maxLength: 25 }), async (steps) => {
        const chatId = `chat-${++chats}`;
        const numbered = (n: number): NewQueuedMessage => {
          const ids = {
            commandId: `${chatId}-c${n}`,
            messageId: `${chatId}-m${n}`,
            runId: `${chatId}-r${n}`,
          };
          return message({ ...ids, chatId, text: `${n}`, ts: 2_000 + n });
        };
        await at.store.createChat(chatId, 1);
        const [asked, taken]: [number[], Set<number>] = [[], new Set()];
        let open: string | null = null;
        for (const [what, n] of steps) {
          if (what === 'queue' || (what === 'again' && asked.includes(n))) {
            const number = what === 'queue' ? asked.length : n;
            const result = await at.store.queueMessage(numbered(number));
            if (what === 'queue') asked.push(number);
            if (result.type === 'queued' && result.started !== null) open = result.started;
          }
          if (what === 'take' && (await at.store.unqueueMessage(chatId, numbered(n).messageId))) taken.add(n);
          if (what === 'reopen') await at.reopen();
          if (what === 'end' && open !== null) {
            const ended = await end(open);
            open = ended === 'behind' ? null : ended.woken;
          }
          expect((await at.store.getChat(chatId))?.run_id).toBe(open);
        }
        for (let i = 0; open !== null && i < 99; i++) {
          const ended = await end(open);
          open = ended === 'behind' ? null : ended.woken;
        }
        const records = await at.store.readMessages(chatId, 0);
        const texts = records.filter(({ role }) => role === 'user').map(({ text }) => Number(text));
        expect(texts).toEqual(asked.filter((n) => !taken.has(n)));
        expect(await at.store.listQueue(chatId)).toEqual([]);
      }),
      { numRuns: 8 },
    );
  });
}
