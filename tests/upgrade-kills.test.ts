import { randomInt } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { isLong } from '../fixtures/long.ts';
import { OLD_KEY, writeOldDatabase } from '../fixtures/old-database.ts';
import { openStore } from '../packages/app/src/open-backend.ts';
import { FIRST_ACCOUNT } from '../packages/server/src/store/account.ts';
import { SEALER } from '../packages/server/src/store/contract/place-contract.ts';
import { aboutMessage, aboutTitle } from '../packages/server/src/store/seal/about.ts';
import { openReadOnly } from '../packages/server/src/store/sqlite/open-database.ts';
import { killCommands, startCommand } from './support/command.ts';

const [CHATS, IN_EACH, KILLS] = isLong ? [200, 50, 50] : [20, 20, 3];
const LATEST_KILL_MS = 4_000;

let folder: string;
afterEach(() => {
  killCommands();
  rmSync(folder, { recursive: true, force: true });
});

const textOf = (chat: string, seq: number): string =>
  `Words ${seq} of ${chat}: \`\`\`json\n{"a": [${seq}]}\n\`\`\``;

/** A database of version 16, under the one key of its data folder, with many messages. Returns pieces of what is sealed in it. */
function writeOld(data: string): string[] {
  const pieces: string[] = [];
  writeOldDatabase(join(data, 'millrace.sqlite'), 16, (insert) => {
    for (let n = 0; n < CHATS; n += 1) {
      const chat = `many-${n}`;
      const own = { account_id: FIRST_ACCOUNT, key_id: SEALER.keyId };
      const times = { created_at: 1, updated_at: n, next_seq: IN_EACH + 1 };
      insert('chats', { ...own, ...times, id: chat, title: SEALER.seal(chat, aboutTitle(chat)) });
      for (let seq = 1; seq <= IN_EACH; seq += 1) {
        const role = seq % 2 === 1 ? 'user' : 'assistant';
        const message = JSON.stringify({ role, status: 'completed', text: textOf(chat, seq) });
        const id = `${chat}-${seq}`;
        const payload = SEALER.seal(message, aboutMessage(chat, seq, id, 'put'));
        pieces.push(payload.slice(10, 50));
        insert('chat_events', { ...own, chat_id: chat, seq, kind: 'put', msg_id: id, payload, ts: seq });
      }
    }
  });
  writeFileSync(join(data, 'data.key'), OLD_KEY, { mode: 0o600 });
  return pieces;
}

/** Tells whether nothing waits to be sealed again. */
function isDone(data: string): boolean {
  const database = openReadOnly(join(data, 'millrace.sqlite'));
  try {
    return (
      Number(database.prepare('PRAGMA user_version').all()[0]?.['user_version']) > 16 &&
      database.prepare("SELECT name FROM meta WHERE name = 'reseal'").all().length === 0
    );
  } finally {
    database.close();
  }
}

test(`S206 S111 an upgrade of ${CHATS * IN_EACH} messages that is killed ${KILLS} times loses nothing, and keeps a copy`, {
  timeout: 3_600_000,
}, async () => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-upgrade-kills-'));
  const [data, keys] = [join(folder, 'data'), join(folder, 'keys')];
  for (const each of [data, join(folder, 'work')]) mkdirSync(each, { mode: 0o700 });
  const pieces = writeOld(data);
  const env = { MILLRACE_DATA: data, MILLRACE_KEYS: keys, MILLRACE_WORKSPACE: join(folder, 'work') };
  const command = (...args: readonly string[]) => startCommand(args, env);
  let told = '';
  for (let kill = 0; kill < KILLS; kill += 1) {
    const server = command();
    await Promise.race([sleep(randomInt(LATEST_KILL_MS)), server.ended]);
    server.child.kill('SIGKILL');
    await server.ended;
    expect(server.said.text).not.toMatch(/can't be|could not|refuse/);
    told += server.said.text;
  }
  const server = command();
  await expect.poll(() => server.said.text, { interval: 100, timeout: 600_000 }).toContain('is ready');
  await expect.poll(() => isDone(data), { interval: 100, timeout: 600_000 }).toBe(true);
  // What a terminal shows, over all starts. How many chats are left it says only where one step is not enough.
  told += server.said.text;
  for (const line of ['The database is upgraded from schema 16 to', 'The database is upgraded.'])
    expect(told).toMatch(line);
  server.child.kill('SIGTERM');
  await server.ended;

  const store = await openStore({ data, keys, store: undefined, key: undefined });
  const own = store.of(FIRST_ACCOUNT);
  for (let n = 0; n < CHATS; n += 1) {
    const chat = `many-${n}`;
    const messages = await own.readMessages(chat, 0);
    expect(messages.map(({ text }) => text)).toEqual(
      Array.from({ length: IN_EACH }, (_, i) => textOf(chat, i + 1)),
    );
  }
  expect((await own.listChats()).filter(({ id, title }) => id === title)).toHaveLength(CHATS);
  await store.close();
  // The old key lies apart, nothing old is left in the database, and the copy is whole until its owner deletes it.
  expect(existsSync(join(data, 'data.key'))).toBe(false);
  expect(readFileSync(join(keys, `${SEALER.keyId}.key`))).toEqual(Buffer.alloc(32, 7));
  const left = (name: string): number => {
    const bytes = readFileSync(join(data, name));
    return pieces.filter((piece) => bytes.includes(piece)).length;
  };
  expect(left('millrace.sqlite')).toBe(0);
  const copies = readdirSync(data).filter((name) => /-before\d+$|-part\d+$/.test(name));
  expect(copies).toEqual([expect.stringMatching(/^millrace\.sqlite-before\d+$/)]);
  expect(left(copies[0] ?? '')).toBe(pieces.length);
  const doctor = command('doctor');
  await doctor.ended;
  expect(doctor.said.text).toContain('millrace copy remove');
  const listed = command('copy', 'list');
  await listed.ended;
  expect(listed.said.text).toContain(`${copies[0]} (`);
  const removed = command('copy', 'remove');
  expect(await removed.ended).toBe(0);
  expect(removed.said.text).toContain(`${copies[0]} (`);
  expect(existsSync(join(data, copies[0] ?? ''))).toBe(false);
});
