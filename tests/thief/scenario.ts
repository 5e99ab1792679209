import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { openPage, secretOf } from '../../fixtures/signed-in.ts';
import { makePair, print, sealedTo, unlockOf, vaultDevice } from '../../fixtures/vault-device.ts';
import type { CheckpointList, MadeApiToken, Project, RestoreAnswer } from '../../packages/engine/src/run.ts';
import type { Client } from './client.ts';
import { call, type Scripts, say } from './fake-model.ts';
import { mark } from './marks.ts';

const file = (name: string, text: string) =>
  call('write_to_file', { path: name, content: `${mark('file')} ${text}\n` });

/** The answers of the model, by the word in brackets in a message. */
export const SCRIPTS: Scripts = {
  talk: [
    {
      parts: [
        { thinking: [mark('thought')], signature: 'c2lnbmVk' },
        { text: [`${mark('answer')}\n\n| a | b |\n|---|---|\n| 1 | ${mark('cell')} |\n`] },
      ],
    },
  ],
  tools: [
    file('approved.txt', 'one'),
    file('edited.txt', 'two'),
    call('execute_command', { command: `echo '${mark('command')}'` }),
    call('execute_command', { command: 'true' }),
    call('update_todo_list', { todos: `[ ] ${mark('todo')}` }),
    call('request_memories', { requested: [{ app: 'Code', settings_and_memories: [mark('memory')] }] }),
    call('new_task', { message: `${mark('task')} (sub)` }),
  ],
  sub: [say(mark('sub-agent'))],
  report: [
    file('kept.txt', 'three'),
    call('report_bug', { title: mark('file report'), description: mark('file report') }),
  ],
  ask: [call('execute_command', { command: `echo '${mark('waiting')}'` })],
  later: [call('mcp__slow__wait', { what: mark('background') })],
  alone: [say(mark('answer to a device'))],
  token: [say(mark('answer to a program'))],
};

export interface Played {
  readonly waiting: string;
  readonly late: string;
  readonly chats: readonly string[];
}

/** Files that a person puts into the data folder. */
export function writePersonsFiles(data: string): void {
  for (const [folder, text] of [
    ['modes', `---\nname: Own\ndescription: ${mark('file mode')}\n---\n${mark('file mode')}`],
    ['focus', `---\nname: Own\ndescription: ${mark('file focus')}\n---\n${mark('file focus')}`],
  ] as const) {
    mkdirSync(join(data, folder), { recursive: true });
    writeFileSync(join(data, folder, 'own.md'), text);
  }
}

/** Does all that a person can do on a server. At the end one run waits for them, and another works in the background. */
export async function play(client: Client, provider: string): Promise<Played> {
  const { api } = client;
  await api('PUT', '/api/settings', {
    providers: { anthropic: { api_key: mark('provider key'), base_url: provider } },
  });
  await api('PATCH', '/api/account', { name: mark('person') });
  await api('PATCH', '/api/account/settings', { prompt: mark('prompt of the account') });
  await api('PUT', '/api/memories', { app: 'Code', name: mark('memory'), value: mark('value') });
  for (const scope of ['user', 'workspace'])
    await api('POST', '/api/rules', {
      ...{ scope, tool: 'execute_command', verdict: 'deny' },
      pattern: { type: 'command', prefixes: [['rm', mark('rule')]] },
    });
  await api('PUT', '/api/mcp/slow', {
    command: process.execPath,
    args: [fileURLToPath(new URL('./slow-mcp-server.mjs', import.meta.url)), mark('file argument')],
    env: { SECRET: mark('env') },
    approval: 'allow',
  });
  await api('PUT', '/api/mcp/docs', {
    ...{ url: 'https://docs.example/mcp', headers: { Authorization: mark('header') }, disabled: true },
  });
  const { token } = await api<MadeApiToken>('POST', '/api/tokens', { name: mark('token'), scopes: ['read'] });
  const withToken = await fetch(`${client.url}/api/chats`, { headers: { authorization: `Bearer ${token}` } });
  if (!withToken.ok) throw new Error(`The token was answered with ${withToken.status}.`);

  const project = await api<Project>('POST', '/api/projects', {
    ...{ name: mark('project'), instructions: mark('instructions of the project') },
  });
  const chats = [await talk(client, project.id), await workWithTools(client)];
  const waiting = await client.chat();
  await client.send(waiting, mark('waits (ask)'));
  const late = await client.chat();
  await client.send(late, mark('later (later)'));
  await client.untilWaiting(waiting);
  await client.untilEnded(late);
  return { waiting, late, chats };
}

/** Sends a file, as a page does. Its text is long enough to be known by its letters. */
async function upload({ url, device, api }: Client, id: string): Promise<void> {
  const body = new TextEncoder().encode(`${mark('text of a file')} `.repeat(9));
  await api('PUT', `/api/files/${id}`, { name: mark('name of a file'), type: '', size: body.length });
  const put = { method: 'PUT', headers: { ...device }, body };
  const answer = await fetch(`${url}/api/files/${id}/pieces/0`, put);
  if (!answer.ok) throw new Error(`The piece was answered with ${answer.status}.`);
  await api('POST', `/api/files/${id}/done`, {});
}

