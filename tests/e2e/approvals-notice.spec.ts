import type { Locator, Page } from '@playwright/test';
import { test } from './agent-app.ts';
import { expect, send } from './app.ts';
import { ask, POST as CALL, type Call, calls, card as cardOf, press } from './cards.ts';

const OTHER: Call = {
  ...CALL,
  id: 'c2',
  input: { channel: '#sales', text: 'Free drove nearly all of it.' },
};

const card = (page: Page, to = '#growth'): Locator => cardOf(page, `Post to ${to}`);

test('U20 a bar tells of cards out of sight, and leads to them', async ({ page, app }) => {
  // Where steps stand between what is said, cards can be far from each other.
  await page.evaluate(() => localStorage.setItem('millrace.timeline', 'interleaved'));
  await page.reload();
  app.script = [[CALL, 'Meanwhile. '.repeat(500), OTHER]];
  await send(page, 'Post the numbers');
  // What was sent stays at the top, so the first card is in sight and the second is not.
  await expect(card(page)).toBeInViewport();
  await expect(card(page, '#sales')).not.toBeInViewport();
  const bar = page.locator('.mr-waiting-bar');
  await expect(bar).toHaveText(/2 actions wait for you\s*·\s*Review/);
  await bar.getByRole('button', { name: 'Review' }).click();
  await expect(card(page, '#sales')).toBeFocused();
  await expect(card(page, '#sales')).toBeInViewport();
  // Now the other one is away.
  await bar.getByRole('button', { name: 'Review' }).click();
  await expect(card(page)).toBeFocused();
  await page.keyboard.press('Alt+a');
  await expect(card(page)).toBeFocused();
  await page.setViewportSize({ width: 1280, height: 2800 });
  await expect(bar).toHaveCount(0);
});

test('U13 what waits is told aloud once, and nothing is busy meanwhile', async ({ page, app }) => {
  await ask(page, app, CALL, OTHER);
  await expect(page.locator('[aria-live="assertive"]')).toHaveText(
    'Waiting for you: Post to #growth; Post to #sales',
  );
  await expect(page.getByRole('log')).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByRole('button', { name: /^Paused at step 1/ })).toBeVisible();
  await press(card(page), 'Approve');
  await expect(calls(page).nth(0)).toContainText('done');
  await expect(page.locator('[aria-live="assertive"]')).toHaveText(/Post to #growth; Post to #sales$/);
});
