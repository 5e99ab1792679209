import { beforeEach, expect, test } from 'vitest';
import { ACCOUNT_TABLES, type Account, FIRST_ACCOUNT, type PeopleStore } from '../account.ts';
import type { Store } from '../store.ts';
import { fillStore } from './filled-contract.ts';
import {
  ANSWER,
  DELTA,
  decision,
  lease,
  type MakePlace,
  message,
  request,
  storeUnderTest,
} from './place-contract.ts';

const CLAIM = { runId: 'run-2', fence: 1 };
const SHEET = { embed: 'run-1:0:0', base: 'a'.repeat(64), step: 2, from: 'Pixel 9', ts: 1, cells: [] };

/** Every verb of an account, with the ids that `fillStore` uses. Those that write come last. */
const VERBS: { readonly [Verb in keyof Store]: (store: Store) => Promise<unknown> } = {
  getRun: (store) => store.getRun('run-1'),
  claimableRuns: (store) => store.claimableRuns(Number.MAX_SAFE_INTEGER, 99),
  readEvents: (store) => store.readEvents('run-1', 0, 99),
  readApprovals: (store) => store.readApprovals('run-1'),
  listChats: (store) => store.listChats(),
  getChat: (store) => store.getChat('chat-1'),
  readMessages: (store) => store.readMessages('chat-1', 0),
  listProjects: (store) => store.listProjects(),
  projectOf: (store) => store.projectOf('chat-1'),
  listQueue: (store) => store.listQueue('chat-2'),
  readRestore: (store) => store.readRestore('chat-1', 'restore'),
  listSheets: (store) => store.listSheets('chat-1'),
  readSheet: (store) => store.readSheet('chat-1', 'v1'),
  fileProgress: (store) => store.fileProgress('file-1'),
  findFile: (store) => store.findFile('file-1'),
  filesOf: (store) => store.filesOf('chat-1'),
  readPiece: (store) => store.readPiece('file-1', 0),
  fileUse: (store) => store.fileUse(),
  readRules: (store) => store.readRules({ chatId: 'chat-1', workspace: '/w' }),
  listRules: (store) => store.listRules(),
  listMemories: (store) => store.listMemories(),
  readAnswers: (store) => store.readAnswers('chat-1'),
  readRunSettings: (store) => store.readRunSettings('run-1'),
  readTrust: (store) => store.readTrust('/w'),
  claimRun: (store) => store.claimRun('run-2', lease('thief', 99_999)),
  claimEnded: (store) => store.claimEnded('run-1', lease('thief', 99_999)),
  renew: (store) => store.renew(CLAIM, lease('thief')),
  release: (store) => store.release(CLAIM),
  park: (store) => store.park(CLAIM, 3, null),
  append: (store) => store.append(CLAIM, 3, [DELTA], 1, 'durable'),
  ask: (store) => store.ask(CLAIM, 3, [request('more')], 1, 1),
  expire: (store) => store.expire(CLAIM, 3, [DELTA], 1, ['bad']),
  decide: (store) => store.decide(decision('bad', { runId: 'run-2', by: 'thief' })),
  requestCancel: (store) => store.requestCancel({ commandId: 'c', runId: 'run-2', ts: 1 }),
  continueRun: (store) => store.continueRun({ commandId: 'c', runId: 'run-1', rev: 99, ts: 9_999 }),
  handOver: (store) =>
    store.handOver(CLAIM, 3, [DELTA], 1, { runId: 'run-3', events: [], lease: lease('thief') }),
  takeFloor: (store) => store.takeFloor(CLAIM, 3),
  endRun: (store) => store.endRun(CLAIM, 3, { type: 'complete' }, ANSWER, 1),
  endRevert: (store) => store.endRevert({ runId: 'run-1', fence: 2 }, null, 1),
  chooseBranch: (store) =>
    store.chooseBranch({ commandId: 'b', chatId: 'chat-1', messageId: 'msg-1', actor: 'thief', ts: 1 }),
  putTitle: (store) => store.putTitle('chat-1', 'Stolen', 'person'),
  markRead: (store) => store.markRead('chat-1', 99),
  changeProject: (store) => store.changeProject('project-1', { name: 'Stolen' }, 1),
  changePlaces: (store) => store.changePlaces({ ids: ['chat-1', 'chat-2'], deleted: true, ts: 1 }),
  eraseDeleted: (store) => store.eraseDeleted(Number.MAX_SAFE_INTEGER),
  unqueueMessage: (store) => store.unqueueMessage('chat-2', 'waits-1'),
  beginRestore: (store) =>
    store.beginRestore({
      ...{
        id: 'r',
        commandId: 'restore',
        chatId: 'chat-1',
        fromSeq: 1,
        checkpointId: null,
        actor: 'thief',
        ts: 1,
      },
    }),
  beginUndo: (store) =>
    store.beginUndo({ id: 'r', commandId: 'undo', chatId: 'chat-1', actor: 'thief', ts: 1 }),
  settleRestore: (store) => store.settleRestore('r', { type: 'failed' }, 1),
  saveSheet: (store) => store.saveSheet({ ...SHEET, chatId: 'chat-1', id: 'v1' }),
  beginFile: (store) =>
    store.beginFile({ id: 'file-1', name: 'a.txt', type: 'text/plain', size: 5, all: 99, ts: 1 }),
  putPiece: (store) => store.putPiece({ id: 'file-2', index: 0, bytes: new Uint8Array(5), ts: 1 }),
  finishFile: (store) => store.finishFile({ id: 'file-1', hash: 'h', type: 'text/plain', ts: 1 }),
  addFile: (store) =>
    store.addFile({
      ...{ id: 'file-2', chatId: 'chat-1', messageId: 'run-1', name: 'b.txt', type: 'text/plain', hash: 'g' },
      ...{ bytes: Uint8Array.of(1), all: 99, ts: 1 },
    }),
  dropFile: (store) => store.dropFile('file-1'),
  sweepFiles: (store) => store.sweepFiles(Number.MAX_SAFE_INTEGER),
  deleteRule: (store) => store.deleteRule('old-allow'),
  deleteMemory: (store) => store.deleteMemory('a', 'one'),
  changeAnswers: (store) => store.changeAnswers('chat-1', { prompt: 'Stolen' }),
  dropTrust: (store) => store.dropTrust('/w'),
  postMessage: (store) => store.postMessage(message({ commandId: 'cmd-1', chatId: 'chat-1' })),
  queueMessage: (store) => store.queueMessage(message({ commandId: 'waits-1', chatId: 'chat-2' })),
  createProject: (store) =>
    store.createProject({
      ...{ id: 'project-1', name: 'Mine', instructions: '', model: null, workspace: null, created_at: 9 },
    }),
  createChat: (store) => store.createChat('chat-1', 9),
  putRule: (store) =>
    store.putRule({ id: 'old-allow', scope: 'user', of: '', tool: '*', verdict: 'allow', created_at: 9 }),
  putMemory: (store) => store.putMemory({ app: 'a', name: 'one', value: 'mine', updated_at: 9 }),
  trustFiles: (store) => store.trustFiles('/w', [{ path: 'a.md', version: 'mine' }]),
};

