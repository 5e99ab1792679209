import type { Project } from '@millrace/engine/run';
import { expect, test, vi } from 'vitest';
import { ANSWER, lease, type MakePlace, message, storeUnderTest } from './place-contract.ts';

const project = (id: string, more: Partial<Project> = {}): Project => ({
  ...{ id, name: `Name of ${id}`, instructions: 'Be brief.', model: 'demo/demo', workspace: 'docs' },
  created_at: 1,
  ...more,
});

/** Folders of chats. */
export function projectContract(makePlace: MakePlace): void {
  const at = storeUnderTest(makePlace);

  async function chatIn(projectId: string | undefined, n = 1): Promise<void> {
    await at.store.createChat(`chat-${n}`, n, projectId);
    const ids = { commandId: `cmd-${n}`, chatId: `chat-${n}`, messageId: `msg-${n}`, runId: `run-${n}` };
    await at.store.postMessage(message({ ...ids, ts: n }));
  }
  const folderOfRun = async (n = 1): Promise<string | undefined> =>
    (await at.store.getRun(`run-${n}`))?.folder;

  test('L349 a project comes back as it was made and changed, oldest first, also after the store is opened again', async () => {
    const [a, b] = [
      project('a', { created_at: 2 }),
      project('b', { created_at: 1, model: null, workspace: null }),
    ];
    for (const each of [a, b]) expect(await at.store.createProject(each)).toBe(true);
    expect(await at.store.createProject(project('a', { name: 'Other' }))).toBe(false);
    expect(await at.store.listProjects()).toEqual([b, a]);
    const changed = { ...a, name: 'New', workspace: null };
    expect(await at.store.changeProject('a', { name: 'New', workspace: null }, 5)).toEqual(changed);
    expect(await (await at.reopen()).listProjects()).toEqual([b, changed]);
    expect(await at.store.changeProject('nowhere', { name: 'New' }, 5)).toBeUndefined();
  });

  test('L349 two devices that change different fields at once are both heard', async () => {
    await at.store.createProject(project('a'));
    const other = await at.openAnother();
    await Promise.all([
      at.store.changeProject('a', { name: 'New' }, 5),
      other.changeProject('a', { instructions: 'Be long.' }, 5),
    ]);
    expect(await at.store.listProjects()).toEqual([project('a', { name: 'New', instructions: 'Be long.' })]);
  });

  test('L350 chats are in their project, leave it when it is deleted, and are back in it when it is', async () => {
    for (const id of ['a', 'b']) await at.store.createProject(project(id));
    await chatIn('a', 1);
    await chatIn(undefined, 2);
    const places = async () => (await at.store.listChats()).map(({ id, project_id }) => [id, project_id]);
    await at.store.changePlaces({ ids: ['chat-2'], projectId: 'a', ts: 5 });
    expect(await places()).toEqual([
      ['chat-2', 'a'],
      ['chat-1', 'a'],
    ]);
    expect(await at.store.projectOf('chat-1')).toEqual(project('a'));
    expect(await at.store.changePlaces({ ids: ['chat-1'], projectId: 'nowhere', ts: 5 })).toEqual({
      type: 'no_project',
    });
    await at.store.changeProject('a', { deleted: true }, 100);
    expect((await at.store.listProjects()).map(({ id }) => id)).toEqual(['b']);
    expect(await places()).toEqual([
      ['chat-2', undefined],
      ['chat-1', undefined],
    ]);
    expect(await at.store.projectOf('chat-1')).toBeUndefined();
    expect(await at.store.changeProject('a', { name: 'X' }, 100)).toBeUndefined();
    expect(await at.store.changePlaces({ ids: ['chat-1'], projectId: 'a', ts: 5 })).toMatchObject({
      type: 'no_project',
    });
    await at.store.changePlaces({ ids: ['chat-2'], projectId: 'b', ts: 5 });
    await at.store.changeProject('a', { deleted: false }, 101);
    expect(await places()).toEqual([
      ['chat-2', 'b'],
      ['chat-1', 'a'],
    ]);
    // One that is erased does not come back.
    await at.store.changeProject('a', { deleted: true }, 200);
    expect(await at.store.eraseDeleted(199)).toBe(0);
    expect(await (await at.reopen()).eraseDeleted(200)).toBe(1);
    expect(await at.store.changeProject('a', { deleted: false }, 201)).toBeUndefined();
    expect(await places()).toEqual([
      ['chat-2', 'b'],
      ['chat-1', undefined],
    ]);
  });

  test('L351 a run works in the folder that its project had when it began, whatever becomes of both', async () => {
    await at.store.createProject(project('a'));
    await chatIn('a', 1);
    await chatIn(undefined, 2);
    expect(await folderOfRun(1)).toBe('docs');
    expect(await folderOfRun(2)).toBeUndefined();
    await at.store.changeProject('a', { workspace: 'src' }, 5);
    await at.store.changePlaces({ ids: ['chat-1'], projectId: null, ts: 5 });
    expect(await folderOfRun(1)).toBe('docs');
    const run = await at.store.claimRun('run-1', lease());
    const claim = { runId: 'run-1', fence: run?.fence ?? 0 };
    const followUp = { runId: 'run-9', events: [], lease: lease() };
    expect(await at.store.handOver(claim, 0, [], 1_001, followUp)).toMatchObject({ run: { folder: 'docs' } });
    await at.store.endRun(claim, 0, { type: 'complete' }, ANSWER, 1_002);
    expect(await folderOfRun(1)).toBe('docs');
  });

  test('L352 a project whose row was changed starts no run, and is mended by writing all of it', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    await at.store.createProject(project('a'));
    await at.store.createChat('chat-1', 1, 'a');
    const post = () => at.store.postMessage(message());
    await at.place.ask("UPDATE projects SET payload = 'AAAA'");
    expect(await at.store.listProjects()).toMatchObject([{ id: 'a', name: '', unreadable: true }]);
    expect(await post()).toEqual({ type: 'unreadable_project' });
    expect(await at.store.changeProject('a', { name: 'X' }, 5)).toBe('unreadable');
    const { id: _, created_at: __, ...whole } = project('a');
    expect(await at.store.changeProject('a', whole, 5)).toEqual(project('a'));
    // The same holds for the place of the chat.
    await at.place.ask("UPDATE chats SET place = 'AAAA'");
    expect(await post()).toEqual({ type: 'unreadable_project' });
    expect(await at.store.changePlaces({ ids: ['chat-1'], pinned: true, ts: 5 })).toMatchObject({ ids: [] });
    await at.store.changePlaces({ ids: ['chat-1'], projectId: 'a', ts: 5 });
    expect(await post()).toMatchObject({ type: 'sent' });
    vi.restoreAllMocks();
  });

  test('L353 the database holds nothing of a project or of a place in readable form', async () => {
    // A name that no sealed text can have by chance: base64 has no hyphen.
    const secret = project('p-otter', {
      name: 'otter-name',
      instructions: 'otter-text',
      model: 'otter-model',
    });
    await at.store.createProject({ ...secret, workspace: 'otter-folder' });
    await chatIn('p-otter');
    await at.store.changePlaces({ ids: ['chat-1'], pinned: true, archived: true, ts: 5 });
    const dump = Buffer.from(await at.place.dump());
    expect(dump.includes('otter-')).toBe(false);
    const rows = JSON.stringify(await at.place.ask('SELECT * FROM chats'));
    expect(rows).not.toMatch(/p-otter|"pinned|"archived/);
  });
}
