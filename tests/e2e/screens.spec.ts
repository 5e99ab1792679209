import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { expect, midStream, test, writing } from './app.ts';

// Takes a picture of each screen, for `npm run images` and for the eye, and looks for violations of accessibility there.
const pictures = 'test-results/screens';
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

async function violations(page: Page): Promise<string[]> {
  // The page's own policy forbids scripts from strings, so axe comes in by the debugger.
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: axe });
  const { result } = await session.send('Runtime.evaluate', {
    expression: `axe.run().then((found) => found.violations.map(({ id, nodes }) => id + ': ' + nodes.map((n) => n.html).join(' | ')))`,
    awaitPromise: true,
    returnByValue: true,
  });
  return result.value as string[];
}

for (const theme of ['light', 'dark'] as const) {
  for (const [device, viewport] of [
    ['wide', { width: 1360, height: 820 }],
    ['phone', { width: 390, height: 844 }],
  ] as const) {
    test(`U26 no violations on any screen, ${theme}, ${device}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await page.setViewportSize(viewport);
      async function look(name: string): Promise<void> {
        await page.evaluate(() => document.fonts.ready);
        expect(await violations(page)).toEqual([]);
        await page.screenshot({ path: `${pictures}/${name}-${device}-${theme}.png` });
      }

      await expect(page.locator('.app-prompts button')).toHaveCount(4);
      await look('empty');
      await page.getByRole('button', { name: 'Review a pull request' }).click();
      await midStream(page, 600);
      await look('streaming');
      await writing(page).click();
      await expect(page.getByText(/^You stopped this/)).toBeVisible();
      await look('stopped');
      if (device === 'phone') {
        await page.getByRole('button', { name: 'Open the menu' }).click();
        await expect(page.getByRole('button', { name: 'Close the menu' })).toBeVisible();
        await look('menu');
      }
      await page.getByRole('button', { name: 'Settings' }).click();
      await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
      await look('settings');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
    });
  }
}

test('U26 reduced motion leaves nothing that loops', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByRole('button', { name: 'Edit a file, but ask me first' }).click();
  await midStream(page, 50);
  const looping = await page.evaluate(
    () =>
      document.getAnimations().filter((animation) => animation.effect?.getTiming().iterations === Infinity)
        .length,
  );
  expect(looping).toBe(0);
});

test('U26 the page of a signed-out device has no violations', async ({ app, browser }) => {
  const page = await browser.newPage();
  await page.goto(app.url);
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