/** The outcome of a verb, also when it throws. */
const outcome = (verb: Promise<unknown>): Promise<unknown> =>
  verb.then(
    (value) => ({ value }),
    (error: unknown) => ({ error: String(error) }),
  );

async function outcomes(store: Store): Promise<Readonly<Record<string, unknown>>> {
  const all: Record<string, unknown> = {};
  for (const [name, verb] of Object.entries(VERBS)) all[name] = await outcome(verb(store));
  return all;
}

const PERSON: Account = { id: 'b', name: 'Bea', role: 'member', status: 'active', createdAt: 1 };

export function accountContract(makePlace: MakePlace): void {
  const at = storeUnderTest(makePlace);
  const rowsOf = async (account: string): Promise<unknown> => {
    const all: Record<string, unknown> = {};
    for (const table of ACCOUNT_TABLES)
      all[table] = (await at.place.ask(`SELECT * FROM ${table} WHERE account_id = ?`, account))
        .map((row) => JSON.stringify(row))
        .sort();
    return all;
  };
  /** Lets a person in, as an invitation does. */
  const invite = async ({ id, name }: Account): Promise<void> => {
    const invitation = {
      id: `i-${id}`,
      hash: `h-${id}`,
      name,
      role: 'member',
      by: FIRST_ACCOUNT,
      expiresAt: 9_999,
      createdAt: 1,
    } as const;
    await at.store.putInvitation(invitation);
    await at.store.acceptInvitation(`h-${id}`, { id, name }, 1);
  };
  beforeEach(() => invite(PERSON));

  test('F40 to another account every verb answers as if there were nothing, and changes nothing that is not its own', async () => {
    expect(Object.keys(VERBS).sort()).toEqual(Object.keys(at.store.of('b')).sort());
    const alone = await outcomes(at.store.of('alone'));
    await fillStore(at.store.of(FIRST_ACCOUNT));
    await at.store.of(FIRST_ACCOUNT).trustFiles('/w', [{ path: 'a.md', version: '1' }]);
    const before = await rowsOf(FIRST_ACCOUNT);
    expect(await outcomes(at.store.of('b'))).toEqual(alone);
    expect(await rowsOf(FIRST_ACCOUNT)).toEqual(before);
  });

  test('F41 two accounts keep the same ids side by side', async () => {
    const [first, other] = [at.store.of(FIRST_ACCOUNT), at.store.of('b')];
    await fillStore(first);
    const before = await rowsOf(FIRST_ACCOUNT);
    await fillStore(other);
    expect(await rowsOf(FIRST_ACCOUNT)).toEqual(before);
    expect(await other.listChats()).toEqual(await first.listChats());
    expect(await other.readMessages('chat-1', 0)).toEqual(await first.readMessages('chat-1', 0));
    await other.putTitle('chat-1', 'Mine', 'person');
    expect((await first.getChat('chat-1'))?.title).not.toBe('Mine');
    expect(await at.store.accountsWithRuns()).toEqual(['b', FIRST_ACCOUNT]);
  });

  test('F42 a row that is moved to another account can’t be read there', async () => {
    const [first, other] = [at.store.of(FIRST_ACCOUNT), at.store.of('b')];
    await fillStore(first);
    const vaults = ['vaults', 'vault_wraps'] as const;
    for (const table of ACCOUNT_TABLES)
      if (!vaults.some((each) => each === table)) await at.place.ask(`UPDATE ${table} SET account_id = 'b'`);
    expect(await first.listChats()).toEqual([]);
    expect(JSON.stringify(await outcomes(other))).not.toMatch(/Question|Answer 1|first text|second/);
    expect(await other.getRun('run-1')).toBeUndefined();
    // Nor can the keys be moved with the rows.
    for (const table of vaults) {
      await at.place.ask(`DELETE FROM ${table} WHERE account_id = 'b'`);
      await at.place.ask(`UPDATE ${table} SET account_id = 'b'`);
    }
    await expect(at.openAnother()).rejects.toThrow(/does not open what its account keeps/);
  });

  test('F43 an invitation makes one account, once, in its time, and can be taken back', async () => {
    const { store } = at;
    const times = { createdAt: 1, expiresAt: 100 };
    const invitation = { name: 'Cem', role: 'admin', by: FIRST_ACCOUNT, ...times } as const;
    for (const id of ['one', 'two', 'three'])
      await store.putInvitation({ ...invitation, id, hash: `h-${id}` });
    expect((await store.listInvitations(50)).map(({ id }) => id)).toEqual(['one', 'three', 'two']);
    expect(await store.findInvitation('h-one', 50)).toMatchObject({ name: 'Cem', role: 'admin' });
    expect(await store.acceptInvitation('h-one', { id: 'c', name: 'Cem' }, 50)).toMatchObject({
      role: 'admin',
    });
    expect(await store.acceptInvitation('h-one', { id: 'd', name: 'Cem' }, 50)).toBeUndefined();
    expect(await store.dropInvitation('two')).toBe(true);
    expect(await store.acceptInvitation('h-two', { id: 'd', name: 'Cem' }, 50)).toBeUndefined();
    expect(await store.acceptInvitation('h-three', { id: 'd', name: 'Cem' }, 100)).toBeUndefined();
    expect((await store.listAccounts()).map(({ id }) => id).sort()).toEqual(['b', 'c', FIRST_ACCOUNT]);
  });

  test('F137 the account of somebody whom another program knows is made once, follows it, and stays suspended', async () => {
    const { store } = at;
    const ann = { id: 'app:ann', name: 'Ann', role: 'member' } as const;
    expect(await store.keepAccount(ann, 5)).toEqual({ ...ann, status: 'active', createdAt: 5 });
    expect(await store.keepAccount({ ...ann, name: 'Anna' }, 6)).toMatchObject({
      name: 'Anna',
      createdAt: 5,
    });
    await store.changeAccount('app:ann', { status: 'suspended' });
    expect(await store.keepAccount(ann, 7)).toMatchObject({ name: 'Ann', status: 'suspended' });
    expect(await store.keepAccount({ ...ann, id: FIRST_ACCOUNT }, 8)).toBeUndefined();
    expect(await store.getAccount(FIRST_ACCOUNT)).toMatchObject({ role: 'owner' });
    await store.removeAccount('app:ann');
    expect(await store.keepAccount(ann, 9)).toMatchObject({ createdAt: 9 });
    await store.of('app:ann').createChat('chat', 10);
    expect(await store.of('app:ann').getChat('chat')).toMatchObject({ id: 'chat' });
  });

  test('F44 a suspended account is signed out and can’t come in until it is active again', async () => {
    const { store } = at;
    const session = { account: 'b', name: 'Pixel 9', createdAt: 1, confirmedAt: 1, expiresAt: 100 };
    await store.putSession({ ...session, hash: 's', keyHash: 'k' });
    await store.putToken('t', 'b', 100);
    expect(await store.changeAccount('b', { status: 'suspended' })).toMatchObject({ status: 'suspended' });
    expect(await store.findSession('s', 'k', 1)).toBeUndefined();
    expect(await store.takeToken('t', 1)).toBeUndefined();
    // Also by what is made afterwards.
    await store.putSession({ ...session, hash: 's', keyHash: 'k' });
    await store.putToken('t', 'b', 100);
    expect(await store.findSession('s', 'k', 1)).toBeUndefined();
    expect(await store.takeToken('t', 1)).toBeUndefined();
    await store.changeAccount('b', { status: 'active' });
    expect(await store.findSession('s', 'k', 1)).toMatchObject({ account: { id: 'b' } });
  });

  test.each<[string, (store: PeopleStore) => Promise<unknown>]>([
    ['suspended', (store) => store.changeAccount('b', { status: 'suspended' })],
    ['made a member', (store) => store.changeAccount('b', { role: 'member' })],
    ['removed', (store) => store.removeAccount('b')],
  ])('F96 an invitation of an admin who was %s lets nobody in', async (_, lose) => {
    const { store } = at;
    await store.changeAccount('b', { role: 'admin' });
    const invitation = { name: 'Cem', role: 'admin', createdAt: 2, expiresAt: 100 } as const;
    await store.putInvitation({ ...invitation, id: 'own', hash: 'h-own', by: 'b' });
    await store.putInvitation({ ...invitation, id: 'other', hash: 'h-other', by: FIRST_ACCOUNT });
    expect(await store.findInvitation('h-own', 50)).toMatchObject({ by: 'b' });
    await lose(store);
    expect(await store.findInvitation('h-own', 50)).toBeUndefined();
    expect((await store.listInvitations(50)).map(({ id }) => id)).toEqual(['other']);
    expect(await store.acceptInvitation('h-own', { id: 'c', name: 'Cem' }, 50)).toBeUndefined();
    expect(await store.getAccount('c')).toBeUndefined();
    expect(await store.acceptInvitation('h-other', { id: 'd', name: 'Dan' }, 50)).toMatchObject({ id: 'd' });
  });

  test('F97 with a device that is signed out the links go that devices of its account have made', async () => {
    const { store } = at;
    const session = { account: 'b', name: 'Pixel 9', createdAt: 1, confirmedAt: 1, expiresAt: 100 };
    const putAll = async (): Promise<void> => {
      for (const hash of ['s', 't']) await store.putSession({ ...session, hash, keyHash: 'k' });
      await store.putToken('of-device', 'b', 100, 1);
      await store.putToken('of-command', 'b', 100);
      await store.putToken('of-other', FIRST_ACCOUNT, 100, 1);
    };
    for (const signOut of [
      () => store.dropSession('b', 's'),
      () => store.dropOtherSessions('b', 't'),
      () => store.dropOtherSessions('b', undefined),
    ]) {
      await putAll();
      await signOut();
      expect(await store.takeToken('of-device', 1)).toBeUndefined();
      expect(await store.takeToken('of-command', 1)).toMatchObject({ account: 'b' });
      expect(await store.takeToken('of-other', 1)).toMatchObject({ account: FIRST_ACCOUNT });
      await store.dropOtherSessions('b', undefined);
    }
    // A session that is not there signs nobody out.
    await putAll();
    expect(await store.dropSession('b', 'nothing')).toBe(false);
    expect(await store.takeToken('of-device', 1)).toMatchObject({ account: 'b' });
  });

  test('F45 the owner can’t be suspended, removed or given another role', async () => {
    for (const change of [{ status: 'suspended' }, { role: 'member' }] as const)
      expect(await at.store.changeAccount(FIRST_ACCOUNT, change)).toBe('owner');
    expect(await at.store.removeAccount(FIRST_ACCOUNT)).toBe('owner');
    expect(await at.store.changeAccount(FIRST_ACCOUNT, { name: 'Ada' })).toMatchObject({ name: 'Ada' });
    expect(await at.store.changeAccount('nobody', { name: 'x' })).toBe('no_account');
  });

  test('F46 with an account everything goes that it kept, and nothing of others', async () => {
    await fillStore(at.store.of(FIRST_ACCOUNT));
    const before = await rowsOf(FIRST_ACCOUNT);
    const nothing = await rowsOf('b');
    await fillStore(at.store.of('b'));
    await at.store.putSession({
      ...{ hash: 's', keyHash: 'k', account: 'b', name: 'Pixel 9', createdAt: 1, confirmedAt: 1 },
      expiresAt: 100,
    });
    expect(await at.store.removeAccount('b')).toMatchObject({ id: 'b' });
    expect(await rowsOf('b')).toEqual(nothing);
    expect(await rowsOf(FIRST_ACCOUNT)).toEqual(before);
    expect(await at.store.findSession('s', 'k', 1)).toBeUndefined();
    expect(await at.store.getAccount('b')).toBeUndefined();
  });

  test('F47 a role or status that was changed without the key makes the account unreadable, and nobody comes in', async () => {
    await at.store.putSession({
      ...{ hash: 's', keyHash: 'k', account: 'b', name: 'Pixel 9', createdAt: 1, confirmedAt: 1 },
      expiresAt: 100,
    });
    await at.place.ask("UPDATE accounts SET role = 'owner' WHERE id = 'b'");
    expect(await at.store.getAccount('b')).toBeUndefined();
    expect(await at.store.findSession('s', 'k', 1)).toBeUndefined();
    expect((await at.store.listAccounts()).map(({ id }) => id)).toEqual([FIRST_ACCOUNT]);
  });
}