/** Branches, titles, settings, files and an edited table. */
async function talk(client: Client, project: string): Promise<string> {
  const { api } = client;
  const chat = await client.chat(project);
  await api('PATCH', `/api/chats/${chat}/settings`, { prompt: mark('prompt of the chat') });
  for (const id of ['sent-file', 'kept-file']) await upload(client, id);
  await client.send(chat, mark('question (talk)'), { files: [{ id: 'sent-file', alt: mark('alt') }] });
  await client.untilEnded(chat);
  const [asked, answered] = (await client.messages(chat)).messages;
  await api('PUT', `/api/chats/${chat}/sheets/v1`, {
    ...{ embed: `${answered?.id}:0:1`, base: createHash('sha256').update('x').digest('hex'), step: 1 },
    cells: [[0, 0, mark('edited cell')]],
  });
  await client.send(chat, mark('another question (talk)'), { instead_of: asked?.id });
  await client.untilEnded(chat);
  await api('POST', `/api/chats/${chat}/branch`, { command_id: randomUUID(), message_id: asked?.id });
  await api('PATCH', `/api/chats/${chat}`, { title: mark('title of a person'), pinned: true });
  return chat;
}

/** Approvals of every kind, a sub-agent, an undone call, and going back. */
async function workWithTools(client: Client): Promise<string> {
  const { api } = client;
  const chat = await client.chat();
  const run = await client.send(chat, mark('work (tools)'));
  const edited = { path: 'edited.txt', content: `${mark('file')} edited\n` };
  await client.decide(run, chat, { type: 'approve' });
  await client.decide(run, chat, { type: 'edit', edited_action: { name: 'write_to_file', args: edited } });
  await client.decide(run, chat, { type: 'reject', message: mark('words of the rejection') });
  await client.decide(run, chat, { type: 'approve_always' });
  await client.decide(run, chat, { type: 'approve' });
  await client.untilEnded(chat);
  const second = await client.send(chat, mark('report (report)'));
  await client.decide(second, chat, { type: 'approve' });
  await client.decide(second, chat, { type: 'approve' });
  await client.untilEnded(chat);
  await api('POST', `/api/runs/${run}/revert`, { command_id: randomUUID() });
  const { checkpoints } = await api<CheckpointList>('GET', `/api/chats/${chat}/checkpoints`);
  const back = { command_id: randomUUID(), checkpoint_id: checkpoints[0]?.id, what: 'both' };
  const { undo } = await api<RestoreAnswer>('POST', `/api/chats/${chat}/restore`, back);
  await api('POST', `/api/chats/${chat}/restore`, { command_id: randomUUID(), undo });
  return chat;
}

/** Somebody else comes in by an invitation, says something, and another invitation stays open. */
export async function inviteOthers(
  client: Client,
  signIn: (link: string, name: string) => Promise<Client>,
): Promise<void> {
  const invite = (name: string) =>
    client.api<{ path: string }>('POST', '/api/people/invitations', { name, role: 'member' });
  await invite(mark('invited'));
  const { path } = await invite(mark('guest'));
  const guest = await signIn(`${client.url}${path}`, mark('guest'));
  const chat = await guest.chat();
  await guest.send(chat, mark('a guest (guest)'));
  await guest.untilEnded(chat);
}

/** A passphrase and a passkey; both are asked for at a name, not at a number. */
export async function addCredentials({ url, device }: Client): Promise<void> {
  const page = openPage(url);
  await page.ask(device, 'PUT', '/api/credentials/passphrase', {
    name: mark('sign-in'),
    secret: secretOf('s'),
  });
  await page.addPasskey(device, mark('passkey'));
}

/** A person whose devices alone open what they keep, with a run that waits in a sealed chat. */
export interface DevicesOnly {
  readonly vaultKey: Uint8Array;
  readonly token: string;
  readonly waiting: string;
}

/** Switches the home key off, and does what a device and a program do then. */
export async function keepOnDevices(client: Client): Promise<DevicesOnly> {
  const { api } = client;
  const device = vaultDevice(client, client.device);
  await device.register({ name: mark('laptop') });
  const recovery = makePair();
  const wrapped = sealedTo(recovery, await device.vaultKey());
  const way = { kind: 'recovery', public_key: print(recovery.publicKey), wrapped };
  await api('PUT', '/api/vault/credentials', way);
  await api('PUT', '/api/vault/home', { on: false });
  await expect
    .poll(async () => (await device.state()).rotation, { interval: 100, timeout: 600_000 })
    .toBe(null);
  const chat = await client.chat();
  await client.send(chat, mark('to a device (alone)'));
  await client.untilEnded(chat);
  const waiting = await client.chat();
  await api('PUT', `/api/vault/chats/${waiting}`, { sealed: true });
  await client.send(waiting, mark('waits sealed (ask)'));
  await client.untilWaiting(waiting);
  const wish = { name: mark('program'), scopes: ['read', 'chat'] };
  const { token } = await api<MadeApiToken>('POST', '/api/tokens', wish);
  const answer = await fetch(`${client.url}/api/chat`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ message: mark('by a program (token)'), model: 'anthropic/m' }),
  });
  const said = await answer.text();
  if (!said.includes(mark('answer to a program'))) throw new Error(`The program was told: ${said}`);
  return { vaultKey: await device.vaultKey(), token, waiting };
}

/** Opens the account again on a new device, and gives the server's computer a key. */
export async function openAgain(client: Client, { vaultKey }: DevicesOnly): Promise<void> {
  const device = vaultDevice(client, client.device);
  const shown = await device.unlock(vaultKey);
  if (!shown.ok) throw new Error(`The vault key was answered with ${shown.status}.`);
  const { unlock_key } = await device.state();
  await client.api('PUT', '/api/vault/home', { on: true, unlock: unlockOf(unlock_key, vaultKey) });
}
