import type { Page } from '@playwright/test';
import { expect, pageKey } from './app.ts';
import { look, lookTwice, violations } from './look.ts';
import { test } from './tray-app.ts';

const tray = (page: Page) => page.getByRole('region', { name: 'Ask the library' });
const answers = (page: Page) => page.locator('.mr-tray-assistant');
const SEARCH = { name: 'search_articles', input: { query: 'CRISPR' } };

async function ask(page: Page, text: string): Promise<void> {
  await tray(page).getByRole('textbox', { name: 'Message' }).fill(text);
  await page.keyboard.press('Enter');
}
const done = (page: Page) => expect(tray(page).getByRole('log')).toHaveAttribute('aria-busy', 'false');

test('C26 the tray shows its six states, one after the other', async ({ page, app }) => {
  app.script = [['WAIT', 'Let me **search**', 'WAIT', ' for that.', { name: 'slow_search', input: {} }]];
  await expect(tray(page).getByText('How can I help?')).toBeVisible();
  await ask(page, 'Find articles');
  await expect(tray(page).locator('.mr-tray-user')).toHaveText('YouFind articles');
  await expect(tray(page).getByText('Thinking...')).toBeVisible();
  await expect(tray(page).getByText('How can I help?')).toHaveCount(0);
  app.go();
  await expect(answers(page).locator('strong')).toHaveText('search');
  await expect(answers(page).locator('.mr-tray-dots')).toBeVisible();
  await expect(tray(page).getByRole('status')).toHaveText('Generating');
  app.go();
  await expect(answers(page).getByText('Running slow_search')).toBeVisible();
  await expect(answers(page).getByText('Found 15 articles...')).toBeVisible();
  await expect(answers(page).getByRole('progressbar', { name: 'Running slow_search' })).toHaveAttribute(
    'value',
    '0.5',
  );
  const words = await answers(page).locator('.mr-answer').first().elementHandle();
  app.go();
  await expect(answers(page)).toContainText('The end.');
  await done(page);
  await expect(answers(page).locator('.mr-call-card')).toHaveCount(1);
  await expect(answers(page).locator('.mr-tray-progress, .mr-tray-dots')).toHaveCount(0);
  // The text that is drawn stays drawn when the answer is finished.
  expect(await words?.evaluate((node) => node.isConnected)).toBe(true);
});

test('C23 cards stand at their markers, folded; a marker that the model wrote is text', async ({
  page,
  app,
}) => {
  app.script = [
    ['I look: [[tool:0]] is a marker.', SEARCH, { name: 'search_articles', input: { query: 'nothing' } }],
    ['Found 5.'],
  ];
  await ask(page, 'Find articles');
  await done(page);
  await expect(answers(page).locator('.mr-answer').first()).toHaveText('I look: [[tool:0]] is a marker.');
  await expect(answers(page).locator('> *:not(h3)')).toHaveText([
    'I look: [[tool:0]] is a marker.',
    'search_articles',
    'search_articlesfailed',
    'Found 5.',
  ]);
  const card = answers(page).locator('details').first();
  await card.locator('summary').click();
  await expect(card).toContainText('CRISPR');
  await expect(card).toContainText('Found 5 articles about CRISPR.');
  expect(await violations(page)).toEqual([]);
});

test('C26 a chip sends its value; an action of the server shows that it works, then what it said', async ({
  page,
  app,
}) => {
  const values = [{ label: 'Yes, proceed', value: 'yes' }];
  const actions = [
    { label: 'Refresh', action: 'refresh', handler: 'server', style: 'warning' },
    { label: 'Close it', action: 'close_chat', handler: 'client', style: 'secondary' },
  ];
  const offer = [
    { name: 'suggest_values', input: { values } },
    { name: 'suggest_actions', input: { actions } },
  ];
  app.script = [['Shall I?', ...offer], ['Choose.'], ['Again?', ...offer], ['Choose.'], ['It is fresh.']];
  await ask(page, 'Hello');
  const chips = tray(page).getByRole('group', { name: 'Suggestions' });
  await chips.getByRole('button', { name: 'Close it' }).click();
  await expect(page.getByText('The page did close_chat.')).toBeVisible();
  await chips.getByRole('button', { name: 'Yes, proceed' }).click();
  // The button that was pressed is gone; the person can keep writing.
  await expect(tray(page).getByRole('textbox')).toBeFocused();
  await expect(tray(page).locator('.mr-tray-user').last()).toContainText('yes');
  await expect(answers(page)).toHaveCount(2);
  await chips.getByRole('button', { name: 'Refresh' }).click();
  await chips.getByRole('button', { name: 'Press again: Refresh' }).click();
  await expect(chips.getByRole('button', { name: 'Refresh' })).toHaveAttribute('aria-busy', 'true');
  expect(app.ran).toEqual([]);
  app.go();
  await expect(tray(page).locator('.mr-tray-user').last()).toHaveText('YouRefreshRefreshed.');
  await expect(answers(page).last()).toContainText('It is fresh.');
  expect(app.ran).toEqual(['refresh']);
});

test('C26 data of the app is drawn by its component, or is JSON', async ({ page, app }) => {
  const show = (type: string, data: unknown) => [{ name: 'show', input: { type, data } }];
  app.script = [show('weather', { degrees: 21 }), ['Warm.'], show('other', [1])];
  await ask(page, 'How warm?');
  await expect(tray(page).getByText('It has 21 degrees.')).toBeVisible();
  await done(page);
  await ask(page, 'And else?');
  await expect(tray(page).getByText('Data: other')).toBeVisible();
});

