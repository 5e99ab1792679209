import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { anthropicWire } from '../fixtures/anthropic-wire.ts';
import { type FakeProvider, startFakeProvider } from '../fixtures/fake-provider.ts';
import { signInWith } from '../fixtures/sign-in.ts';
import { killCommands, startCommand } from './support/command.ts';

let folder: string;
let fake: FakeProvider;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-app-tools-'));
  mkdirSync(join(folder, 'work'));
});
afterEach(async () => {
  killCommands();
  await fake?.close();
  rmSync(folder, { recursive: true, force: true });
});

const TOKEN = 'a-token-that-i-chose';
const start = (env: Record<string, string>) =>
  startCommand([], {
    MILLRACE_DATA: join(folder, 'data'),
    MILLRACE_WORKSPACE: join(folder, 'work'),
    MILLRACE_TOKEN: TOKEN,
    ...env,
  });

async function ask(url: string, message: string): Promise<string> {
  const device = await signInWith(`${url}/start#${TOKEN}`);
  const answer = await fetch(`${url}/api/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...device },
    body: JSON.stringify({ message }),
  });
  return answer.text();
}

test('T73 a model of the command reads, searches and lists the workspace without asking', async () => {
  writeFileSync(join(folder, 'work/heron.txt'), 'a grey heron\n');
  const calls = [
    { id: 'a', name: 'read_file', input: { path: 'heron.txt' } },
    { id: 'b', name: 'search_files', input: { path: '.', regex: 'grey' } },
    { id: 'c', name: 'list_files', input: { path: '.' } },
    { id: 'd', name: 'fetch_instructions', input: { task: 'create_command' } },
  ];
  fake = await startFakeProvider(({ body }) => ({
    chunks: anthropicWire.stream(
      body?.messages?.length === 1
        ? { parts: [{ calls }], stop: 'tool_use' }
        : { parts: [{ text: ['Seen.'] }] },
    ),
  }));
  const server = start({
    ANTHROPIC_API_KEY: 'k',
    ANTHROPIC_BASE_URL: fake.url,
    MILLRACE_MODEL: 'anthropic/m',
  });
  const url = (await server.ready()).match(/http:\/\/[\d.:]+/)?.[0] ?? '';
  expect(await ask(url, 'Look around')).toContain('Seen.');
  const [first, second] = fake.requests.filter(({ path }) => path.endsWith('/messages'));
  const offered: readonly { readonly name: string }[] = first?.body.tools;
  expect(offered.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'write_to_file',
      'execute_command',
      'codebase_search',
      'generate_image',
      'report_bug',
    ]),
  );
  const results: readonly { readonly content: unknown }[] = second?.body.messages.at(-1).content;
  const told = results.map(({ content }) => JSON.stringify(content));
  expect(told).toHaveLength(4);
  expect(told[0]).toContain('a grey heron');
  expect(told[1]).toContain('heron.txt');
  expect(told[2]).toContain('heron.txt');
  expect(told[3]).toContain('$ARGUMENTS');
});

test('T73 a workspace that is no folder is refused with the fix', async () => {
  const server = start({ MILLRACE_WORKSPACE: join(folder, 'nothing') });
  expect(await server.ended).toBe(1);
  expect(server.said.text).toMatch(
    /^MILLRACE_WORKSPACE is .*nothing, which is not a folder\. Create it, or choose another one\.\n$/,
  );
});
