import type { Page } from '@playwright/test';
import { argsHash } from '../../packages/engine/src/approval.ts';
import type { RunEvent } from '../../packages/engine/src/run.ts';
import { type AgentApp, test } from './agent-app.ts';
import { expect, pageKey } from './app.ts';
import { POST } from './cards.ts';
import { buildLibraryPage } from './library-page.ts';

// `useChat` of two versions of the AI SDK, as npm has them, in a browser, against our server and its real tools.

test.use({ bypassCSP: true });

const VERSIONS = [
  ['6', 'ai-sdk'],
  ['7', 'ai-sdk-7'],
] as const;
const ANOTHER = { ...POST, id: 'c2', input: { channel: '#ops', text: 'Hi' } };

async function openChat(page: Page, folder: string): Promise<void> {
  const { script } = await buildLibraryPage(folder);
  await page.addScriptTag({ content: script });
}
const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name }).first().click();
const parts = async (page: Page): Promise<unknown> => JSON.parse((await page.textContent('#parts')) ?? '[]');
const isReady = (page: Page): Promise<void> => expect(page.locator('#status')).toHaveText('ready');

async function chatOf(app: AgentApp): Promise<string> {
  const [chat] = await app.store.listChats();
  return chat?.id ?? '';
}

for (const [version, folder] of VERSIONS) {
  test(`C292 useChat ${version} is asked twice, approves one call and rejects the other, and reads on`, async ({
    page,
    app,
  }) => {
    app.script = [['I post it.', POST, ANOTHER]];
    await openChat(page, folder);
    await press(page, 'Ask');
    await expect(page.getByRole('button', { name: /^Approve/ })).toHaveCount(2);
    await isReady(page);
    expect(app.ran).toEqual([]);
    await press(page, 'Approve 2');
    await press(page, 'Reject 3');
    await expect(page.locator('#parts')).toContainText('The end.');
    await isReady(page);
    await expect(page.locator('#error')).toHaveCount(0);
    expect(await parts(page)).toMatchObject([
      { type: 'step-start' },
      { type: 'text', text: 'I post it.' },
      { toolCallId: 'c1', state: 'output-available', output: 'Posted to #growth.' },
      { toolCallId: 'c2', state: 'output-denied' },
      { type: 'step-start' },
      { type: 'text', text: 'The end.' },
    ]);
    expect(app.ran.map(({ input }) => input)).toEqual([POST.input]);
    expect(JSON.stringify(app.requests.at(-1)?.messages)).toContain('Not now.');
    await expect(page.locator('#count')).toHaveText('2');
    expect(await app.store.readMessages(await chatOf(app), 0)).toHaveLength(2);
  });

  test(`C290 useChat ${version} shows the input that another device changed`, async ({ page, app }) => {
    app.script = [['I post it.', POST]];
    await openChat(page, folder);
    await press(page, 'Ask');
    await expect(page.getByRole('button', { name: /^Approve/ })).toHaveCount(1);
    await isReady(page);
    const run = (await app.store.getChat(await chatOf(app)))?.run_id ?? '';
    const [asked] = await app.store.readApprovals(run);
    const edited = { name: POST.name, args: { channel: '#quiet', text: 'Hi' } };
    const sent = await page.request.post(`${app.url}/api/runs/${run}/decisions`, {
      ...(await pageKey(page)),
      data: {
        ...{ command_id: 'other', approval_id: asked?.id, args_hash: argsHash(POST.input) },
        decision: { type: 'edit', edited_action: edited },
      },
    });
    expect(sent.status()).toBe(200);
    // The person here has not seen that yet.
    await press(page, /^Reject/);
    await expect(page.locator('#parts')).toContainText('The end.');
    expect(await parts(page)).toContainEqual(
      expect.objectContaining({ toolCallId: 'c1', state: 'output-available', input: edited.args }),
    );
    expect(app.ran.map(({ input }) => input)).toEqual([edited.args]);
  });

  test(`C293 regenerate of useChat ${version} keeps the question once`, async ({ page, app }) => {
    app.script = [['First.'], ['Second.']];
    await openChat(page, folder);
    await press(page, 'Ask');
    await expect(page.locator('#parts')).toContainText('First.');
    await isReady(page);
    await press(page, 'Again');
    await expect(page.locator('#parts')).toContainText('Second.');
    await isReady(page);
    const kept = await app.store.readMessages(await chatOf(app), 0);
    expect(kept.map(({ text }) => text)).toEqual(['Rain?', 'Second.']);
    expect(kept[0]?.branches).toHaveLength(2);
  });
}

