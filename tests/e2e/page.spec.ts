import { test } from './agent-app.ts';
import { test as demoTest, expect, midStream, signIn } from './app.ts';
import { inputMethod } from './compose.ts';
import { openSettings } from './settings-page.ts';
import { expectWritten } from './written.ts';

test('H3 a sign-in link works once, and the page says what to do then', async ({ app, browser }) => {
  const link = await app.link();
  const first = await browser.newPage();
  await first.goto(link);
  await expect(first.getByRole('heading', { name: 'What should we work on?' })).toBeVisible();
  expect(first.url()).toBe(`${app.url}/`);
  const second = await (await browser.newContext()).newPage();
  await second.goto(link);
  await expect(second.getByRole('heading', { name: 'This link did not sign you in' })).toBeVisible();
  await expect(second.getByText('npx millrace link', { exact: true })).toBeVisible();
  await second.goto(app.url);
  await expect(second.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
  // The device that came in first stays in.
  await first.reload();
  await expect(first.getByRole('heading', { name: 'What should we work on?' })).toBeVisible();
});

test('H4 signing out closes the page, and leaves nothing of what was written', async ({ page }) => {
  await page.getByRole('textbox', { name: 'Message' }).fill('A secret thought');
  await openSettings(page, 'Account and devices');
  await page.getByRole('button', { name: 'Sign out this device' }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

test('H4 a device that could not sign out is told so', async ({ page, context }) => {
  await openSettings(page, 'Account and devices');
  await page.getByRole('button', { name: 'Sign out this device' }).click();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Signing out failed.');
});

test('W15 a part of the page whose code does not come says so, and the rest stays', async ({
  app,
  browser,
}) => {
  const page = await browser.newPage();
  await signIn(page, app);
  await page.route(/settings-page.*\.js/, (route) => route.abort());
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('This part of the page could not be shown.');
  await page.unroute(/settings-page.*\.js/);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: 'Models' })).toBeVisible();
  await page.close();
});

test('W2 light and dark follow the system, and a choice in the settings wins and stays', async ({ page }) => {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await background()).toBe('rgb(255, 255, 255)');
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await background()).toBe('rgb(20, 23, 26)');
  await openSettings(page, 'Appearance');
  await page.getByRole('radio', { name: 'Light' }).check();
  expect(await background()).toBe('rgb(255, 255, 255)');
  await page.reload();
  expect(await background()).toBe('rgb(255, 255, 255)');
});

test('U12 Enter while composing never sends; Shift+Enter breaks the line', async ({ page }) => {
  const box = page.getByRole('textbox', { name: 'Message' });
  await box.click();
  const ime = await inputMethod(page);
  await ime.show('にほん');
  await ime.press('Enter');
  await ime.show('日本');
  await ime.press('Enter');
  await ime.commit('日本');
  await box.press('Shift+Enter');
  await box.pressSequentially('x');
  await expectWritten(box, '日本\nx');
  await expect(page).toHaveURL(/\/$/);
  await box.press('Enter');
  await expect(page.locator('.mr-bubble')).toHaveText('日本\nx', { useInnerText: true });
});

demoTest.describe('while it is written slowly enough for a busy machine', () => {
  demoTest.use({ appOptions: { pace: 60, env: {} } });

  demoTest('W3 the whole way works with the keyboard alone', async ({ page }) => {
    const box = page.getByRole('textbox', { name: 'Message' });
    await expect(box).toBeFocused();
    // The modes come a moment after the box.
    await expect(page.getByRole('combobox', { name: 'Mode' })).toBeVisible();
    // The button for files, the mode, the settings, the send button and two other prompts lie between.
    for (let i = 0; i < 7; i++) await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Review a pull request' })).toBeFocused();
    await page.keyboard.press('Enter');
    await midStream(page, 20);
    await expect(box).toBeFocused();
    await page.keyboard.press('F6');
    await expect(page.getByRole('navigation', { name: 'Chats' })).toBeFocused();
    await page.keyboard.press('F6');
    await expect(page.locator('.mr-transcript')).toBeFocused();
    await page.keyboard.press('F6');
    await expect(box).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByText(/^You stopped this/)).toBeVisible();
    await page.keyboard.press('Control+Shift+O');
    await expect(page).toHaveURL(/\/$/);
    await expect(box).toBeFocused();
    await page.goBack();
    await expect(page.getByText(/^You stopped this/)).toBeVisible();
  });
});
