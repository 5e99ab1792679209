import type { MessageRecord } from '../../packages/engine/src/run.ts';
import { test } from './agent-app.ts';
import { expect, send } from './app.ts';
import { theEnd } from './cards.ts';
import { violations } from './look.ts';
import { answeredChat } from './written-chat.ts';

const OFFERS: Partial<MessageRecord> = {
  suggested_values: [
    { label: 'Yes, create it', value: 'Yes, create the ticket' },
    { label: 'No', value: 'No ticket' },
  ],
  suggested_actions: [
    { label: 'Refresh', action: 'refresh', handler: 'server', style: 'primary' },
    { label: 'Delete all', action: 'delete_all', handler: 'server', style: 'warning' },
    { label: 'Open dashboard', action: 'open', handler: 'client' },
  ],
};

test('U48 a chip sends its value, and is gone while the answer comes and after', async ({ page, app }) => {
  await page.goto(await answeredChat(app, OFFERS));
  const offers = page.getByRole('group', { name: 'Suggestions' });
  await expect(offers.getByRole('button')).toHaveText([
    'Yes, create it',
    'No',
    'Refresh',
    'Delete all',
    'Open dashboard',
  ]);
  expect(await violations(page)).toEqual([]);
  // An action of a page that this page does not have.
  const unknown = offers.getByRole('button', { name: 'Open dashboard' });
  await expect(unknown).toHaveAttribute('aria-disabled', 'true');
  await expect(unknown).toHaveAttribute('title', 'This page does not support this action.');
  await offers.getByRole('button', { name: 'No' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(offers.getByRole('button', { name: 'Yes, create it' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('.mr-bubble').last()).toHaveText('Yes, create the ticket');
  await theEnd(page);
  await expect(offers).toHaveCount(0);
  await page.reload();
  await theEnd(page);
  await expect(offers).toHaveCount(0);
});

test('U48 an action that warns needs a second press, and one that fails says why', async ({ page, app }) => {
  await page.goto(await answeredChat(app, OFFERS));
  const asked: unknown[] = [];
  await page.route('**/api/actions', async (route) => {
    asked.push(route.request().postDataJSON());
    await route.fulfill({ status: 404, json: { code: 'no_action', message: 'There is no such action.' } });
  });
  const offers = page.getByRole('group', { name: 'Suggestions' });
  await offers.getByRole('button', { name: 'Delete all' }).click();
  const sure = offers.getByRole('button', { name: 'Press again: Delete all' });
  await expect(sure).toBeVisible();
  expect(asked).toEqual([]);
  // A person who hesitates has changed their mind.
  await expect(sure).toHaveCount(0, { timeout: 10_000 });
  await offers.getByRole('button', { name: 'Delete all' }).dblclick();
  await expect(offers.getByRole('alert')).toHaveText('There is no such action.');
  expect(asked).toEqual([
    { command_id: expect.any(String), chat_id: 'chat-1', action: 'delete_all', label: 'Delete all' },
  ]);
});

test('U49 data that the page has no component for is there to read, and folded', async ({ page, app }) => {
  const custom_payload = { type: 'schema_proposal', data: { name: 'people', hidden: 'a\u200bb' } };
  await page.goto(await answeredChat(app, { custom_payload }));
  const summary = page.getByText('Data: schema_proposal');
  await expect(page.getByText('"people"')).toBeHidden();
  await summary.click();
  await expect(page.getByText('"people"')).toBeVisible();
  await expect(page.getByText('a\\u200bb')).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('U50 a chat that is nearly full says so, and what was condensed can be read', async ({ page, app }) => {
  const condensed = {
    ...{ summary: 'The person asked about **churn**.', up_to: 1, step: 1 },
    ...{ count: 12, before: 150_000, after: 9_000 },
  };
  await page.goto(
    await answeredChat(app, {
      condensed,
      fill: { used: 144_900, window: 200_000 },
      usage: { input_tokens: 1_400, cache_read_input_tokens: 11_000, output_tokens: 310 },
    }),
  );
  await expect(
    page.getByText(
      'This chat fills 72% of the model’s context window. Older messages will be condensed automatically.',
    ),
  ).toBeVisible();
  await expect(page.getByText('12,400 tokens read, 310 written')).toBeVisible();
  await expect(page.getByText('The person asked about churn.')).toBeHidden();
  await page.getByText('12 earlier messages were condensed').click();
  await expect(page.getByText('The person asked about churn.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('U50 a chat with room says nothing of it', async ({ page, app }) => {
  await page.goto(await answeredChat(app, { fill: { used: 139_000, window: 200_000 } }));
  await expect(page.getByText('Posted.')).toBeVisible();
  await expect(page.locator('.mr-context')).toHaveCount(0);
});

test('U48 what a tool suggests is there live and after a reload, and the server does its actions', async ({
  page,
  app,
}) => {
  const values = [{ label: 'Thanks', value: 'Thank you' }];
  const actions = [{ label: 'Refresh', action: 'refresh', handler: 'server', style: 'primary' }];
  app.script = [
    [
      { id: 's1', name: 'suggest_values', input: { values } },
      { id: 's2', name: 'suggest_actions', input: { actions } },
    ],
  ];
  await send(page, 'What now?');
  await theEnd(page);
  const offers = page.getByRole('group', { name: 'Suggestions' });
  for (let round = 0; round < 2; round++) {
    await expect(offers.getByRole('button')).toHaveText(['Thanks', 'Refresh']);
    await page.reload();
  }
  await offers.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.locator('.mr-bubble').last()).toHaveText('Refresh');
  await expect(page.getByText('The end.')).toHaveCount(2);
  expect(app.ran).toEqual([{ name: 'refresh', input: {} }]);
  expect(JSON.stringify(app.requests.at(-1)?.messages)).toContain('Refreshed.');
  await expect(offers).toHaveCount(0);
});

test('U50 a window that fills up is told, and then condensed with a line that says so', async ({
  page,
  app,
}) => {
  app.tokens = 750;
  await send(page, 'First question');
  await theEnd(page);
  await expect(page.getByText('This chat fills 75% of the model’s context window.')).toBeVisible();
  app.tokens = 850;
  await send(page, 'Second question');
  await expect(page.getByText('The end.')).toHaveCount(2);
  app.script = [[], [], ['They asked two questions.']];
  app.tokens = 100;
  await send(page, 'Third question');
  await expect(page.getByText('The end.')).toHaveCount(3);
  for (let round = 0; round < 2; round++) {
    await expect(page.getByText('This chat fills')).toHaveCount(0);
    await page.getByText(/\d+ earlier messages were condensed/).click();
    await expect(page.getByText('They asked two questions.')).toBeVisible();
    await page.reload();
  }
});
