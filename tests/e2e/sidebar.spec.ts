import { test } from './agent-app.ts';
import { expect, send, watchProblems, writing } from './app.ts';
import { smallTargets } from './look.ts';
import { openSettings } from './settings-page.ts';

test('W1 the sidebar finds chats by title and marks the one that works', async ({ page, app }) => {
  app.script = [['First.', { id: 's', name: 'slow', input: {} }], ['Second.'], ['Third.']];
  const mark = page.getByRole('img', { name: 'Writing an answer' });
  const chats = page.locator('.app-chats').getByRole('link');
  await send(page, 'Alpha question');
  await expect(mark).toBeVisible();
  await expect(page.getByText('Half of it is done')).toBeVisible();
  app.release();
  await expect(page.getByText('Second.')).toBeVisible();
  await expect(mark).toBeHidden();
  await page.getByRole('button', { name: 'New chat' }).click();
  await send(page, 'Beta question');
  await expect(page.getByText('Third.')).toBeVisible();
  await expect(chats).toHaveText(['Beta question', 'Alpha question']);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('combobox', { name: /^Search/ }).fill('ALPHA');
  await page.getByRole('group', { name: 'Chats' }).getByRole('option', { name: 'Alpha question' }).click();
  await expect(page.getByText('Second.')).toBeVisible();
  await page.goto(page.url().replace(/[\w-]+$/, 'no-such-chat'));
  await expect(page.getByText('This chat is not on this server.')).toBeVisible();
  await expect(writing(page)).toBeHidden();
});

test('W14 arrows go through the chats, and F6 finds the settings', async ({ page }) => {
  for (const name of ['Alpha', 'Beta', 'Gamma']) {
    await page.getByRole('button', { name: 'New chat' }).click();
    await send(page, `${name} question`);
    await expect(page.getByText('The end.')).toBeVisible();
  }
  const chat = (name: string) => page.getByRole('link', { name: `${name} question` });
  await chat('Gamma').focus();
  await page.keyboard.press('ArrowDown');
  await expect(chat('Beta')).toBeFocused();
  await page.keyboard.press('End');
  await expect(chat('Alpha')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(chat('Alpha')).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowUp');
  await expect(chat('Gamma')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Beta question' })).toBeVisible();
  await openSettings(page, 'Models');
  await page.keyboard.press('F6');
  const regions = [page.getByRole('navigation', { name: 'Chats' }), page.locator('#settings')];
  for (const region of [...regions, ...regions]) {
    await expect(region).toBeFocused();
    await page.keyboard.press('F6');
  }
});

test('U24 nothing scrolls sideways from 320 px on, and targets are large enough to touch', async ({
  app,
  browser,
}) => {
  for (const width of [320, 390, 768, 1920]) {
    const phone = width < 768;
    const context = await browser.newContext({
      viewport: { width, height: 844 },
      hasTouch: phone,
      isMobile: phone,
    });
    const page = await context.newPage();
    const problems = watchProblems(page);
    await page.goto(await app.link());

    async function fits(): Promise<void> {
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      if (phone) expect(await smallTargets(page)).toEqual([]);
    }
    await expect(page.getByRole('heading', { name: 'What should we work on?' })).toBeVisible();
    await fits();
    await page
      .getByRole('textbox', { name: 'Message' })
      .fill(`${'long'.repeat(200)}\nhttps://example.com/${'a'.repeat(300)}`);
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('The end.')).toBeVisible();
    await fits();
    if (phone) {
      await page.getByRole('button', { name: 'Open the menu' }).click();
      await expect(page.getByRole('button', { name: 'Close the menu' })).toBeVisible();
      await fits();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name: 'Open the menu' })).toBeFocused();
    }
    expect(problems).toEqual([]);
    await context.close();
  }
});
