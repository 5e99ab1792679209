import type { Page } from '@playwright/test';
import { test } from './agent-app.ts';
import { expect, send } from './app.ts';
import { ask, calls, card, POST, press, settled, theEnd, unfold } from './cards.ts';
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
}
