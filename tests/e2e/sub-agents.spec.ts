import type { Page } from '@playwright/test';
import { type AgentApp, test } from './agent-app.ts';
import { expect, send, signIn, watchProblems } from './app.ts';
import { type Call, calls, card, POST, reload, settled, theEnd } from './cards.ts';
import { lookTwice, violations } from './look.ts';

const DELEGATE: Call = { id: 'd1', name: 'delegate', input: { task: 'Tell the team' } };
const outer = (page: Page) => page.getByRole('group', { name: 'Tool call: delegate' });
const head = (page: Page) => outer(page).locator('.mr-step-head').first();

/** A sub-agent that looks something up and then asks a person. */
async function delegated(page: Page, app: AgentApp): Promise<void> {
  app.script = [
    ['I let somebody do it.', DELEGATE],
    ['I look first.', { id: 'l1', name: 'look_up', input: { query: 'team' } }],
    ['Now I post.', POST],
    ['The team knows.'],
  ];
  await send(page, 'Tell the team');
  await expect(card(page)).toBeVisible();
  await settled(page);
}

test('U46 a sub-agent asks inside its call, also after a reload, and its answer is the result', async ({
  page,
  app,
}) => {
  await delegated(page, app);
  for (let round = 0; round < 2; round++) {
    await expect(outer(page).getByText('I look first.')).toBeVisible();
    await expect(outer(page).locator('[data-waiting]')).toHaveCount(1);
    await expect(head(page)).toHaveText(/Delegate: Tell the team waiting for you Sub-agent · 4 steps$/);
    await expect(head(page)).toHaveAttribute('aria-expanded', 'true');
    // A waiting action keeps it open.
    await head(page).click({ force: true });
    await expect(card(page)).toBeVisible();
    await expect(page.getByRole('log')).toHaveAttribute('aria-busy', 'false');
    await expect(page.getByText('A message cancels the waiting action')).toBeVisible();
    await page.reload();
    await expect(card(page)).toBeVisible();
  }
  expect(await violations(page)).toEqual([]);
  await settled(page);
  await card(page).getByRole('button', { name: 'Approve' }).click();
  await theEnd(page);
  expect(app.ran.map(({ name }) => name)).toEqual(['look_up', 'post_message']);
  for (let round = 0; round < 2; round++) {
    if (round === 1) await expect(head(page)).toHaveAttribute('aria-expanded', 'false');
    if ((await head(page).getAttribute('aria-expanded')) === 'false') await head(page).click();
    await expect(outer(page).getByText('Approved by you')).toBeVisible();
    await expect(outer(page).getByText('The team knows.').first()).toBeVisible();
    await expect(calls(page)).toHaveCount(3);
    await reload(page);
  }
});

test('U46 another device decides for a sub-agent, and this one shows it', async ({ page, app, browser }) => {
  await delegated(page, app);
  const other = await (await browser.newContext()).newPage();
  const problems = watchProblems(other);
  await signIn(other, app);
  await other.goto(page.url());
  await expect(card(other)).toBeVisible();
  await settled(other);
  await card(other).getByRole('button', { name: 'Approve' }).click();
  await theEnd(page);
  await theEnd(other);
  await head(page).click();
  await expect(outer(page).getByText('Approved from Chrome on Linux')).toBeVisible();
  expect(app.ran).toHaveLength(2);
  expect(problems).toEqual([]);
});

test('U46 steps of a sub-agent show while they run, and a person may fold them', async ({ page, app }) => {
  app.script = [[DELEGATE], ['It takes a while.', { id: 's1', name: 'slow', input: {} }], ['Done.']];
  await send(page, 'Tell the team');
  await expect(outer(page).getByText('Half of it is done')).toBeVisible();
  await head(page).click();
  await expect(outer(page).getByText('Half of it is done')).toBeHidden();
  await head(page).click();
  await expect(outer(page).getByText('Half of it is done')).toBeVisible();
  app.release();
  await theEnd(page);
  // A step that a person has opened stays open.
  await expect(outer(page).getByText('It takes a while.')).toBeVisible();
});

test('U26 sub-agents have no violations and fit, light and dark, wide and on a phone', async ({
  page,
  app,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await delegated(page, app);
  for (const [device, viewport] of [
    ['wide', { width: 1280, height: 960 }],
    ['phone', { width: 390, height: 844 }],
  ] as const) {
    await page.setViewportSize(viewport);
    await lookTwice(page, `sub-agent-${device}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
  }
});
