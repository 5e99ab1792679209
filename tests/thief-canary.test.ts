import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { FakeProvider } from '../fixtures/fake-provider.ts';
import { isLong } from '../fixtures/long.ts';
import { killCommands, startCommand } from './support/command.ts';
import { type Client, signInClient } from './thief/client.ts';
import { marksIn } from './thief/exceptions.ts';
import { call, say, startFakeModel } from './thief/fake-model.ts';
import { takeFiles } from './thief/loot.ts';
import { findMarks, mark, STEM } from './thief/marks.ts';

const MESSAGES = isLong ? 1000 : 30;
const AT_ONCE = 10;
const TOKEN = 'a-token-that-i-chose';

let folder: string;
let model: FakeProvider | undefined;
afterEach(async () => {
  killCommands();
  await model?.close();
  rmSync(folder, { recursive: true, force: true });
});

const SCRIPT = {
  canary: [
    call('update_todo_list', { todos: `[ ] ${mark('todo')}` }),
    call('search_files', { path: '.', regex: mark('pattern') }),
    // Neither of these is a call that can be done.
    call('read_file', { path: mark('missing.txt') }),
    call('no_such_tool', { text: mark('argument') }),
    call('read_file', { paths: mark('bad input') }),
    say(mark('answer')),
  ],
};

/** Requests that are refused, each with words in it that no log may quote. */
async function sendNonsense({ url, device }: Client): Promise<void> {
  const words = encodeURIComponent(mark('nonsense'));
  const json = { ...device, 'content-type': 'application/json' };
  const bodies = [
    `{"text": "${mark('half')}`,
    JSON.stringify({ text: mark('no command id') }),
    mark('no JSON'),
  ];
  for (const body of bodies)
    await fetch(`${url}/api/chats/c/messages`, { method: 'POST', headers: json, body });
  for (const path of [
    `/api/chats/${words}/messages`,
    `/api/runs/${words}/events`,
    `/${words}`,
    `/api/memories?app=${words}`,
  ])
    await fetch(`${url}${path}`, { headers: { ...device } });
  await fetch(`${url}/api/memories?app=${words}&name=${words}`, { method: 'DELETE', headers: { ...device } });
  await fetch(`${url}/api/chats`, {
    headers: { authorization: `Bearer ${words}`, cookie: `a=${words}`, origin: `http://${STEM}` },
  });
}

test(`S96 ${MESSAGES} messages with tools leave no word in the data folder, the database and what the server prints`, {
  timeout: isLong ? 3_600_000 : 600_000,
}, async () => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-canary-'));
  const data = join(folder, 'data');
  mkdirSync(join(folder, 'work'));
  model = await startFakeModel(SCRIPT);
  const server = startCommand([], {
    ...{ MILLRACE_DATA: data, MILLRACE_KEYS: join(folder, 'keys'), MILLRACE_TOKEN: TOKEN },
    ...{ MILLRACE_WORKSPACE: join(folder, 'work'), MILLRACE_MODEL: 'anthropic/m' },
    ...{ ANTHROPIC_API_KEY: mark('key'), ANTHROPIC_BASE_URL: model.url },
  });
  const [url = ''] = /http:\/\/[\d.:]+/.exec(await server.ready()) ?? [];
  const client = await signInClient(`${url}/start#${TOKEN}`);
  await sendNonsense(client);
  const talk = async (): Promise<void> => {
    const chat = await client.chat();
    for (let n = 0; n < MESSAGES / AT_ONCE; n += 1) {
      await client.send(chat, `${mark(`canary ${n}`)} (canary)`);
      await client.untilEnded(chat);
    }
    const { messages } = await client.messages(chat);
    expect(messages.filter(({ role }) => role === 'user')).toHaveLength(MESSAGES / AT_ONCE);
    expect(messages.every(({ text }) => text.includes(STEM))).toBe(true);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, talk));
  const look = () => [
    ...takeFiles(data).flatMap(marksIn),
    ...findMarks(Buffer.from(server.said.text), 'the output of the server'),
  ];
  // The log of the database is still there; then the server ends in order.
  expect(look()).toEqual([]);
  server.child.kill('SIGTERM');
  await server.ended;
  expect(look()).toEqual([]);
});
