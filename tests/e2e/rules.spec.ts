import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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
  const rule = card(page).getByRole('radio', { name: /^Always allow exactly this “Post message”: channel/ });
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
    .getByRole('button', { name: /^Revoke: Always allow exactly this “Post message”: channel/ })
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
    `Always allow exactly this: command "ls -la 'notes of May' && git log --oneline -n 5", cwd "packages/app", in this chat`,
    "Always allow the commands ls -la 'notes of May' and git log --oneline -n 5 in the folder packages/app in this chat",
    "Always allow the commands ls -la 'notes of May' and git log --oneline -n 5 in the folder packages/app in this workspace",
    'Always allow every command, whatever it runs or changes, in this chat',
  ]);
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

test('U392 edits to a file are allowed in the words of a person, for every tool that edits, and Escape closes one form', async ({
  page,
  app,
}) => {
  writeFileSync(join(app.workspace, 'a.ts'), 'one\n');
  const replace = (id: string, from: string, to: string): Call => ({
    ...{ id, name: 'search_and_replace' },
    input: { path: 'a.ts', search: from, replace: to },
  });
  await ask(page, app, replace('c1', 'one', 'two'));
  const waiting = page.locator('[data-waiting]');
  await press(waiting, 'Always allow');
  await expect(waiting.locator('.mr-rules label span[dir]')).toHaveText([
    'Always allow edits to a.ts in this chat',
    'Always allow edits to a.ts in this workspace',
    'Always allow edits to every file in this chat',
  ]);
  await page.keyboard.press('Escape');
  await expect(waiting.locator('.mr-rules')).toHaveCount(0);
  await expect(waiting.getByRole('button', { name: 'Always allow' })).toBeFocused();
  await press(waiting, 'Reject…');
  await page.keyboard.type('No');
  await page.keyboard.press('Escape');
  await expect(waiting.getByRole('button', { name: 'Reject…' })).toBeFocused();
  await press(waiting, 'Always allow');
  await press(waiting, 'Save rule and run');
  await theEnd(page);
  const insert = { id: 'c2', name: 'insert_content', input: { path: 'a.ts', line: 0, content: 'end' } };
  app.script = [...app.requests.map(() => []), [insert]];
  await send(page, 'Once more');
  await expect(page.getByText('The end.')).toHaveCount(2);
  expect(readFileSync(join(app.workspace, 'a.ts'), 'utf8')).toBe('two\nend\n');
  await openSettings(page, 'Tools and approvals');
  await expect(
    settings(page).getByRole('button', { name: 'Revoke: Always allow edits to a.ts' }),
  ).toBeVisible();
  await openSettings(page, 'Memories');
  await press(settings(page), 'Add a memory');
  await page.keyboard.type('x');
  await page.keyboard.press('Escape');
  await expect(settings(page).getByRole('button', { name: 'Add a memory' })).toBeFocused();
});
