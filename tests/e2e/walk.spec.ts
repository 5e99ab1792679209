import type { Page } from '@playwright/test';
import { test } from './agent-app.ts';
import { expect, send } from './app.ts';

/** Goes on with Tab until something of that name has the focus. */
async function tabTo(page: Page, name: string | RegExp, key = 'Tab'): Promise<void> {
  const wanted = new RegExp(typeof name === 'string' ? `^${name}` : name);
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press(key);
    const focused = await page.evaluate(() => {
      const { activeElement: at } = document;
      return at?.getAttribute('aria-label') ?? at?.textContent ?? '';
    });
    if (wanted.test(focused.trim())) return;
  }
  throw new Error(`Tab never came to ${name}.`);
}

test('W3 an answer is opened, looked into, copied, asked for again and edited with the keyboard alone', async ({
  page,
  app,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const code = '```ts:src/mill.ts\nexport const stones = 2;\n```';
  const look = { id: 'l1', name: 'look_up', input: { query: 'stones' } };
  app.script = [['I look.', look], [`Here it is:\n\n${code}`]];
  await send(page, 'How many stones?');
  await expect(page.getByRole('button', { name: /^Worked for/ })).toHaveAttribute('aria-expanded', 'false');
  // From the box to the transcript, and to the steps.
  await page.keyboard.press('Shift+F6');
  await expect(page.locator('.mr-transcript')).toBeFocused();
  await tabTo(page, 'Worked for');
  await page.keyboard.press('Enter');
  await tabTo(page, /look_up|Look/i);
  await page.keyboard.press('Enter');
  await tabTo(page, 'Output');
  await expect(page.getByRole('tabpanel')).toHaveText('Found stones.');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tab', { name: 'Input' })).toBeFocused();
  await expect(page.getByRole('tabpanel')).toContainText('stones');
  // The code in full screen, and back to where it was opened.
  await tabTo(page, /Full screen/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'src/mill.ts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /Full screen/ })).toBeFocused();
  // Copied, and asked for again.
  await tabTo(page, 'Copy');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain('export const stones = 2;');
  await tabTo(page, 'Retry');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The end.')).toBeVisible();
  await expect(page.getByText('2 of 2')).toBeVisible();
  // The message in its place.
  await page.getByRole('textbox', { name: 'Message', exact: true }).focus();
  await tabTo(page, 'Edit', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.type(' And wheels?');
  await page.keyboard.press('Enter');
  await expect(page.getByText('3 of 3')).toBeVisible();
  await expect(page.getByRole('log')).toContainText('How many stones? And wheels?');
});
