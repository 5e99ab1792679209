import { randomBytes } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keyIdOf } from '@millrace/engine/vault';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSqliteStore, type WholeStore } from '../../../../../fixtures/whole-store.ts';
import { pairOf } from '../../vault/x25519.ts';
import { FIRST_ACCOUNT } from '../account.ts';
import { fillStore } from '../contract/filled-contract.ts';
import { ANSWER, lease, message, SEALER, START } from '../contract/place-contract.ts';
import {
  homeKeyFile,
  personalKeyFiles,
  personalKeyFolder,
  sharedPersonalKeys,
} from './personal-key-files.ts';

let folder: string;
let data: string;
let keys: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-personal-'));
  [data, keys] = [join(folder, 'data'), join(folder, 'keys')];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (from = data, of = keys): WholeStore =>
  openSqliteStore(join(from, 'millrace.sqlite'), {
    sealer: SEALER,
    personal: personalKeyFiles(of, SEALER.keyId),
  });
const home = (account = FIRST_ACCOUNT): string => homeKeyFile(keys, SEALER.keyId, account);
const made = (): string[] => readdirSync(personalKeyFolder(keys, SEALER.keyId)).sort();

/** A store with a second person, and what both keep. */
async function filled(): Promise<WholeStore> {
  const store = open();
  await fillStore(store);
  await store.putInvitation({
    ...{ id: 'i', hash: 'h', name: 'Bea', role: 'member', by: FIRST_ACCOUNT },
    ...{ expiresAt: 9_999, createdAt: 1 },
  });
  await store.acceptInvitation('h', { id: 'b', name: 'Bea' }, 1);
  await fillStore(store.of('b'));
  return store;
}

test('S75 each account has a home key in a file of its own, for its owner alone, whose name does not tell the account', async () => {
  const store = await filled();
  await store.close();
  for (const account of [FIRST_ACCOUNT, 'b']) {
    expect(statSync(home(account)).mode & 0o777).toBe(0o600);
    expect(statSync(home(account)).size).toBe(32);
  }
  expect(statSync(personalKeyFolder(keys, SEALER.keyId)).mode & 0o777).toBe(0o700);
  const before = readFileSync(home());
  const again = open();
  expect((await again.listChats()).map(({ title }) => title).sort()).toEqual(['Question 1', 'Question 2']);
  await again.close();
  expect(readFileSync(home())).toEqual(before);
});

test('S75 a crash between the file of a home key and its row leaves a key that is used', async () => {
  const early = personalKeyFiles(keys, SEALER.keyId).makeHome(FIRST_ACCOUNT);
  const store = open();
  await store.createChat('chat', 1);
  await store.close();
  expect(readFileSync(home())).toEqual(Buffer.from(early));
  await open().close();
});

test('S76 a start without a home key that is needed names the file and the way back, and makes nothing', async () => {
  await (await filled()).close();
  const away = join(folder, 'away');
  renameSync(home(), away);
  const before = made();
  expect(() => open()).toThrow(
    new RegExp(
      `encrypted with a key that is not there: ${home()}\\. Restore that file from a copy of the key folder`,
    ),
  );
  expect(made()).toEqual(before);
  writeFileSync(home(), Buffer.alloc(32), { mode: 0o600 });
  expect(() => open()).toThrow(`${home()} does not open what its account keeps.`);
  renameSync(away, home());
  const store = open();
  expect(await store.listChats()).toHaveLength(2);
  await store.close();
});

test('S77 of an account that was removed an old copy of the database opens nothing without an old copy of the key folder', async () => {
  const store = await filled();
  expect(await store.of('b').listChats()).toHaveLength(2);
  const [oldData, oldKeys] = [join(folder, 'old-data'), join(folder, 'old-keys')];
  cpSync(data, oldData, { recursive: true });
  cpSync(keys, oldKeys, { recursive: true });
  await store.removeAccount('b');
  expect(existsSync(home('b'))).toBe(false);
  expect(existsSync(home())).toBe(true);
  // A verb that comes late makes no vault of its own.
  await store.of('b').createChat('late', 1);
  expect(existsSync(home('b'))).toBe(false);
  await store.close();
  await open().close();
  expect(() => open(oldData)).toThrow(home('b'));
  // The old folder opens it: without this the test would show nothing.
  const old = open(oldData, oldKeys);
  expect(await old.of('b').listChats()).toHaveLength(2);
  await old.close();
});

