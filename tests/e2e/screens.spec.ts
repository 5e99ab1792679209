import { expect, midStream, send, test, writing } from './app.ts';
import { lookTwice, violations } from './look.ts';
import { openSettings } from './settings-page.ts';

// Slow enough to be still at work when it has been looked at twice.
test.use({ appOptions: { pace: 25, env: {} } });

for (const [device, viewport] of [
  ['wide', { width: 1360, height: 820 }],
  ['phone', { width: 390, height: 844 }],
] as const) {
  test(`U26 no violations on any screen, light and dark, ${device}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize(viewport);
    const see = (name: string): Promise<void> => lookTwice(page, `${name}-${device}`);

    await expect(page.locator('.app-prompts button')).toHaveCount(4);
    await see('empty');
    await send(page, 'Write a long answer.');
    await midStream(page, 300);
    await see('answering');
    await writing(page).click();
    await expect(page.getByText(/^You stopped this/)).toBeVisible();
    await see('stopped-early');
    if (device === 'phone') {
      await page.getByRole('button', { name: 'Open the menu' }).click();
      await expect(page.getByRole('button', { name: 'Close the menu' })).toBeVisible();
      await see('menu');
    }
    await page.keyboard.press('Escape');
    await openSettings(page, 'Models');
    await expect(page.getByText('OpenRouter', { exact: true })).toBeVisible();
    await see('settings');
    await page.keyboard.press('Escape');
    await expect(page.getByText(/^You stopped this/)).toBeVisible();
  });
}

test('U26 reduced motion leaves nothing that loops', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await send(page, 'Write a long answer.');
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
