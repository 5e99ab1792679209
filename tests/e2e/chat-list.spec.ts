import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { test } from './agent-app.ts';
import { expect, send, signIn, watchProblems } from './app.ts';
import { look, lookTwice, smallTargets, violations } from './look.ts';
import { type Seed, seedChats } from './seed-chats.ts';

test.use({ sole: false });

const facts = { instructions: '', model: null, workspace: null, created_at: 1 };
const SEEDS: readonly Seed[] = [
  { id: 'oncall', title: 'On-call notes', pinned: true },
  { id: 'churn', title: 'Q3 churn by plan', project: 'growth', state: 'waits' },
  { id: 'cohorts', title: 'Cohorts, by hand', project: 'growth' },
  { id: 'deploy', title: 'Deploy plan', project: 'platform', state: 'works' },
  { id: 'limiter', title: 'Rate limiter in Hono' },
  { id: 'lisbon', title: 'Trip to Lisbon' },
  { id: 'mail', title: 'Rewrite onboarding mail', days: 3 },
  { id: 'old', title: 'Old one', archived: true },
];
const row = (page: Page, name: string) =>
  page.locator('.app-chats').getByRole('link', { name, exact: false }).first();
const section = (page: Page, name: string) => page.locator('.app-chats').getByRole('region', { name });
const folder = (page: Page, name: string) =>
  page.locator('.app-chats').getByRole('button', { name, exact: false }).and(page.locator('[data-row]'));
const notice = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });

test('U437 a chat is renamed, pinned, moved, exported and archived from its menu and by keys', async ({
  page,
  app,
  context,
}) => {
  await app.store.createProject({ id: 'growth', name: 'Growth', ...facts });
  await app.store.createProject({ id: 'platform', name: 'Platform', ...facts });
  await seedChats(app.store, SEEDS);
  await page.reload();
  const other = await context.newPage();
  await other.goto(`${app.url}/chat/lisbon`);
  const headings = page.locator('.app-chats h2');
  await expect(headings).toHaveText(['Pinned', 'Projects', 'Today', 'Last 7 days']);
  await expect(page.locator('.app-chats [data-row]').last()).toHaveText(/Archived/);
  // A closed folder tells what is inside.
  await expect(folder(page, 'Growth').getByRole('img', { name: 'Waiting for you' })).toBeVisible();
  await expect(folder(page, 'Platform').getByRole('img', { name: 'Writing an answer' })).toBeVisible();
  await folder(page, 'Growth').click();
  await expect(folder(page, 'Growth').getByRole('img')).toHaveCount(0);
  await row(page, 'Q3 churn').hover();
  await page.getByRole('button', { name: 'Actions for Q3 churn by plan' }).click();
  const items = page.getByRole('menu').getByRole('menuitem');
  await expect(items).toHaveText([
    /^Rename/,
    /^Pin/,
    /^Move to project…/,
    /^Export as Markdown/,
    /^Archive/,
    /^Delete/,
  ]);
  await expect(items.first()).toBeFocused();
  const [menu, side] = [
    await page.getByRole('menu').boundingBox(),
    await page.locator('.app-side').boundingBox(),
  ];
  expect(menu?.x).toBeGreaterThanOrEqual((side?.x ?? 0) + (side?.width ?? 0));
  await lookTwice(page, 'chat-menu');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);

  // By keys alone.
  await row(page, 'Trip to Lisbon').focus();
  await page.keyboard.press('F2');
  const name = page.getByRole('textbox', { name: 'Name of this chat' });
  await name.fill('Porto, 4 days');
  await name.press('Enter');
  await expect(row(page, 'Porto')).toBeFocused();
  // Enter ended the name and opened nothing.
  await expect(page).toHaveURL(`${app.url}/`);
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Porto, 4 days');
  await page.keyboard.press('p');
  await expect(section(page, 'Pinned').getByRole('link', { name: 'Porto' })).toBeFocused();
  await expect(section(other, 'Pinned').getByRole('link', { name: 'Porto' })).toBeVisible();
  await page.keyboard.press('p');
  await expect(section(page, 'Today').getByRole('link', { name: 'Porto' })).toBeFocused();
  await page.keyboard.press('Shift+F10');
  await page.keyboard.press('m');
  await expect(page.getByRole('menuitemradio')).toHaveText(['Growth', 'Platform']);
  await page.keyboard.press('Enter');
  await expect(section(page, 'Projects').getByRole('link', { name: 'Porto' })).toBeFocused();
  await expect(other.locator('.app-top')).toContainText('Growth/Porto, 4 days');
  await expect(notice(page, 'Moved “Porto, 4 days” to Growth')).toBeVisible();
  await page.keyboard.press('e');
  await expect(row(page, 'Porto')).toHaveCount(0);
  await expect(folder(page, 'Archived')).toContainText('2');
  // The focus is at the row that took the place.
  await expect(page.locator('.app-chats [data-row]:focus')).toHaveCount(1);
  await folder(page, 'Archived').click();
  const download = page.waitForEvent('download');
  await row(page, 'Porto').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Export as Markdown' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('porto,-4-days.md');
  expect(await readFile(await file.path(), 'utf8')).toContain('## You\n\nTrip to Lisbon\n\n## Assistant');
  expect(await violations(page)).toEqual([]);
});

