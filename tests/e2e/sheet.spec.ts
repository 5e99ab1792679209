import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { unzip } from '../../fixtures/unzip.ts';
import { lookTwice, violations } from './look.ts';
import { type ServedPage, servePage } from './served-page.ts';

// The sheet in a page that our server serves, so that its policy holds for the formula engine too.
let served: ServedPage;
test.beforeAll(async () => {
  served = await servePage('sheet');
});
test.afterAll(() => served.close());
test.use({ permissions: ['clipboard-read', 'clipboard-write'], viewport: { width: 1312, height: 780 } });

async function open(page: Page, table = 'churn'): Promise<Locator> {
  await page.goto(`${served.url}/?table=${table}`);
  const grid = page.getByRole('grid');
  await grid.focus();
  return grid;
}
const cell = (page: Page, row: number, column: number): Locator =>
  page.locator(`.mr-sheet-cell[data-row="${row - 1}"][data-column="${column}"]`);
const bar = (page: Page): Promise<string> => page.locator('.mr-sheet-bar').innerText();
const address = (page: Page): Locator => page.locator('.mr-sheet-address');
async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}
async function goTo(page: Page, down: number, across: number): Promise<void> {
  await press(page, 'Control+Home', ...Array(down).fill('ArrowDown'), ...Array(across).fill('ArrowRight'));
}
const clipboard = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const types = item?.types ?? [];
    const texts = types.map(async (type) => [type, await (await item?.getType(type))?.text()] as const);
    return Object.fromEntries(await Promise.all(texts)) as Record<string, string>;
  });
async function download(page: Page, kind: string): Promise<{ name: string; bytes: Buffer }> {
  await page.getByRole('button', { name: 'Download' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: kind }).click(),
  ]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test('U18 the sheet is one stop for Tab, and keys move through its cells', async ({ page }) => {
  const grid = await open(page);
  await expect(grid).toHaveAttribute('aria-colcount', '9');
  expect(Number(await grid.getAttribute('aria-rowcount'))).toBeGreaterThan(17);
  for (const [key, there] of [
    ['ArrowDown', 'A2'],
    ['ArrowRight', 'B2'],
    ['End', 'H2'],
    ['Home', 'A2'],
    ['Control+ArrowDown', 'A10'],
    ['Control+ArrowRight', 'G10'],
    ['Control+ArrowUp', 'G1'],
    ['Control+End', 'H10'],
    ['Control+Home', 'A1'],
    ['ArrowUp', 'A1'],
    ['ArrowLeft', 'A1'],
  ] as const) {
    await press(page, key);
    await expect(address(page)).toHaveText(there);
  }
  await press(page, 'PageDown');
  await expect(address(page)).not.toHaveText('A1');
  await press(page, 'PageUp');
  await expect(address(page)).toHaveText('A1');
  const active = await grid.getAttribute('aria-activedescendant');
  await expect(page.locator(`[id="${active}"]`)).toHaveText('Plan');
  await press(page, 'Shift+Tab');
  await expect(page.getByRole('button', { name: 'Download' })).toBeFocused();
  await press(page, 'Tab');
  await expect(grid).toBeFocused();
  await press(page, 'Tab');
  await expect(grid).not.toBeFocused();
  await expect(grid.locator(':focus')).toHaveCount(0);
});

test('U346 Shift, the mouse and Ctrl+A select, and the bar tells sum and average', async ({ page }) => {
  await open(page);
  await expect(cell(page, 4, 5)).toHaveText('3.8%');
  await goTo(page, 1, 5);
  await press(page, 'Shift+ArrowDown', 'Shift+ArrowDown');
  expect(await bar(page)).toMatch(/^F4\s+=E4\/C4\s+Selected 3 · sum 12\.9% · average 4\.3%$/);
  await expect(page.locator('[aria-selected="true"]')).toHaveText(['4.5%', '4.6%', '3.8%']);

  await cell(page, 2, 2).hover();
  await page.mouse.down();
  await cell(page, 3, 3).hover();
  await page.mouse.up();
  await cell(page, 5, 4).hover();
  await expect(page.locator('.mr-sheet-sums')).toHaveText('Selected 4 · sum 39,100 · average 9,775');
  await cell(page, 4, 3).click({ modifiers: ['Shift'] });
  await expect(page.locator('.mr-sheet-sums')).toHaveText(/^Selected 6 · /);
  await press(page, 'Control+a');
  await expect(page.locator('.mr-sheet-sums')).toHaveText(/^Selected 80 · /);
  await page.getByRole('columnheader', { name: 'C', exact: true }).click();
  await expect(page.locator('.mr-sheet-sums')).toHaveText(/^Selected 10 · sum 80,434 · /);
});

