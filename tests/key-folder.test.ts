import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSealer, openSqliteStore } from '@millrace/server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { killCommands, startCommand } from './support/command.ts';

let folder: string;
let data: string;
let keys: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-key-folder-'));
  [data, keys] = [join(folder, 'data'), join(folder, 'config', 'keys')];
});
afterEach(() => {
  killCommands();
  rmSync(folder, { recursive: true, force: true });
});

const millrace = (env: Readonly<Record<string, string>> = {}, args: readonly string[] = []) =>
  startCommand(args, { MILLRACE_DATA: data, MILLRACE_KEYS: keys, ...env });

/** Starts it, and ends it in order. */
async function onceThrough(env: Readonly<Record<string, string>> = {}): Promise<void> {
  const server = millrace(env);
  await server.ready();
  server.child.kill('SIGTERM');
  await server.ended;
}

/** It has ended with this line alone. */
async function expectRefusal(server: ReturnType<typeof millrace>, line: RegExp): Promise<void> {
  expect(await server.ended).toBe(1);
  expect(server.said.text).toMatch(line);
  expect(server.said.text.trim().split('\n')).toHaveLength(1);
}

/** The one key file. */
function keyFile(): string {
  const files = readdirSync(keys);
  expect(files).toEqual([expect.stringMatching(/^[0-9a-f]{16}\.key$/)]);
  return join(keys, files[0] ?? '');
}

/** Every file below the data folder that holds these bytes, as they are or written down. */
function filesWith(bytes: Buffer): string[] {
  const forms = [
    bytes,
    ...(['hex', 'base64', 'base64url'] as const).map((form) => Buffer.from(bytes.toString(form))),
  ];
  return readdirSync(data, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const file = join(data, name);
    return statSync(file).isFile() && forms.some((form) => readFileSync(file).includes(form));
  });
}

test('S60 the first start makes a key in the key folder, for its owner alone, and none in the data folder', async () => {
  await onceThrough();
  expect(statSync(keys).mode & 0o777).toBe(0o700);
  expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
  const key = readFileSync(keyFile());
  expect(filesWith(key)).toEqual([]);
  await onceThrough();
  expect(readFileSync(keyFile())).toEqual(key);
  // Another database has a key of its own.
  await onceThrough({ MILLRACE_DATA: join(folder, 'other') });
  expect(readdirSync(keys)).toHaveLength(2);
});

test('S61 a start without the key of the database is refused with the file and the way back, and makes no key', async () => {
  await onceThrough();
  const [file, away] = [keyFile(), join(folder, 'away.key')];
  renameSync(file, away);
  await expectRefusal(
    millrace(),
    new RegExp(
      `^What is stored is encrypted with the key [0-9a-f]{16}, and ${file} is not there\\. Restore that file`,
    ),
  );
  expect(readdirSync(keys)).toEqual([]);
  // Nor does a command beside the server.
  await expectRefusal(millrace({}, ['user', 'list']), /is not there\. Restore that file/);
  expect(readdirSync(keys)).toEqual([]);
  writeFileSync(file, randomBytes(32), { mode: 0o600 });
  await expectRefusal(millrace(), /holds the key [0-9a-f]{16}\. Restore the file that belongs there\.$/m);
  renameSync(away, file);
  await onceThrough();
});

test('S61 MILLRACE_KEY is used instead of the folder, and another key is refused', async () => {
  await onceThrough();
  const key = readFileSync(keyFile()).toString('base64');
  rmSync(keys, { recursive: true });
  const other = randomBytes(32).toString('base64');
  await expectRefusal(
    millrace({ MILLRACE_KEY: other }),
    /is encrypted with the key .*, but this is the key /,
  );
  await onceThrough({ MILLRACE_KEY: key });
  expect(existsSync(keys)).toBe(false);
});

test('S62 the key of an older data folder is moved out of it, also when a crash left it in both', async () => {
  mkdirSync(data);
  const key = randomBytes(32);
  writeFileSync(join(data, 'data.key'), key);
  await openSqliteStore(join(data, 'millrace.sqlite'), { sealer: createSealer(key) }).close();
  await onceThrough();
  expect(readFileSync(keyFile())).toEqual(key);
  expect(filesWith(key)).toEqual([]);
  writeFileSync(join(data, 'data.key'), key);
  await onceThrough();
  expect(filesWith(key)).toEqual([]);
  expect(readFileSync(keyFile())).toEqual(key);
});

test('S63 a key folder in the data folder is refused with the fix, also behind a link', async () => {
  const refused = /^The keys must not be in the data folder .* Set MILLRACE_KEYS to another folder\.$/m;
  await expectRefusal(millrace({ MILLRACE_KEYS: join(data, 'keys') }), refused);
  await expectRefusal(millrace({ MILLRACE_KEYS: data }), refused);
  mkdirSync(join(data, 'inner'), { recursive: true });
  symlinkSync(join(data, 'inner'), join(folder, 'link'));
  await expectRefusal(millrace({ MILLRACE_KEYS: join(folder, 'link', 'keys') }), refused);
  expect(existsSync(join(data, 'millrace.sqlite'))).toBe(false);
});

test('S60 servers that start at once on a new database use one key', async () => {
  const servers = [1, 2, 3].map(() => millrace({}, ['user', 'list']));
  expect(await Promise.all(servers.map((server) => server.ended))).toEqual([0, 0, 0]);
  await onceThrough();
  expect(filesWith(readFileSync(join(keys, readdirSync(keys)[0] ?? '')))).toEqual([]);
});