test('U438 several chats are selected, moved, archived and deleted at once, and each action can be undone', async ({
  page,
  app,
}) => {
  await seedChats(app.store, SEEDS.slice(4, 7));
  await page.reload();
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') requests.push(request.postData() ?? '');
  });
  const links = page.locator('.app-chats').getByRole('link');
  const all = ['Rate limiter in Hono', 'Trip to Lisbon', 'Rewrite onboarding mail'];
  await expect(links).toHaveText(all);
  await row(page, 'Rate limiter').click({ modifiers: ['ControlOrMeta'] });
  await row(page, 'onboarding').click({ modifiers: ['Shift'] });
  const bar = page.getByRole('group', { name: '3 selected' });
  await expect(bar).toBeVisible();
  await expect(page.getByRole('img', { name: 'Selected' })).toHaveCount(3);
  await look(page, 'chat-selection');
  // A press with Ctrl opens nothing.
  await expect(page).toHaveURL(`${app.url}/`);
  await row(page, 'Trip').click({ modifiers: ['ControlOrMeta'] });
  await page.getByRole('group', { name: '2 selected' }).getByRole('button', { name: 'Delete' }).click();
  await expect(links).toHaveText(['Trip to Lisbon']);
  expect(requests).toHaveLength(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(links).toHaveText(all);
  await expect(notice(page, 'Undone')).toBeVisible();
  // By keys alone.
  await row(page, 'Rate limiter').focus();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(bar).toBeVisible();
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('img', { name: 'Selected' })).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+a');
  await expect(bar).toBeVisible();
  await page.keyboard.press('Delete');
  await expect(page.getByText('Your chats will be listed here')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(links).toHaveText(all);
  await row(page, 'Trip').focus();
  await page.keyboard.press('Delete');
  await expect(links).toHaveText(['Rate limiter in Hono', 'Rewrite onboarding mail']);
  await expect(row(page, 'onboarding')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(links).toHaveText(all);
  // A server that is away is told, and nothing is lost.
  await page.route('**/api/chats', (route) => route.abort());
  await row(page, 'Trip').focus();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('alert')).toContainText('The server could not be reached');
  await expect(links).toHaveText(all);
});

