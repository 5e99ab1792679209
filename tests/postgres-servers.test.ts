import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyRunEvent, createRunState, createSseDecoder, runText } from '@millrace/engine';
import type { ChatSummary, SentMessage } from '@millrace/engine/run';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readEvents } from '../fixtures/running-server.ts';
import { signInWith } from '../fixtures/sign-in.ts';
import { postgresPlace } from '../fixtures/test-postgres.ts';
import type { SseEvent } from '../packages/engine/src/sse.ts';
import { killCommands, startCommand } from './support/command.ts';
import { root } from './support/project-files.ts';

let data: string;
let store: string;
beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'millrace-nodes-'));
  store = await postgresPlace();
});
afterEach(() => {
  killCommands();
  rmSync(data, { recursive: true, force: true });
});

const millrace = (...args: string[]) =>
  startCommand(args, { MILLRACE_DATA: data, MILLRACE_STORE: store, MILLRACE_DEMO_PACE: '10' });

/** A server in a process of its own with one device signed in. */
async function startNode() {
  const command = millrace();
  const [, url = '', token] = /(http:\/\/[\d.:]+)\/start#([\w-]+)/.exec(await command.ready()) ?? [];
  return { ...command, api: await signIn(url, token) };
}

async function signIn(url: string, token: string | undefined) {
  const headers = { 'content-type': 'application/json' };
  const device = await signInWith(`${url}/start#${token}`);
  return (
    path: string,
    sent?: unknown,
    method = sent === undefined ? 'GET' : 'POST',
    more: Readonly<Record<string, string>> = {},
  ): Promise<Response> =>
    fetch(`${url}/api${path}`, {
      method,
      headers: { ...device, ...headers, ...more },
      ...(sent !== undefined && { body: JSON.stringify(sent) }),
    });
}

test('L37 a message posted at one server is watched to its end at another', async () => {
  const [a, b] = await Promise.all([startNode(), startNode()]);
  // Its stream is open before there is anything to tell.
  const list = (await b.api('/sync')).body?.pipeThrough(new TextDecoderStream()).getReader();
  let told = '';
  while (!told.includes('"chats":[]')) told += (await list?.read())?.value ?? '';

  const { id } = (await (await a.api('/chats', {})).json()) as ChatSummary;
  const message = { command_id: 'c1', text: 'Hello' };
  const { run_id } = (await (await a.api(`/chats/${id}/messages`, message)).json()) as SentMessage;
  expect((await list?.read())?.value).toContain(run_id);
  await list?.cancel();

  const events = await readEvents(await b.api(`/runs/${run_id}/events`));
  const run = events.map(({ data: line }) => JSON.parse(line)).reduce(applyRunEvent, createRunState());
  expect(run.status).toBe('completed');
  const hello = readFileSync(join(root, 'fixtures/demo/hello.md'), 'utf8').trimEnd();
  expect(runText(run)).toBe(hello);
  expect(await (await b.api(`/chats/${id}/messages`)).json()).toEqual(
    await (await a.api(`/chats/${id}/messages`)).json(),
  );
});

test('F58 a device that is signed out at one server reads no further at another', async () => {
  const [a, b] = await Promise.all([startNode(), startNode()]);
  const reading = await b.api('/sync');
  expect((await a.api('/devices', undefined, 'DELETE')).status).toBe(204);
  // It ends only because it is ended: the stream has no other reason to.
  await reading.text();
  expect((await b.api('/chats')).status).toBe(401);
  expect((await a.api('/chats')).status).toBe(200);
});

test('L37 link prints a link to a server on Postgres, and a signal ends it in order', async () => {
  const node = await startNode();
  const link = millrace('link');
  expect(await link.ended).toBe(0);
  const [, url = '', token] = /^(http:\/\/[\d.:]+)\/start#([\w-]+)\n$/.exec(link.said.text) ?? [];
  expect((await (await signIn(url, token))('/models')).status).toBe(200);
  node.child.kill('SIGTERM');
  expect(await node.ended).toBe(0);
});

test('L382 a server that is told to end lets streams go on at another one, which takes its runs up', async () => {
  const [a, b] = await Promise.all([startNode(), startNode()]);
  const { id } = (await (await a.api('/chats', {})).json()) as ChatSummary;
  const message = { command_id: 'c1', text: 'Write a long answer.' };
  const { run_id } = (await (await a.api(`/chats/${id}/messages`, message)).json()) as SentMessage;

  // It watches where the run is worked on, until the middle of the answer.
  const seen: SseEvent[] = [];
  const decoder = createSseDecoder({ onEvent: (event) => seen.push(event) });
  let isTold = false;
  for await (const bytes of (await a.api(`/runs/${run_id}/events`)).body ?? []) {
    decoder.feed(bytes);
    // Once: who tells it twice wants it to end at once.
    if (seen.length > 5 && !isTold) isTold = a.child.kill('SIGTERM');
  }
  expect(await a.ended).toBe(0);
  const last = seen.at(-1)?.id ?? '';
  const rest = await readEvents(
    await b.api(`/runs/${run_id}/events`, undefined, 'GET', { 'last-event-id': last }),
  );
  const all = [...seen, ...rest];
  expect(all.map(({ id: at }) => Number(at?.split('-')[1]))).toEqual(all.map((_, i) => i + 1));
  const run = all.map(({ data: line }) => JSON.parse(line)).reduce(applyRunEvent, createRunState());
  expect(run.status).toBe('completed');
  expect(runText(run)).toBe(readFileSync(join(root, 'fixtures/demo/long.md'), 'utf8').trimEnd());
});