test('S77 a server that ends between the removal of an account and that of its home key leaves the file to the next start', async () => {
  const store = await filled();
  const dropped = personalKeyFiles(keys, SEALER.keyId);
  const crashing = openSqliteStore(join(data, 'millrace.sqlite'), {
    sealer: SEALER,
    personal: {
      ...dropped,
      capsule: dropped.capsule,
      dropHome() {
        throw new Error('killed');
      },
    },
  });
  await expect(crashing.removeAccount('b')).rejects.toThrow('killed');
  expect(existsSync(home('b'))).toBe(true);
  await crashing.close();
  await store.close();
  await open().close();
  expect(existsSync(home('b'))).toBe(false);
  expect(existsSync(home())).toBe(true);
});

test('S78 each start makes a capsule key, puts the open runs under it and deletes the older ones', async () => {
  const store = await filled();
  const capsules = (): string[] => made().filter((name) => name.startsWith('capsule-'));
  const [first] = capsules();
  expect(capsules()).toHaveLength(1);
  await store.close();
  const again = open();
  await again.freshenCapsules();
  expect(capsules()).toHaveLength(1);
  expect(capsules()).not.toEqual([first]);
  const run = await again.claimRun('run-2', lease('w', 99_000));
  expect(
    await again.append({ runId: 'run-2', fence: run?.fence ?? 0 }, 3, [START], 1, 'durable'),
  ).toHaveLength(1);
  expect(await again.readEvents('run-2', 0, 9)).toHaveLength(4);
  await again.close();
});

test('S110 without a home key the key of capsules is replaced when a run ends, so that what is left of them opens nothing', async () => {
  const store = open();
  const vault = store.vaultOf(FIRST_ACCOUNT);
  const file = (): Buffer => {
    const names = made().filter((name) => name.startsWith('capsule-'));
    expect(names).toHaveLength(1);
    return readFileSync(join(personalKeyFolder(keys, SEALER.keyId), names[0] ?? ''));
  };
  await fillStore(store);
  const facts = { name: '', wrapped: undefined, createdAt: 1, session: '' };
  const pair = pairOf(randomBytes(32));
  await vault.putCredential({ ...facts, kind: 'recovery', publicKey: pair.publicKey });
  await vault.sealTo(keyIdOf(pair.publicKey));
  const before = file();
  expect(await vault.dropHome()).toBe('dropped');
  // The capsules of before had the keys of runs that have ended.
  const first = file();
  expect(first).not.toEqual(before);
  for (const n of [3, 4]) {
    await store.createChat(`chat-${n}`, 1);
    const ids = { chatId: `chat-${n}`, commandId: `c${n}`, messageId: `m${n}`, runId: `run-${n}` };
    await store.postMessage(message({ ...ids, text: 'Go' }));
  }
  expect(file()).toEqual(first);
  await store.claimRun('run-3', lease());
  await store.endRun({ runId: 'run-3', fence: 1 }, 0, { type: 'complete' }, ANSWER, 2);
  // The run that is still open goes on under the next one, also in another process.
  expect(file()).not.toEqual(first);
  await store.close();
  const again = open();
  await again.claimRun('run-4', lease());
  await again.endRun({ runId: 'run-4', fence: 1 }, 0, { type: 'complete' }, ANSWER, 2);
  await again.close();
});

test('S79 servers that share MILLRACE_KEY make the same keys, and use the files of before while they are there', async () => {
  const shared = () =>
    openSqliteStore(join(data, 'millrace.sqlite'), {
      sealer: SEALER,
      personal: sharedPersonalKeys(SEALER, keys),
    });
  const store = shared();
  await fillStore(store);
  await store.close();
  expect(existsSync(keys)).toBe(false);
  const again = shared();
  expect(await again.listChats()).toHaveLength(2);
  await again.close();
  rmSync(data, { recursive: true });
  await (await filled()).close();
  const after = shared();
  expect(await after.listChats()).toHaveLength(2);
  await after.close();
  rmSync(keys, { recursive: true });
  expect(shared).toThrow('MILLRACE_KEY does not open what its account keeps.');
});