test.describe(() => {
  test.use({ modelNames: ['Script', 'Other'], sole: true });

  test('U439 a project is made, and its chats have its instructions, model and folder', async ({
    page,
    app,
  }) => {
    mkdirSync(join(app.workspace, 'docs'));
    writeFileSync(join(app.workspace, 'docs/note.md'), 'The note of docs');
    await page.getByRole('button', { name: 'New project' }).click();
    const form = page.getByRole('dialog', { name: 'New project' });
    await expect(form.getByLabel('Name of the project')).toBeFocused();
    await form.getByLabel('Name of the project').fill('Handbook');
    await form.getByLabel('Instructions').fill('Answer in one word.');
    await form.getByLabel('Model').selectOption('Other');
    await form.getByLabel('Folder').fill('nowhere');
    await look(page, 'project-form');
    await form.getByRole('button', { name: 'Create project' }).click();
    await expect(form.getByRole('alert')).toContainText('not a folder inside the workspace of the server');
    await expect(form.getByLabel('Folder')).toBeFocused();
    await form.getByLabel('Folder').fill('docs');
    await page.keyboard.press('Enter');
    await expect(form).toHaveCount(0);
    await folder(page, 'Handbook').click();
    await expect(page.getByText('No chats yet')).toBeVisible();
    await folder(page, 'Handbook').press('ContextMenu');
    await page.getByRole('menuitem', { name: 'New chat' }).click();
    await expect(page.getByRole('combobox', { name: 'Model' }).locator('option:checked')).toHaveText('Other');
    app.script = [[{ id: 'r', name: 'read_file', input: { path: 'note.md' } }], ['Done.']];
    await send(page, 'Read the note');
    await expect(page.getByText('Done.')).toBeVisible();
    expect(app.requests[0]?.system).toContain('Answer in one word.');
    expect(JSON.stringify(app.requests[1]?.messages)).toContain('The note of docs');
    expect((await app.store.listChats())[0]).toMatchObject({ project_id: expect.any(String) });
    await expect(page.locator('.app-top')).toContainText('Handbook/Read the note');
    const inside = section(page, 'Projects').getByRole('link', { name: 'Read the note' });
    await expect(inside).toBeVisible();
    await folder(page, 'Handbook').focus();
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: 'Name of the project' }).fill('Guide');
    await page.keyboard.press('Enter');
    await expect(folder(page, 'Guide')).toBeFocused();
    await page.keyboard.press('Delete');
    await expect(notice(page, 'Deleted the project Guide. Its chats are kept.')).toBeVisible();
    await expect(section(page, 'Today').getByRole('link', { name: 'Read the note' })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(inside).toBeVisible();
    await folder(page, 'Guide').press('ArrowLeft');
    await expect(inside).toHaveCount(0);
    expect(await violations(page)).toEqual([]);
  });
});

test('U440 on a touch screen rows have their menus, a long press selects, and the undo covers nothing', async ({
  app,
  browser,
}) => {
  await app.store.createProject({ id: 'growth', name: 'Growth', ...facts });
  await seedChats(app.store, [
    ...SEEDS.slice(0, 6),
    ...Array.from({ length: 100 }, (_, i) => ({ id: `c${i}`, title: `Chat ${i}`, days: 20 })),
  ]);
  const context = await browser.newContext({
    ...{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  });
  const page = await context.newPage();
  const problems = watchProblems(page);
  await signIn(page, app);
  await page.getByRole('button', { name: 'Open the menu' }).tap();
  await expect(row(page, 'Rate limiter')).toBeVisible();
  // U435 the rest is drawn when the end of the list comes near.
  await expect(page.locator('[data-chat]')).toHaveCount(100);
  await page.locator('[data-chat]').last().scrollIntoViewIfNeeded();
  await expect(row(page, 'Chat 99')).toBeAttached();
  await row(page, 'On-call').scrollIntoViewIfNeeded();
  expect(await smallTargets(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole('button', { name: 'Actions for Trip to Lisbon' }).tap();
  await expect(page.getByRole('menu')).toBeInViewport({ ratio: 1 });
  await look(page, 'chat-menu-small');
  await page.getByRole('menuitem', { name: 'Delete' }).tap();
  await expect(row(page, 'Trip')).toHaveCount(0);
  await page.evaluate(() => {
    const link = document.querySelector('[data-chat="limiter"] a');
    link?.dispatchEvent(
      new PointerEvent('contextmenu', { bubbles: true, cancelable: true, pointerType: 'touch' }),
    );
  });
  await expect(page.getByRole('group', { name: '1 selected' })).toBeVisible();
  await row(page, 'On-call').tap();
  await expect(page.getByRole('group', { name: '2 selected' })).toBeVisible();
  await look(page, 'chat-selection-small');
  await page.getByRole('button', { name: 'Clear the selection' }).tap();
  await page.getByRole('button', { name: 'Close the menu' }).tap();
  const undo = page.locator('.app-notice-small').getByRole('button', { name: 'Undo' });
  await expect(undo).toBeVisible();
  const [bar, pane] = [
    await page.locator('.app-notice-small').boundingBox(),
    await page.locator('main').boundingBox(),
  ];
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(pane?.y ?? 0);
  await look(page, 'undo-small');
  await undo.tap();
  await expect.poll(async () => (await app.store.getChat('lisbon'))?.title).toBe('Trip to Lisbon');
  expect(problems).toEqual([]);
  await context.close();
});