test('C260 stop ends the run on the server and keeps what had come', async ({ page, app }) => {
  app.script = [['Half of it', 'WAIT']];
  await ask(page, 'Hello');
  await expect(answers(page)).toContainText('Half of it');
  await tray(page).getByRole('button', { name: 'Stop' }).click();
  await expect(answers(page)).toContainText('You stopped this');
  await expect(answers(page)).toContainText('Half of it');
  const kept = await page.request.get(`${app.server.url}/api/chats`, await pageKey(page));
  const { chats } = (await kept.json()) as { chats: { run_id: string | null }[] };
  expect(chats.map(({ run_id }) => run_id)).toEqual([null]);
  await ask(page, 'Once more');
  await expect(answers(page).last()).toContainText('The end.');
  await tray(page).getByRole('button', { name: 'New chat' }).click();
  await expect(tray(page).getByText('How can I help?')).toBeVisible();
  await expect(tray(page).getByRole('textbox')).toBeFocused();
});

test('C259 an error stands under what had come, and a message that was not taken goes back into the box', async ({
  page,
  app,
}) => {
  app.script = [['Half of it', 'FAIL']];
  await ask(page, 'Hello');
  await expect(tray(page).getByRole('alert')).toContainText('The model is overloaded.');
  await expect(answers(page)).toContainText('Half of it');
  await page.route('**/api/chat', (route) => route.abort());
  await ask(page, 'Once more');
  await expect(tray(page).getByRole('alert').last()).toHaveText(
    'The server could not be reached. Check that it is running, then try again.',
  );
  await expect(tray(page).getByRole('textbox')).toHaveValue('Once more');
  await expect(tray(page).locator('.mr-tray-user')).toHaveCount(1);
});

test('C20 the tray reads on when the server comes back, and nothing stands there twice', async ({
  page,
  app,
}) => {
  const answer = ['First.', SEARCH];
  app.script = [answer, ['Then a part', 'WAIT'], ['Then a part', ' and the rest.']];
  await ask(page, 'Hello');
  await expect(answers(page)).toContainText('Then a part');
  await app.restart();
  await done(page);
  await expect(answers(page).locator('> *:not(h3)')).toHaveText([
    'First.',
    'search_articles',
    'Then a part and the rest.',
  ]);
});

test('C5 the hook alone has the state of the chat', async ({ page, app }) => {
  app.script = [['All of it.']];
  await page.getByRole('button', { name: 'useGeneralChat' }).click();
  await page.getByRole('button', { name: 'Say hello' }).click();
  const state = async (): Promise<unknown> => JSON.parse((await page.locator('pre').textContent()) ?? '');
  await expect.poll(state).toMatchObject({
    messages: [
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'All of it.' },
    ],
    ...{ isLoading: false, streamingText: '', statusText: null, activeToolProgress: null, error: null },
  });
});

test('C26 a card alone is folded and opens with the keyboard', async ({ page }) => {
  await page.getByRole('button', { name: 'ToolCallCard' }).click();
  const card = page.locator('.mr-call-card');
  await expect(card).toHaveText('search_articles');
  await card.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(card).toContainText('Found 5 articles');
});

test('C26 the tray has no violations and fits, light and dark, wide and on a phone', async ({
  page,
  app,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const fits = async (name: string): Promise<void> => {
    for (const [device, width] of [
      ['wide', 1000],
      ['phone', 390],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await lookTwice(page, `tray-${name}-${device}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  };
  await fits('empty');
  const values = [
    { label: 'Yes, proceed', value: 'yes' },
    { label: 'No, cancel', value: 'no' },
  ];
  const actions = [{ label: 'Apply changes', action: 'refresh', handler: 'server', style: 'primary' }];
  app.script = [
    ['Let me search for that.\n\n', SEARCH, { name: 'slow_search', input: {} }],
    [
      'I found **5 articles**. This is a schema for them:',
      { name: 'show', input: { type: 'schema_proposal', data: SCHEMA } },
      { name: 'suggest_values', input: { values } },
      { name: 'suggest_actions', input: { actions } },
    ],
    ['Shall I apply it?'],
  ];
  await ask(page, 'Find articles about CRISPR and propose tables for them');
  await expect(answers(page).getByText('Running slow_search')).toBeVisible();
  await fits('progress');
  app.go();
  await done(page);
  await answers(page).locator('summary').first().click();
  await fits('final');
});

const SCHEMA = {
  summary: 'Two tables, linked by the id of the article.',
  tables: [
    {
      name: 'articles',
      description: 'What was found',
      fields: [
        { name: 'id', type: 'integer', required: true, description: 'Its key' },
        { name: 'title', type: 'text', required: true },
        { name: 'published_at', type: 'timestamp', description: 'When it came out' },
      ],
    },
  ],
};

test('C26 the tray reads from right to left', async ({ page, app }) => {
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  app.script = [['שלום, הנה התשובה.', SEARCH]];
  await ask(page, 'שלום');
  await done(page);
  await look(page, 'tray-rtl');
  const bubble = await tray(page).locator('.mr-bubble').boundingBox();
  const box = await tray(page).boundingBox();
  expect((bubble?.x ?? 999) - (box?.x ?? 0)).toBeLessThan(40);
});