test('C292 assistant-ui is asked by its runtime for the AI SDK, allows one call and denies the other', async ({
  page,
  app,
}) => {
  app.script = [['I post it.', POST, ANOTHER]];
  await openChat(page, 'assistant-ui-chat');
  await page.getByRole('textbox', { name: 'Say' }).fill('Post the numbers');
  await press(page, 'Send');
  const calls = page.getByRole('region', { name: 'Call of post_message' });
  await expect(page.getByRole('button', { name: 'Allow' })).toHaveCount(2);
  await calls.nth(0).getByRole('button', { name: 'Allow' }).click();
  await calls.nth(1).getByRole('button', { name: 'Deny' }).click();
  await expect(page.getByRole('log')).toContainText('The end.');
  await expect(calls.nth(0).getByRole('status')).toHaveText('Posted to #growth.');
  await expect(calls.nth(1).getByRole('status')).toHaveText('denied');
  expect(app.ran.map(({ input }) => input)).toEqual([POST.input]);
  expect(await app.store.readMessages(await chatOf(app), 0)).toHaveLength(2);
});

/** A run that another server works on: it has begun its answer, and the test goes on with it. */
async function halfRun(app: AgentApp): Promise<(events: readonly RunEvent[]) => Promise<void>> {
  const now = Date.now();
  const ids = { commandId: 'c', chatId: 'half', messageId: 'm', runId: 'r' };
  let fence = 0;
  await app.restart(async (store) => {
    await store.createChat('half', now);
    await store.postMessage({ ...ids, text: 'Rain?', model: 'test/script', ts: now });
    fence = (await store.claimRun('r', { owner: 'another', now, leaseMs: 600_000 }))?.fence ?? 0;
  });
  let seq = 0;
  return async (events) => {
    const stored = await app.store.append({ runId: 'r', fence }, seq, events, Date.now(), 'durable');
    if (stored === 'behind') throw new Error('Nobody else writes.');
    seq += stored.length;
  };
}

const words = (text: string, attempt: number): RunEvent[] => [
  { type: 'step_start', step: 1, attempt },
  { type: 'message_start', message: { id: `m${attempt}` } },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
];

test.describe('of two servers', () => {
  test.use({ sole: false });

  test('C294 useChat 7 takes back a step that begins again; 6 says that it must be read again', async ({
    page,
    app,
    context,
  }) => {
    const append = await halfRun(app);
    const older = await context.newPage();
    for (const [one, folder] of [
      [page, 'ai-sdk-7'],
      [older, 'ai-sdk'],
    ] as const) {
      await one.goto(`${app.url}/#resume=half`);
      await openChat(one, folder);
    }
    await append(words('half an ans', 1));
    for (const one of [page, older]) await expect(one.locator('#parts')).toContainText('half an ans');
    await append([
      ...words('A whole answer.', 2),
      { type: 'content_block_stop', index: 0 },
      { type: 'message_stop' },
      { type: 'complete' },
    ]);
    await expect(page.locator('#parts')).toContainText('A whole answer.');
    expect(await parts(page)).toEqual([
      { type: 'step-start' },
      { type: 'text', text: 'A whole answer.', state: 'done' },
      { type: 'data-earlier', data: expect.objectContaining({ text: 'half an ans' }) },
    ]);
    await expect(page.locator('#error')).toHaveCount(0);
    await expect(older.locator('#error')).toContainText('Read it from the beginning');
  });
});