test('D82 formulas are calculated, errors are words, and what has no bound is left as written', async ({
  page,
}) => {
  await open(page, 'formulas');
  await expect(cell(page, 4, 1)).toHaveText('6');
  await expect(cell(page, 3, 1)).toHaveText('3');
  await expect(cell(page, 2, 1)).toHaveText('#DIV/0!');
  await expect(cell(page, 2, 2)).toHaveText('#CIRC!');
  await expect(cell(page, 3, 2)).toHaveText('=SEQUENCE(1048576,16384)');
  await expect(cell(page, 4, 2)).toHaveText('#NAME?');
});

test('D364 the engine comes only when it is needed, and without it formulas are shown', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await open(page, 'plain');
  await expect(cell(page, 2, 2)).toHaveText('1');
  expect(asked.filter((url) => url.includes('wasm'))).toEqual([]);
  await page.route('**/*.wasm', (route) => route.abort());
  await open(page);
  await expect(page.locator('.mr-sheet-problem')).toHaveText(/^Formulas could not be calculated/);
  await expect(cell(page, 4, 5)).toHaveText('=E4/C4');
});

test('D84 a cell is changed in place, calculated again and put back; the table stays as it was', async ({
  page,
}) => {
  const grid = await open(page);
  const before = await page.evaluate(() => JSON.stringify(globalThis.table));
  await expect(cell(page, 4, 5)).toHaveText('3.8%');
  await goTo(page, 3, 4);
  await page.keyboard.type('1894');
  await press(page, 'Enter');
  await expect(cell(page, 4, 5)).toHaveText('10.0%');
  await expect(address(page)).toHaveText('E5');
  await expect(grid).toBeFocused();

  await press(page, 'F2', 'End');
  await page.keyboard.type('7');
  await press(page, 'Escape');
  await expect(cell(page, 5, 4)).toHaveText('96');
  await expect(grid).toBeFocused();
  await press(page, 'Enter');
  await page.keyboard.type('0');
  await press(page, 'Tab');
  await expect(cell(page, 5, 4)).toHaveText('960');
  await expect(address(page)).toHaveText('F5');
  await page.keyboard.type('=E5/C5');
  await press(page, 'Enter');
  await expect(cell(page, 5, 5)).toHaveText('15.0%');

  await press(page, 'Control+z', 'Control+z', 'Control+z');
  await expect(cell(page, 4, 5)).toHaveText('3.8%');
  await expect(cell(page, 5, 4)).toHaveText('96');
  await expect(address(page)).toHaveText('E4');
  await press(page, 'Control+Shift+z');
  await expect(cell(page, 4, 5)).toHaveText('10.0%');
  expect(await page.evaluate(() => JSON.stringify(globalThis.table))).toBe(before);
});

test('D84 all that is selected is emptied, and one step back fills it again', async ({ page }) => {
  await open(page);
  await goTo(page, 1, 2);
  await press(page, 'Shift+ArrowDown', 'Shift+ArrowRight', 'Delete');
  for (const [row, column] of [
    [2, 2],
    [2, 3],
    [3, 2],
    [3, 3],
  ] as const)
    await expect(cell(page, row, column)).toHaveText('');
  await press(page, 'Control+z');
  await expect(cell(page, 2, 2)).toHaveText('17,902');
  await expect(cell(page, 3, 3)).toHaveText('1,288');
  await press(page, 'Control+y');
  await expect(cell(page, 3, 3)).toHaveText('');
});

test('D83 copying gives tabs and a table, of the selection or of everything', async ({ page }) => {
  await open(page, 'plain');
  await goTo(page, 1, 0);
  await press(page, 'Shift+ArrowDown', 'Shift+ArrowRight', 'Control+c');
  expect(await clipboard(page)).toMatchObject({
    'text/plain': '"tab\there"\t"two\nlines"\n"""quoted"""\t<b>&',
    'text/html': expect.stringContaining('<td>&lt;b&gt;&amp;</td>'),
  });
  await press(page, 'ArrowUp');
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  const { 'text/plain': all = '' } = await clipboard(page);
  expect(all.split('\n')[0]).toBe('Name\tText\tn');
  expect(all.endsWith('@user\t- dash\t3')).toBe(true);
  await expect(page.getByRole('status')).toHaveText('Copied.');
});

