import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isLong } from '../../fixtures/long.ts';
import type { KeyPlace } from '../../packages/app/src/keys/key-place.ts';
import { openStore } from '../../packages/app/src/open-backend.ts';
import { startCommand } from '../support/command.ts';
import { type Client, signInClient } from './client.ts';
import { startFakeModel } from './fake-model.ts';
import { type Loot, takeFiles, takeFolder } from './loot.ts';
import { takePostgres, walPlace } from './postgres-loot.ts';
import {
  addCredentials,
  type DevicesOnly,
  inviteOthers,
  keepOnDevices,
  openAgain,
  play,
  SCRIPTS,
  writePersonsFiles,
} from './scenario.ts';

export const STAGES = [
  'in mid-run',
  'after kill -9',
  'after the end',
  'with only devices',
  'after erasing',
] as const;
export type Stage = (typeof STAGES)[number];

/** What there was to take at each stage of one life of a server, and the keys that lay elsewhere. */
export interface Life {
  readonly folder: string;
  readonly data: string;
  readonly store: string | undefined;
  readonly loots: Readonly<Record<Stage, Loot>>;
  readonly keys: readonly Buffer[];
  /** Those that lie in the key folder while only devices open what their person keeps, and what these devices have. On Postgres only in the long form. */
  readonly alone: (DevicesOnly & { readonly keys: readonly Buffer[] }) | undefined;
  /** The one of them that opens all that the server reads without a person. */
  readonly rootKey: Buffer;
  take(): Promise<Loot>;
  remove(): void;
}

const TOKEN = 'a-token-that-i-chose';

/** Lets a real server live through the scenario on a database, SQLite unless an address is given. */
export async function live(store?: string): Promise<Life> {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-thief-life-'));
  const [data, keyFolder] = [join(folder, 'data'), join(folder, 'keys')];
  mkdirSync(data, { mode: 0o700 });
  writePersonsFiles(data);
  const since = store === undefined ? '' : await walPlace(store);
  const model = await startFakeModel(SCRIPTS);
  const start = async () => {
    const server = startCommand([], {
      MILLRACE_ALLOW_HOSTS: new URL(model.url).host,
      ...{ MILLRACE_DATA: data, MILLRACE_KEYS: keyFolder, MILLRACE_TOKEN: TOKEN },
      ...(store !== undefined && { MILLRACE_STORE: store }),
    });
    const [url = ''] = /http:\/\/[\d.:]+/.exec(await server.ready()) ?? [];
    return { ...server, url };
  };
  // Keys of open runs are made anew with each start.
  const keys = new Map<string, Buffer>();
  let rootKey: Buffer = Buffer.alloc(0);
  const take = async (): Promise<Loot> => {
    for (const { name, bytes } of takeFiles(keyFolder)) {
      keys.set(bytes.toString('hex'), bytes);
      if (/^[^/]+\.key$/.test(name)) rootKey = bytes;
    }
    const { files, cells } = takeFolder(data);
    if (store === undefined) return { files, cells };
    const rows = await takePostgres(store, since);
    return { files: [...files, ...rows.files], cells: [...cells, ...rows.cells] };
  };

  const first = await start();
  const client = await signInClient(`${first.url}/start#${TOKEN}`);
  await addCredentials(client);
  const { waiting, chats, late } = await play(client, model.url);
  await inviteOthers(client, signInClient);
  const midRun = await take();
  first.child.kill('SIGKILL');
  await first.ended;
  const killed = await take();

  const second = await start();
  const again = await signInClient(`${second.url}/start#${TOKEN}`);
  await again.answerAll({ type: 'reject' });
  await again.untilEnded(waiting);
  const ended = await take();

  let [server, last, devices]: [typeof second, Client, Loot] = [second, again, ended];
  let alone: Life['alone'];
  if (store === undefined || isLong) {
    const own = await keepOnDevices(again);
    second.child.kill('SIGKILL');
    await second.ended;
    devices = await take();
    alone = { ...own, keys: takeFiles(keyFolder).map(({ bytes }) => bytes) };
    keys.set('the vault key', Buffer.from(own.vaultKey));
    server = await start();
    last = await signInClient(`${server.url}/start#${TOKEN}`);
    await openAgain(last, own);
    await last.answerAll({ type: 'reject' });
    await last.untilEnded(own.waiting);
  }
  const { chats: all } = await last.api<{ chats: { id: string }[] }>('GET', '/api/chats');
  await last.api('PATCH', '/api/chats', {
    ids: [...chats, waiting, late, ...all.map(({ id }) => id)],
    deleted: true,
  });
  server.child.kill('SIGTERM');
  await server.ended;
  await eraseAll({ data, store, key: undefined, keys: keyFolder });
  const erased = await take();
  await model.close();
  return {
    ...{ folder, data, store, keys: [...keys.values()], alone, rootKey, take },
    loots: {
      'in mid-run': midRun,
      'after kill -9': killed,
      'after the end': ended,
      'with only devices': devices,
      'after erasing': erased,
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** As if the time had come. */
async function eraseAll(place: KeyPlace): Promise<void> {
  const store = await openStore(place);
  for (const account of await store.accountsToErase(Number.MAX_SAFE_INTEGER)) {
    while ((await store.of(account).eraseDeleted(Number.MAX_SAFE_INTEGER)) > 0);
    while ((await store.of(account).sweepFiles(Number.MAX_SAFE_INTEGER)) > 0);
  }
  await store.close();
}
