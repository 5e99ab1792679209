import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { test } from './agent-app.ts';
import { expect, send } from './app.ts';
import { ask, type Call, calls, card, POST, press, settled, theEnd, unfold } from './cards.ts';
import { lookTwice, violations } from './look.ts';
import { openSettings } from './settings-page.ts';

const settings = (page: Page) => page.locator('#settings');

test('U53 a call that is always allowed is not asked again, until its rule is revoked', async ({
  page,
  app,
}) => {
  await ask(page, app, POST);
  await press(card(page), 'Always allow');
  const rule = card(page).getByRole('radio', { name: /^Allow post_message with exactly this input/ });
  await rule.check();
  await press(card(page), 'Save rule and run');
  await theEnd(page);
  expect(app.ran).toHaveLength(1);
  await expect(calls(page)).toContainText('Always allowed by you');

  app.script = [[], [], [{ ...POST, id: 'c2' }]];
  await send(page, 'Once more');
  await expect(page.getByText('The end.')).toHaveCount(2);
  await unfold(page);
  await expect(calls(page).nth(1)).toContainText('done');
  expect(app.ran).toHaveLength(2);

  await openSettings(page, 'Tools and approvals');
  await expect(settings(page).getByText('The chat “Post the numbers”')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await settings(page)
    .getByRole('button', { name: /^Revoke: Allow post_message with exactly this input/ })
    .click();
  await expect(settings(page).getByText('There are no rules yet.')).toBeVisible();
  await expect(settings(page).getByRole('heading', { name: 'Rules' })).toBeFocused();
  await page.keyboard.press('Escape');

  app.script = [...app.requests.map(() => []), [{ ...POST, id: 'c3' }]];
  await send(page, 'And again');
  await expect(card(page)).toBeVisible();
  expect(app.ran).toHaveLength(2);
});

test('U53 a rule that could not be revoked stays in the list, and the page says so', async ({
  page,
  app,
}) => {
  await ask(page, app, POST);
  await press(card(page), 'Always allow');
  await press(card(page), 'Save rule and run');
  await theEnd(page);
  await page.route('**/api/rules?id=*', (route) => route.abort());
  await openSettings(page, 'Tools and approvals');
  const revoke = settings(page).getByRole('button', { name: /^Revoke/ });
  await revoke.click();
  await expect(settings(page).getByText('The rule could not be revoked.')).toBeVisible();
  await expect(revoke).toBeVisible();
});

test('U53 a server without rules shows no place for them', async ({ page }) => {
  await page.route('**/api/rules', (route) =>
    route.fulfill({ status: 404, json: { code: 'not_found', message: 'There is nothing here.' } }),
  );
  await openSettings(page, 'Tools and approvals');
  await expect(settings(page).getByRole('heading', { name: 'Tools and approvals' })).toBeVisible();
  await expect(settings(page).getByRole('heading', { name: 'Rules' })).toHaveCount(0);
});

const LIST: Call = {
  id: 'c1',
  name: 'execute_command',
  input: { command: "ls -la 'notes of May' && git log --oneline -n 5", cwd: 'packages/app' },
};

test('A155 a card tells the folder and all of the input of a command, and its rule is for that folder', async ({
  page,
  app,
}) => {
  mkdirSync(join(app.workspace, 'packages/app'), { recursive: true });
  await ask(page, app, LIST);
  const waiting = page.locator('[data-waiting]');
  await press(waiting, 'Always allow');
  await expect(waiting.locator('.mr-rules label span[dir]')).toContainText([
    `Allow execute_command with exactly this input: command "ls -la 'notes of May' && git log --oneline -n 5", cwd "packages/app", in this chat.`,
    "Allow execute_command for `ls -la 'notes of May'` or `git log --oneline -n 5` in the folder `packages/app`, in this chat.",
    "Allow execute_command for `ls -la 'notes of May'` or `git log --oneline -n 5` in the folder `packages/app`, in this workspace.",
    'Allow execute_command with any command, whatever it runs or changes, in this chat.',
  ]);
  await expect(waiting.getByText('These commands in this folder, in this chat')).toBeVisible();
  await waiting.getByRole('radio').nth(1).check();
  await press(waiting, 'Save rule and run');
  await theEnd(page);

  const again = (id: string, cwd: string): Call => ({ ...LIST, id, input: { ...LIST.input, cwd } });
  app.script = [...app.requests.map(() => []), [again('c2', 'packages/app'), again('c3', 'packages')]];
  await send(page, 'Once more');
  await expect(waiting).toHaveCount(1);
  await expect(waiting).toContainText('Cwdpackages');
  expect((await app.store.listRules()).map(({ pattern }) => pattern)).toMatchObject([
    { cwd: 'packages/app' },
  ]);
});

test('A154 the settings tell what else a prefix allows', async ({ page, app }) => {
  await app.store.putRule({
    id: 'r1',
    scope: 'user',
    of: '',
    created_at: 1,
    tool: 'execute_command',
    verdict: 'allow',
    pattern: {
      type: 'command',
      prefixes: [
        ['git', 'status'],
        ['npm', 'test'],
      ],
    },
  });
  await openSettings(page, 'Tools and approvals');
  await expect(settings(page)).toContainText(
    "Allow execute_command for `git status` (also with -s, -b, -u, -v, --short, --branch, --porcelain, --long, --ignored, --verbose and paths in the workspace) or `npm test` (with no other words) in the workspace's folder, in all your chats.",
  );
});

for (const [device, viewport] of [
  ['wide', { width: 1280, height: 960 }],
  ['phone', { width: 390, height: 844 }],
] as const) {
  test(`U26 rules have no violations and fit, light and dark, ${device}`, async ({ page, app }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize(viewport);
    await ask(page, app, POST);
    await press(card(page), 'Always allow');
    await settled(page);
    await lookTwice(page, `rule-${device}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
    await press(card(page), 'Save rule and run');
    await theEnd(page);
    await openSettings(page, 'Tools and approvals');
    await settings(page)
      .getByRole('button', { name: /^Revoke/ })
      .scrollIntoViewIfNeeded();
    await lookTwice(page, `rules-${device}`);
  });

  test(`U26 rules for a command have no violations and fit, light and dark, ${device}`, async ({
    page,
    app,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize(viewport);
    await ask(page, app, LIST);
    await press(page.locator('[data-waiting]'), 'Always allow');
    await settled(page);
    await lookTwice(page, `command-rule-${device}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
  });
}