test('D83 a sheet is saved as CSV and as a workbook', async ({ page }) => {
  await open(page, 'plain');
  const csv = await download(page, 'CSV');
  expect(csv.name).toBe('Churn by plan, Q3.csv');
  expect(csv.bytes.toString()).toBe(
    '\ufeffName,Text,n\r\n"tab\there","two\nlines",1\r\n"""quoted""",<b>&,-2\r\n\'@user,\'- dash,3\r\n',
  );
  await open(page);
  await expect(cell(page, 4, 5)).toHaveText('3.8%');
  const { name, bytes } = await download(page, 'Excel');
  expect(name).toBe('Churn by plan, Q3.xlsx');
  const files = unzip(bytes);
  const sheet = files['xl/worksheets/sheet1.xml'] ?? '';
  expect(sheet).toMatch(/<c r="C2"[^>]*><v>17902<\/v>/);
  expect(sheet).toMatch(/<c r="F2"[^>]*><v>0\.045<\/v>/);
  expect(sheet).toMatch(/<c r="G7"[^>]*><v>-0\.1<\/v>/);
  expect(sheet).toMatch(/<c r="F4"[^>]*><f>E4\/C4<\/f>/);
  expect(files['xl/styles.xml']).toContain('formatCode="0.0%"');
  expect(files['xl/sharedStrings.xml'] ?? sheet).toContain('Trial cut to 7 days');
});

test('U347 the selection is asked about with the names of its columns', async ({ page }) => {
  await open(page);
  await goTo(page, 2, 4);
  await press(page, 'Shift+ArrowDown', 'Shift+ArrowRight');
  await expect(cell(page, 4, 5)).toHaveText('3.8%');
  await page.getByRole('button', { name: 'Ask about selection' }).click();
  expect(await page.evaluate(() => globalThis.asked)).toEqual({
    title: 'Churn by plan, Q3',
    grid: [
      ['Lost', 'Churn'],
      ['848', '4.6%'],
      ['711', '3.8%'],
    ],
  });
});

test('D85 of 10,000 rows and 50 columns only what is in sight is in the page', async ({ page }) => {
  const grid = await open(page, 'huge');
  await expect(grid).toHaveAttribute('aria-rowcount', '10001');
  await expect(grid).toHaveAttribute('aria-colcount', '51');
  const nodes = (): Promise<number> => grid.evaluate((element) => element.querySelectorAll('*').length);
  expect(await nodes()).toBeLessThan(2000);
  await press(page, 'Control+End');
  await expect(cell(page, 10_000, 49)).toBeInViewport();
  await expect(cell(page, 10_000, 49)).toHaveText('499999');
  await expect(cell(page, 10_000, 49)).toHaveAttribute('aria-colindex', '51');
  await expect(page.getByRole('row').filter({ has: cell(page, 10_000, 49) })).toHaveAttribute(
    'aria-rowindex',
    '10001',
  );
  expect(await nodes()).toBeLessThan(2000);
  await grid.evaluate((element) => element.scrollTo({ top: 5000 * 33 }));
  await expect(cell(page, 5003, 49)).toBeVisible();
  // The active cell stays, for those who hear it; the first row stands on top.
  await expect(cell(page, 10_000, 49)).toBeAttached();
  await expect(cell(page, 1, 49)).toBeInViewport();
  expect(await nodes()).toBeLessThan(2000);
});

test('U18 the sheet can be read by everyone', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page);
  await expect(cell(page, 4, 5)).toHaveText('3.8%');
  await goTo(page, 1, 5);
  await press(page, 'Shift+ArrowDown', 'Shift+ArrowDown');
  await lookTwice(page, 'sheet-selected');
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  await page.getByRole('button', { name: 'Download' }).click();
  await lookTwice(page, 'sheet-download');
});

test('U348 a narrow screen scrolls the sheet and not the page, and fingers find the cells', async ({
  browser,
}) => {
  const page = await browser.newPage({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await open(page);
  await expect(cell(page, 4, 0)).toHaveText('Free');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await cell(page, 3, 1).tap();
  await expect(address(page)).toHaveText('B3');
  expect((await cell(page, 3, 1).boundingBox())?.height).toBe(44);
  expect(
    (await page.getByRole('button', { name: 'Copy', exact: true }).boundingBox())?.height,
  ).toBeGreaterThanOrEqual(44);
  expect(await violations(page)).toEqual([]);
  await page.close();
});
