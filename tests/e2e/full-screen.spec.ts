import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { answer, expect, finished, send } from './app.ts';
import { CODE, opens, screen, show, test } from './embeds-app.ts';
import { look, lookTwice, violations } from './look.ts';

/** It comes with a short animation. */
const shown = (page: Page): Promise<void> =>
  screen(page).evaluate(async (element) => {
    await Promise.all(element.getAnimations({ subtree: true }).map(({ finished }) => finished));
  });

test('U17 full screen takes the focus and gives it back to its opener', async ({ page }) => {
  await show(page, 'all');
  const opener = opens(page, /app\.ts/);
  await page
    .locator('.mr-embed pre')
    .first()
    .evaluate((element) => Object.assign(window, { kept: element }));
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(screen(page)).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'src/app.ts' })).toHaveAttribute('aria-modal', 'true');
  await expect(screen(page).locator('.cm-content')).toBeFocused();
  await expect(page).toHaveURL(/\/chat\/[^#]+#embed=.+/);
  await shown(page);
  await lookTwice(page, 'full-file');
  await page.keyboard.press('Escape');
  await expect(screen(page)).toHaveCount(0);
  await expect(opener).toBeFocused();
  await expect(page).not.toHaveURL(/#/);
  const isKept = () =>
    document.querySelector('.mr-embed pre') === (window as unknown as { kept: Element }).kept;
  expect(await page.evaluate(isKept)).toBe(true);

  await opens(page, /^Why plans churn/).click();
  await expect(screen(page).getByRole('article')).toContainText('The trial is short.');
  await expect(screen(page).getByRole('article')).not.toContainText('alert');
  await expect(screen(page).getByRole('article')).toBeFocused();
  await shown(page);
  await lookTwice(page, 'full-doc');
  await screen(page).getByRole('button', { name: 'Close' }).click();
  await expect(opens(page, /^Why plans churn/)).toBeFocused();
  await page.setViewportSize({ width: 390, height: 844 });
  await opener.click();
  await shown(page);
  await lookTwice(page, 'full-file-phone');
  expect(await screen(page).boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
});

test('U335 Back closes it, Forward opens it, a second Escape does no harm, and its address opens it', async ({
  page,
}) => {
  await show(page, 'all');
  const chat = page.url();
  await opens(page, /^Churn/).click();
  await expect(screen(page)).toBeVisible();
  const address = page.url();
  await page.goBack();
  await expect(screen(page)).toHaveCount(0);
  await expect(opens(page, /^Churn/)).toBeFocused();
  expect(page.url()).toBe(chat);
  await page.goForward();
  await expect(screen(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(screen(page)).toHaveCount(0);
  await expect(page).toHaveURL(chat);

  await page.goto('about:blank');
  await page.goto(address);
  await expect(page.getByRole('dialog', { name: 'Churn by plan, Q3' })).toBeVisible();
  await screen(page).getByRole('button', { name: 'Close' }).click();
  await expect(screen(page)).toHaveCount(0);
  expect(page.url()).toBe(chat);
  await expect(opens(page, /^Churn/)).toBeFocused();
});

test('U336 it grows with the answer, and keys go to the preview before and after', async ({ page }) => {
  await show(page, 'all');
  await send(page, 'show long');
  await expect(opens(page, /long\.ts/)).toBeVisible({ timeout: 20_000 });
  await opens(page, /long\.ts/).click();
  await expect(screen(page)).toContainText(/writing, line \d/);
  const editor = screen(page).locator('.cm-editor');
  await editor.evaluate((element) => Object.assign(window, { kept: element }));
  await expect(screen(page).locator('.cm-line', { hasText: 'line60 ' })).toBeVisible({ timeout: 20_000 });
  await expect(screen(page)).toContainText('80 lines', { timeout: 20_000 });
  await expect(screen(page).locator('.cm-line', { hasText: 'line80 ' })).toBeVisible();
  const isKept = (element: Element) => element === (window as unknown as { kept: Element }).kept;
  expect(await editor.evaluate(isKept)).toBe(true);

  await page.keyboard.press('ControlOrMeta+ArrowUp');
  await expect(page.getByRole('dialog', { name: 'Why plans churn' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+ArrowUp');
  await expect(screen(page).getByRole('grid')).toBeFocused();
  // In a sheet these keys go to its edges, and on from there.
  await expect(screen(page).getByRole('list', { name: 'Keys' })).not.toContainText('preview');
  await page.keyboard.press('ControlOrMeta+ArrowDown');
  await expect(screen(page).locator('.mr-sheet-address')).toHaveText('A5');
  await page.keyboard.press('ControlOrMeta+ArrowUp');
  await expect(screen(page).locator('.mr-sheet-address')).toHaveText('A1');
  await page.keyboard.press('ControlOrMeta+ArrowUp');
  await expect(page.getByRole('dialog', { name: 'src/app.ts' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+ArrowUp');
  await page.keyboard.press('ControlOrMeta+ArrowDown');
  await expect(page.getByRole('dialog', { name: 'Churn by plan, Q3' })).toBeVisible();
  await page.goBack();
  await expect(screen(page)).toHaveCount(0);
  await expect(opens(page, /^Churn/)).toBeFocused();
  await finished(page);
});

test('U337 when the preview is gone the focus goes to the messages', async ({ page, context }) => {
  await show(page, 'all');
  await opens(page, /app\.ts/).click();
  await expect(screen(page).locator('.cm-content')).toBeFocused();
  const other = await context.newPage();
  await other.goto(page.url().replace(/#.*/, ''));
  await other.getByRole('button', { name: 'Retry' }).click();
  await expect(screen(page)).toHaveCount(0, { timeout: 20_000 });
  await expect(page.locator('.mr-transcript')).toBeFocused();
});

test('U19 what changed since the last version of the file is shown, or the file', async ({ page }) => {
  await show(page, 'all');
  await show(page, 'again');
  await opens(page, /app\.ts/)
    .last()
    .click();
  await expect(screen(page)).toContainText('version 2 of 2');
  await expect(screen(page).locator('.cm-changedLine')).toHaveText(['  limit: 90,']);
  await expect(screen(page).locator('.cm-deletedChunk')).toHaveText('  limit: 60,');
  // The tint goes on behind the numbers.
  await expect(screen(page).locator('.mr-added-number')).toHaveText(['8']);
  await expect(screen(page).locator('.mr-removed-number')).toHaveCount(1);
  const tint = (of: string): Promise<string> =>
    screen(page)
      .locator(of)
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  const tints = await Promise.all(['.mr-added-number', '.mr-removed-number', '.cm-editor'].map(tint));
  expect(new Set(tints).size).toBe(3);
  expect(tints).not.toContain('rgba(0, 0, 0, 0)');
  expect(await tint('.cm-changedLine')).toBe(tints[0]);
  expect(await tint('.cm-deletedChunk')).toBe(tints[1]);
  await expect(screen(page)).toContainText('Changes since version 1');
  await shown(page);
  await look(page, 'full-changes');
  await screen(page).getByRole('button', { name: 'File' }).click();
  await expect(screen(page).locator('.cm-deletedChunk')).toHaveCount(0);
  await expect(screen(page).locator('.cm-line', { hasText: 'limit: 90' })).toBeVisible();
});

test('U19 100,000 lines are no trouble', async ({ page }) => {
  await show(page, 'huge');
  await expect(answer(page).locator('.mr-embed')).toContainText('100,000 lines');
  await opens(page, /huge\.ts/).click();
  await expect(screen(page).locator('.cm-line').first()).toHaveText('let a0 = 0;');
  expect(await screen(page).locator('.cm-line').count()).toBeLessThan(500);
  await screen(page)
    .locator('.cm-scroller')
    .evaluate((element) => element.scrollTo({ top: 1e9 }));
  await expect(screen(page).locator('.cm-line').last()).toHaveText('let a99999 = 99999;');
});

test('U17 code has the focus each time it is opened, and is searched from anywhere in the dialog', async ({
  page,
}) => {
  await show(page, 'all');
  const content = screen(page).locator('.cm-content');
  const ring = () =>
    screen(page)
      .locator('.cm-editor')
      .evaluate((element) => getComputedStyle(element, '::after').borderTopWidth);
  await opens(page, /app\.ts/).click();
  await expect(content).toBeFocused();
  expect(await ring()).toBe('0px');
  await page.keyboard.press('Escape');
  await expect(screen(page)).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(content).toBeFocused();
  // A person who came by keyboard sees the focus, all around.
  expect(await ring()).toBe('2px');
  await screen(page).getByRole('heading', { name: 'src/app.ts' }).click();
  await expect(content).not.toBeFocused();
  await page.keyboard.press('ControlOrMeta+f');
  await expect(screen(page).getByRole('textbox', { name: 'Find' })).toBeFocused();
});

// One answer for all of them: each opens the screen and leaves it closed.
test('U17 U19 U337 code in full screen', async ({ page }) => {
  await show(page, 'all');
  await test.step('U337 a full screen whose code does not come says so, and is tried again', async () => {
    await page.route('**/code-screen-*.js', (route) => route.abort());
    await opens(page, /app\.ts/).click();
    await expect(screen(page).getByRole('alert')).toContainText('This could not be loaded.');
    expect(await violations(page)).toEqual([]);
    await page.unroute('**/code-screen-*.js');
    await screen(page).getByRole('button', { name: 'Try again' }).click();
    await expect(screen(page).locator('.cm-content')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(opens(page, /app\.ts/)).toBeFocused();
  });
  await test.step('U19 code has numbers, a search, wrapping, and never catches Tab', async () => {
    await opens(page, /app\.ts/).click();
    const content = screen(page).locator('.cm-content');
    await expect(content).toBeFocused();
    await expect(content.locator('.mr-code-keyword').first()).toHaveText('import');
    await expect(content.locator('.mr-code-comment')).toHaveCSS('font-style', 'italic');
    await expect(screen(page).locator('.cm-gutterElement').last()).toHaveText('15');
    await page.keyboard.press('ControlOrMeta+f');
    await page.keyboard.type('ratelimit');
    await expect(screen(page).locator('.cm-searchMatch')).toHaveCount(2);
    await expect(screen(page).getByRole('button', { name: 'Select all' })).toHaveCount(0);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(screen(page).locator('.cm-search')).toHaveCount(0);
    await expect(screen(page)).toBeVisible();
    await content.focus();
    await page.keyboard.press('x');
    await page.keyboard.press('Tab');
    await expect(content).not.toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(content).toBeFocused();
    await expect(content).toContainText('export default app');
    const wrap = screen(page).getByRole('button', { name: 'Wrap lines' });
    await wrap.click();
    await expect(wrap).toHaveAttribute('aria-pressed', 'true');
    await expect(screen(page).locator('.cm-lineWrapping')).toHaveCount(1);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      screen(page).getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('app.ts');
    expect(readFileSync(await file.path(), 'utf8')).toBe(CODE);
    await page.keyboard.press('Escape');
    await expect(screen(page)).toHaveCount(0);
  });
  await test.step('U17 what comes takes the focus where what went has left none', async () => {
    await opens(page, /^Churn/).click();
    const grid = screen(page).getByRole('grid');
    await expect(grid).toBeFocused();
    const { hash: sheet } = new URL(page.url());
    const code = await opens(page, /app\.ts/).getAttribute('data-opens');
    const goTo = (hash: string): Promise<void> =>
      page.evaluate((to) => {
        (document.activeElement as HTMLElement).blur();
        location.hash = to;
      }, hash);
    await goTo(`#embed=${code}`);
    await expect(screen(page).locator('.cm-content')).toBeFocused();
    await goTo(sheet);
    await expect(grid).toBeFocused();
  });
});
