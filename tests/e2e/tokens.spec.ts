import type { Locator, Page } from '@playwright/test';
import { test } from './agent-app.ts';
import { expect } from './app.ts';
import { lookTwice } from './look.ts';
import { openSettings } from './settings-page.ts';

const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1280, height: 800 };
const DAY_MS = 24 * 3_600_000;

async function fits(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
}
const row = (settings: Locator, name: string): Locator =>
  settings.getByRole('listitem').filter({ hasText: name });

test('F95 a token is made by keyboard, told once, listed with its use and revoked after a question', async ({
  page,
  app,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const settings = await openSettings(page, 'API tokens');
  await expect(settings.getByText('No program has a token yet.')).toBeVisible();
  const open = settings.getByRole('button', { name: 'New token' });
  await open.focus();
  await page.keyboard.press('Enter');
  const name = settings.getByLabel('Name');
  await expect(name).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(settings.getByRole('alert')).toHaveText('Enter a name, then create the token.');
  await expect(name).toBeFocused();
  await page.keyboard.type('Nightly build');
  // The life, then what it may do: reading and chatting are chosen.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  for (const key of ['Space', 'Tab', 'Space']) await page.keyboard.press(key);
  await page.keyboard.press('Enter');
  await expect(settings.getByRole('alert')).toHaveText('Choose at least one thing that it may do.');
  await expect(settings.getByRole('checkbox', { name: /^Read/ })).toBeFocused();
  await page.keyboard.press('Space');
  await lookTwice(page, 'tokens-new');
  await page.keyboard.press('Enter');
  const field = settings.getByLabel('Token', { exact: true });
  await expect(field).toBeFocused();
  const token = await field.inputValue();
  expect(token).toMatch(/^mr_[\w-]{43}$/);
  await expect(settings.getByText('Copy it now: it is shown only this once.')).toBeVisible();
  await lookTwice(page, 'tokens-made');
  // No key but that of its button takes the text away.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(field).toHaveValue(token);
  await page.keyboard.press('Enter');
  await expect(settings.getByText('The token was copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
  await expect(row(settings, 'Nightly build')).toContainText(/Read\s*Never used · Expires in 90 days/);
  await settings.getByRole('button', { name: 'Done' }).press('Enter');
  await expect(field).toHaveCount(0);
  await expect(open).toBeFocused();

  const asks = (): Promise<number> =>
    fetch(`${app.url}/api/chats`, { headers: { authorization: `Bearer ${token}` } }).then(
      ({ status }) => status,
    );
  expect(await asks()).toBe(200);
  await page.reload();
  await expect(row(settings, 'Nightly build')).toContainText('Last used just now');
  expect(await page.content()).not.toContain(token.slice(3));
  const revoke = settings.getByRole('button', { name: 'Revoke Nightly build' });
  await revoke.press('Enter');
  await expect(settings.getByRole('group', { name: /can’t be undone/ })).toBeVisible();
  await expect(settings.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(revoke).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(settings.getByRole('status').first()).toHaveText('Nightly build was revoked.');
  await expect(row(settings, 'Nightly build')).toHaveCount(0);
  await expect(settings.getByRole('heading', { name: 'API tokens' })).toBeFocused();
  expect(await asks()).toBe(401);
});

test('F95 the tokens fit a phone, have no violations in light and dark, speak German, and say when they can’t be loaded', async ({
  page,
  app,
}) => {
  const now = Date.now();
  const facts = { account: 'first', createdAt: now, scopes: ['read', 'chat', 'decide', 'admin'] } as const;
  await app.store.putApiToken({ ...facts, id: 'a', hash: 'a', name: 'Nightly build', expiresAt: null });
  await app.store.putApiToken({ ...facts, id: 'b', hash: 'b', name: 'Old script', expiresAt: now - DAY_MS });
  await app.store.touchApiToken('a', now - 2 * 60_000);
  const settings = await openSettings(page, 'API tokens');
  await expect(row(settings, 'Old script')).toContainText('Expired');
  await expect(row(settings, 'Nightly build')).toContainText('Last used 2 minutes ago · Never expires');
  await lookTwice(page, 'tokens');
  await page.setViewportSize(PHONE);
  await settings.getByRole('button', { name: 'Revoke Nightly build' }).click();
  await settings.getByRole('button', { name: 'New token' }).click();
  await lookTwice(page, 'tokens-phone');
  await fits(page);
  await settings.getByLabel('Name').fill('Bot');
  await settings.getByRole('button', { name: 'Create token' }).click();
  await expect(settings.getByLabel('Token', { exact: true })).toBeFocused();
  await lookTwice(page, 'tokens-made-phone');
  await fits(page);
  await page.setViewportSize(WIDE);
  await page.evaluate(() => localStorage.setItem('millrace.language', 'de'));
  await page.reload();
  await settings.getByRole('button', { name: 'Neues Token' }).click();
  await expect(settings.getByRole('group', { name: 'Was es darf' })).toBeVisible();
  await lookTwice(page, 'tokens-german');
  let answer = (): void => {};
  await page.route('**/api/tokens', async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    await route.abort();
  });
  await page.reload();
  await expect(settings.getByText('Wird geladen…')).toBeVisible();
  answer();
  await expect(settings.getByRole('alert')).toContainText('Die Tokens konnten nicht geladen werden.');
});
