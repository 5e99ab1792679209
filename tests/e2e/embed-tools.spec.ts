import type { Page } from '@playwright/test';
import { answer, expect } from './app.ts';
import { opens, screen, show, test } from './embeds-app.ts';
import { look, violations } from './look.ts';

const box = (page: Page, name: RegExp) => page.getByRole('figure', { name });
const menu = (page: Page) => page.getByRole('menu');

test('U410 a preview has a menu by right click, Shift+F10, the menu key and a long press', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await show(page, 'tools');
  const code = box(page, /^src\/long\.ts/);
  await code.locator('figcaption strong').click({ button: 'right' });
  await expect(menu(page)).toHaveAccessibleName('src/long.ts');
  await expect(menu(page).getByRole('menuitem')).toHaveText(['Copy', 'Open', 'Download', 'Ask about it']);
  await expect(menu(page).getByRole('menuitem', { name: 'Copy' })).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await look(page, 'embed-menu');
  await page.keyboard.press('ArrowUp');
  await expect(menu(page).getByRole('menuitem', { name: 'Ask about it' })).toBeFocused();
  await page.keyboard.press('d');
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(file.suggestedFilename()).toBe('long.ts');
  await expect(menu(page)).toHaveCount(0);
  // The focus comes back, by every way.
  const copy = code.getByRole('button', { name: 'Copy' });
  for (const key of ['Shift+F10', 'ContextMenu'])
    for (const close of ['Escape', 'Tab']) {
      await copy.focus();
      await page.keyboard.press(key);
      await expect(menu(page)).toHaveCount(1);
      await page.keyboard.press(close);
      await expect(menu(page)).toHaveCount(0);
      await expect(copy).toBeFocused();
    }
  await page.keyboard.press('Shift+F10');
  await page.keyboard.type('o');
  await page.keyboard.press('Enter');
  await expect(screen(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(copy).toBeFocused();
  // A press elsewhere closes it; links keep the browser's own menu.
  const place = box(page, /^Stephansdom, www\.openstreetmap\.org$/);
  await place.locator('figcaption').click({ button: 'right' });
  await expect(menu(page).getByRole('menuitem')).toHaveText(['Copy', 'Open', 'Ask about it']);
  await page.locator('.mr-transcript').click({ position: { x: 5, y: 5 } });
  await expect(menu(page)).toHaveCount(0);
  await place.getByRole('link').click({ button: 'right' });
  await expect(menu(page)).toHaveCount(0);
  // A finger that stays, on a phone: in sight, with targets of 44 px.
  await page.setViewportSize({ width: 390, height: 844 });
  await code.locator('figcaption strong').scrollIntoViewIfNeeded();
  const target = await code.locator('figcaption strong').boundingBox();
  const at = { clientX: (target?.x ?? 0) + 200, clientY: (target?.y ?? 0) + 5 };
  await code.dispatchEvent('pointerdown', { ...at, pointerType: 'touch', isPrimary: true, bubbles: true });
  await expect(menu(page)).toBeVisible();
  const item = await menu(page).getByRole('menuitem').first().boundingBox();
  expect(item?.height).toBeGreaterThanOrEqual(44);
  const { x = 0, width = 0 } = (await menu(page).boundingBox()) ?? {};
  expect(x).toBeGreaterThanOrEqual(8);
  expect(x + width).toBeLessThanOrEqual(382);
  await look(page, 'embed-menu-phone');
  await menu(page).getByRole('menuitem', { name: 'Ask about it' }).click();
  await expect(page.locator('.mr-draft-preview').getByText('src/long.ts')).toBeVisible();
});

test('U412 diagrams open in full screen, diffs have colours, and a search counts', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await show(page, 'tools');
  const diff = answer(page).locator('.mr-embed pre').first();
  await expect(diff.locator('.mr-code-added')).toHaveText('+limit: 90 => 1');
  await expect(diff.locator('.mr-code-removed')).toHaveText('-limit: 60');
  const tints = await diff.evaluate((pre) =>
    ['.mr-code-added', '.mr-code-removed', 'code'].map(
      (name) => getComputedStyle(pre.querySelector(name) ?? pre).backgroundColor,
    ),
  );
  expect(new Set(tints).size).toBe(3);
  expect(await diff.evaluate((pre) => pre.clientHeight)).toBe(6 * 20 + 24);
  // A diagram: copied as its code, and large.
  const diagram = page.locator('.mr-diagram > figure');
  await expect(diagram.locator('iframe')).toBeVisible({ timeout: 20_000 });
  await diagram.scrollIntoViewIfNeeded();
  await diagram.getByRole('button', { name: 'Copy' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('flowchart LR');
  const open = diagram.getByRole('button', { name: 'Full screen' });
  await open.click();
  const frame = screen(page).locator('iframe');
  await expect(frame).toHaveAttribute('sandbox', 'allow-scripts');
  await expect(frame.contentFrame().locator('svg')).toContainText('B', { timeout: 20_000 });
  await expect(screen(page)).toHaveAccessibleName('Code');
  await look(page, 'diagram-full');
  await screen(page).getByRole('button', { name: 'Show code' }).click();
  await expect(screen(page).locator('pre')).toContainText('A --> B');
  await page.keyboard.press('Escape');
  await expect(open).toBeFocused();
  // A search says how many there are.
  await opens(page, /^src\/long\.ts/).click();
  await expect(screen(page).locator('.cm-content')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+f');
  await expect(screen(page).locator('.cm-search input').first()).toBeFocused();
  await page.keyboard.type('line7');
  const count = screen(page).locator('.mr-find-count');
  await expect(count).toHaveText('11 matches');
  await page.keyboard.press('Enter');
  await expect(count).toHaveText('1 of 11');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(count).toHaveText('3 of 11');
  await look(page, 'find-count');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('nowhere');
  await expect(count).toHaveText('No matches');
  expect(await ligatures(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
});

/** The places to type, in shadow trees too, that turn `=>` into an arrow. */
function ligatures(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const roots: (Document | ShadowRoot)[] = [document];
    for (const root of roots)
      for (const element of root.querySelectorAll('*'))
        if (element.shadowRoot) roots.push(element.shadowRoot);
    const fields = roots.flatMap((root) => [
      ...root.querySelectorAll('input, textarea, select, [contenteditable], .cm-content'),
    ]);
    if (fields.length === 0) return ['There is nothing to type in.'];
    return fields
      .filter((field) => getComputedStyle(field).fontVariantLigatures !== 'none')
      .map((field) => field.outerHTML.slice(0, 120));
  });
}

test('U413 no place to type has ligatures, and the key field has the focus when Connect opens', async ({
  page,
}) => {
  await show(page, 'all');
  expect(await ligatures(page)).toEqual([]);
  await opens(page, /Churn/).click();
  await screen(page).getByRole('grid').focus();
  await page.keyboard.press('F2');
  expect(await ligatures(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Edit', exact: true }).first().press('Enter');
  expect(await ligatures(page)).toEqual([]);
  await page.goto(`${new URL(page.url()).origin}/settings/models`);
  await page.getByRole('button', { name: 'Connect OpenAI', exact: true }).click();
  await expect(page.getByLabel('API key', { exact: true })).toBeFocused();
  expect(await ligatures(page)).toEqual([]);
  await page.keyboard.type('bad-key');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible({ timeout: 20_000 });
  for (const section of ['appearance', 'rules', 'memories', 'mcp', 'storage']) {
    await page.goto(`${new URL(page.url()).origin}/settings/${section}`);
    const found = await ligatures(page);
    expect(found.filter((each) => !each.startsWith('There is nothing'))).toEqual([]);
  }
});
