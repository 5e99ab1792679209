import { test } from './agent-app.ts';
import { expect, send } from './app.ts';
import { calls, openCall, theEnd } from './cards.ts';
import { screen } from './embeds-app.ts';
import { look } from './look.ts';
import { still } from './still.ts';

test('U104 all of a long output opens in full screen, and the focus comes back', async ({ page, app }) => {
  const query = Array.from({ length: 300 }, (_, i) => `line ${i}\u202e`).join('\n');
  app.script = [[{ id: 'l1', name: 'look_up', input: { query } }]];
  await send(page, 'Look');
  await theEnd(page);
  const panel = await openCall(calls(page).first());
  const all = panel.getByRole('button', { name: 'Show all 300 lines' });
  await all.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Output of look_up' })).toBeVisible();
  await expect(screen(page)).toContainText('Text · 300 lines');
  await expect(screen(page).locator('.cm-line').first()).toContainText('Found line 0');
  // Invisible characters are shown.
  await expect(screen(page).locator('.cm-specialChar').first()).toBeVisible();
  // It is no preview of the chat: there is none before or after it.
  await page.keyboard.press('ControlOrMeta+ArrowDown');
  await expect(page.getByRole('dialog', { name: 'Output of look_up' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+f');
  await page.keyboard.type('line 299');
  await page.keyboard.press('Enter');
  await expect(screen(page).locator('.cm-searchMatch')).toHaveCount(1);
  await still(page);
  await look(page, 'full-output');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(screen(page)).toHaveCount(0);
  await expect(all).toBeFocused();
});
