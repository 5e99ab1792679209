import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
  // With steps between the texts, cards can be far from each other.
  await page.evaluate(() => localStorage.setItem('millrace.timeline', 'interleaved'));
  await page.reload();
  app.script = [[CALL, 'Meanwhile. '.repeat(500), OTHER]];
  await send(page, 'Post the numbers');
  // The sent message stays at the top, so the first card is in sight and the second is not.
  await expect(card(page)).toBeInViewport();
  await expect(card(page, '#sales')).not.toBeInViewport();
  const bar = page.locator('.mr-waiting-bar');
  await expect(bar).toHaveText(/2 actions are waiting for you\s*·\s*Review/);
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

test('U340 a card whose answers are below the view is out of sight, and the bar leads to them', async ({
  page,
  app,
}) => {
  writeFileSync(join(app.workspace, 'a.ts'), 'one\n');
  const content = Array.from({ length: 34 }, (_, line) => `line ${line}\n`).join('');
  await ask(page, app, { id: 'c1', name: 'write_to_file', input: { path: 'a.ts', content } });
  const asked = page.locator('[data-waiting]');
  const approve = asked.getByRole('button', { name: 'Approve' });
  const bar = page.locator('.mr-waiting-bar');
  await expect(asked).toBeInViewport();
  await expect(bar).toHaveText(/1 action is waiting for you/);
  const height = (): Promise<number> => page.locator('.mr-transcript').evaluate((view) => view.clientHeight);
  const before = await height();
  // The way to the end of the chat stands above the bar.
  const jump = await page.locator('.mr-jump').boundingBox();
  const { y: top = 0 } = (await bar.boundingBox()) ?? {};
  expect((jump?.y ?? 0) + (jump?.height ?? 0)).toBeLessThanOrEqual(top);
  await press(bar, 'Review');
  await expect(asked).toBeFocused();
  await expect(approve).toBeInViewport({ ratio: 1 });
  await expect(asked.getByText('Write a.ts')).toBeInViewport();
  await expect(bar).toHaveCount(0);
  // Nothing moves away under a hand when it goes.
  expect(await height()).toBe(before);
  // Again it leads to the beginning. Who is in the card needs no bar.
  await page.keyboard.press('Alt+a');
  await expect(asked.getByText('line 0', { exact: true })).toBeInViewport();
  await expect(approve).not.toBeInViewport();
  await expect(bar).toHaveCount(0);
  await page.locator('.mr-transcript').focus();
  await expect(bar).toHaveCount(1);
  // A form that opens is in sight with its buttons.
  await page.keyboard.press('Alt+a');
  await press(asked, 'Reject…');
  await expect(asked.getByRole('button', { name: 'Reject and send' })).toBeInViewport({ ratio: 1 });
});

test('U341 a question of a tool is found like any other', async ({ page, app }) => {
  app.script = [[{ id: 'c1', name: 'register', input: {} }]];
  await page.setViewportSize({ width: 1280, height: 400 });
  await send(page, 'Register me');
  await expect(page.locator('.mr-waiting-bar')).toHaveText(/1 action is waiting for you/);
  await page.keyboard.press('Alt+a');
  await expect(page.getByRole('group', { name: 'Asks you Who comes to dinner?' })).toBeFocused();
});

test('U345 what waits is told aloud once, and nothing is busy meanwhile', async ({ page, app }) => {
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
