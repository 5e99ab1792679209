import { type CellChange, MOST_SHEET_VERSIONS } from '@millrace/engine/run';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import type { NewSheetVersion } from '../sheet-store.ts';
import { ANSWER, lease, type MakePlace, message, storeUnderTest } from './place-contract.ts';

const BASE = 'a'.repeat(64);
const CELLS: readonly CellChange[] = [
  [1, 0, 'otter'],
  [1, 1, '=B2*2'],
];
const version = (more: Partial<NewSheetVersion> = {}): NewSheetVersion => ({
  ...{ chatId: 'chat-1', id: 'v1', embed: 'run-1:0:0', base: BASE, step: 1, from: 'Pixel 9', ts: 5 },
  cells: CELLS,
  ...more,
});
const told = { embed: 'run-1:0:0', base: BASE, from: 'Pixel 9' };

/** The versions of tables that people edit. */
export function sheetContract(makePlace: MakePlace): void {
  const at = storeUnderTest(makePlace);
  afterEach(() => vi.restoreAllMocks());
  const end = async (runId: string): Promise<unknown> =>
    at.store.endRun({ runId, fence: 1 }, 0, { type: 'complete' }, ANSWER, 2);

  test('L340 a version comes back as it was saved, from every opener, and the list of chats tells of it', async () => {
    await at.claimed();
    expect(await at.store.listSheets('chat-1')).toEqual([]);
    expect(await at.store.getChat('chat-1')).not.toHaveProperty('edits');
    // The answer is still being written.
    const first = { ...told, id: 'v1', step: 1, rev: 1, saved_at: 5 };
    expect(await at.store.saveSheet(version())).toEqual({ type: 'saved', version: first, fresh: true });
    await end('run-1');
    const other = await at.openAnother();
    await other.saveSheet(version({ id: 'v2', cells: [[0, 0, '']], ts: 6 }));
    const second = { ...told, id: 'v2', step: 1, rev: 2, saved_at: 6, cells: [[0, 0, '']] };
    for (const store of [other, await at.reopen()]) {
      // Only the newest has its cells there.
      expect(await store.listSheets('chat-1')).toEqual([first, second]);
      expect(await store.readSheet('chat-1', 'v1')).toEqual({ ...first, cells: CELLS });
      expect((await store.listChats())[0]).toMatchObject({ edits: 2, updated_at: 2 });
    }
    expect(await at.store.readSheet('chat-1', 'v3')).toBeUndefined();
    expect(await at.store.readSheet('chat-2', 'v1')).toBeUndefined();
  });

  test('L340 within a version the last step counts; one that comes late changes nothing', async () => {
    await at.claimed();
    await at.store.saveSheet(version({ step: 3, cells: [[0, 0, 'new']] }));
    for (const step of [1, 3]) {
      const late = await at.store.saveSheet(version({ step, cells: [[0, 0, 'old']] }));
      expect(late).toMatchObject({ type: 'saved', fresh: false, version: { step: 3, rev: 1 } });
    }
    expect(await at.store.readSheet('chat-1', 'v1')).toMatchObject({ cells: [[0, 0, 'new']] });
    await at.store.saveSheet(version({ step: 4, cells: [] }));
    expect(await at.store.listSheets('chat-1')).toMatchObject([{ id: 'v1', step: 4, rev: 2, cells: [] }]);
  });

  test('L341 saves of several devices in any order lose no version, and all see the same newest one', async () => {
    const save = fc.record({ id: fc.constantFrom('v1', 'v2', 'v3'), step: fc.integer({ min: 1, max: 4 }) });
    let day = 0;
    await at.claimed();
    const other = await at.openAnother();
    await fc.assert(
      fc.asyncProperty(fc.array(save, { minLength: 1, maxLength: 8 }), async (saves) => {
        day++;
        const embed = `run-1:0:${day}`;
        const named = (id: string): string => `${id}-${day}`;
        const results = await Promise.all(
          saves.map(({ id, step }, n) =>
            (n % 2 === 0 ? at.store : other).saveSheet(
              version({ id: named(id), embed, step, cells: [[step, 0, named(id)]] }),
            ),
          ),
        );
        const listed = (await at.store.listSheets('chat-1')).filter((each) => each.embed === embed);
        const ids = new Set(saves.map(({ id }) => named(id)));
        expect(new Set(listed.map(({ id }) => id))).toEqual(ids);
        for (const { id } of listed) {
          const last = Math.max(...saves.filter((each) => named(each.id) === id).map(({ step }) => step));
          expect(await other.readSheet('chat-1', id)).toMatchObject({ step: last, cells: [[last, 0, id]] });
        }
        const revs = results.flatMap((each) => (each.type === 'saved' ? each.version.rev : []));
        expect(listed.at(-1)).toMatchObject({
          rev: Math.max(...revs),
          cells: [[expect.anything(), 0, expect.anything()]],
        });
      }),
      { numRuns: 12 },
    );
  });

  test('L342 a version belongs to one table of a message that the chat has', async () => {
    await at.claimed();
    expect(await at.store.saveSheet(version({ chatId: 'chat-2' }))).toEqual({ type: 'no_chat' });
    for (const embed of ['run-2:0:0', 'run-1', 'run-10:0', ':0', 'run-_:0'])
      expect(await at.store.saveSheet(version({ embed }))).toEqual({ type: 'no_message' });
    await at.store.saveSheet(version());
    for (const other of [{ embed: 'run-1:0:1' }, { base: 'b'.repeat(64) }])
      expect(await at.store.saveSheet(version({ step: 2, ...other }))).toEqual({ type: 'other_sheet' });
    expect(await at.store.saveSheet(version({ id: 'mine', embed: 'msg-1:0' }))).toMatchObject({
      type: 'saved',
    });
  });

  test('L342 a table has at most 100 versions, of which the newest can be changed further', async () => {
    await at.claimed();
    for (let n = 1; n <= MOST_SHEET_VERSIONS; n++)
      await at.store.saveSheet(version({ id: `v${n}`, cells: [] }));
    expect(await at.store.saveSheet(version({ id: 'more' }))).toEqual({ type: 'too_many' });
    expect(await at.store.saveSheet(version({ id: 'v100', step: 2 }))).toMatchObject({ type: 'saved' });
    expect(await at.store.saveSheet(version({ id: 'more', embed: 'run-1:0:1' }))).toMatchObject({
      type: 'saved',
    });
  });

  test('L343 versions stay with their message over branches and restores, and go with the chat', async () => {
    await at.claimed();
    await end('run-1');
    await at.store.saveSheet(version());
    const again = message({ commandId: 'c2', messageId: 'msg-2', runId: 'run-2', insteadOf: 'msg-1', ts: 3 });
    await at.store.postMessage(again);
    expect(await at.store.listSheets('chat-1')).toMatchObject([{ id: 'v1', cells: CELLS }]);
    await at.store.claimRun('run-2', lease());
    await end('run-2');
    await at.store.changePlaces({ ids: ['chat-1'], deleted: true, ts: 9 });
    expect(await at.store.eraseDeleted(9)).toBe(1);
    expect(await at.store.listSheets('chat-1')).toEqual([]);
    expect(await at.store.readSheet('chat-1', 'v1')).toBeUndefined();
    expect(await at.place.ask('SELECT * FROM sheet_versions')).toEqual([]);
  });

  test('L344 cells, their device and the hash of their table are sealed, and a row that was changed is left out', async () => {
    await at.claimed();
    await at.store.saveSheet(version());
    await at.store.saveSheet(version({ id: 'v2', cells: [[0, 0, 'heron']] }));
    const dump = Buffer.from(await at.place.dump());
    for (const word of ['otter', 'heron', 'Pixel 9', BASE]) expect(dump.includes(word)).toBe(false);
    const tell = vi.spyOn(console, 'error').mockImplementation(() => {});
    // An older version can't be made the newest one.
    await at.place.ask("UPDATE sheet_versions SET rev = 9 WHERE id = 'v1'");
    expect(await at.store.listSheets('chat-1')).toMatchObject([{ id: 'v2' }]);
    expect(await at.store.readSheet('chat-1', 'v1')).toBeUndefined();
    expect(tell.mock.calls.join()).not.toContain('otter');
    // The person who edits it goes on.
    expect(await at.store.saveSheet(version({ step: 2 }))).toMatchObject({ type: 'saved', fresh: true });
    expect(await at.store.readSheet('chat-1', 'v1')).toMatchObject({ cells: CELLS });
  });
}
