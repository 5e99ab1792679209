import { devices, expect, type Page, test } from '@playwright/test';
import { settled } from './cards.ts';
import { buildLibraryPage, type LibraryPage } from './library-page.ts';
import type { PiecesPage } from './pieces/page.tsx';

declare global {
  interface Window {
    pieces: PiecesPage;
  }
}

let built: LibraryPage;
test.beforeAll(async () => {
  built = await buildLibraryPage('pieces', 'development');
});

/** Opens the page; gives what React or the browser complain about. */
async function open(page: Page): Promise<string[]> {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.route('https://pieces.test/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
  );
  await page.goto('https://pieces.test/');
  await built.open(page);
  return complaints;
}

const part = (page: Page, name: string) => page.getByRole('region', { name });
const fullScreen = (page: Page) =>
  part(page, 'Document').getByRole('button', { name: 'Full screen' }).first();

test('C29 each piece works in StrictMode, and React has nothing to say', async ({ page }) => {
  const complaints = await open(page);
  await page.evaluate(() => window.pieces.draw());
  await fullScreen(page).click();
  const dialog = page.getByRole('dialog', { name: 'src/app.ts' });
  await expect(dialog).toContainText('const a = 1;');
  expect(page.url()).toContain('#embed=m:0');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(fullScreen(page)).toBeFocused();

  await page.getByRole('button', { name: 'Open the form' }).click();
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('ann');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByLabel('To', { exact: true })).toHaveCount(0);

  await part(page, 'Call')
    .getByRole('button', { name: /^Sent? mail/ })
    .click();
  await expect(part(page, 'Call').getByRole('tabpanel')).toHaveText('Sent.');

  await settled(page);
  await part(page, 'Steps')
    .getByRole('button', { name: /^Approve/ })
    .click();
  await expect.poll(() => page.evaluate(() => window.pieces.decided)).toEqual([{ type: 'approve' }]);
  expect(complaints).toEqual([]);
});

test.describe('on a Mac', () => {
  test.use({ userAgent: devices['Desktop Safari'].userAgent });
  test('C29 what a server has drawn is taken over as it is, and then says what only the page knows', async ({
    page,
  }) => {
    const complaints = await open(page);
    expect(await page.evaluate(() => window.pieces.hydrate())).toEqual([]);
    await expect(part(page, 'Steps').getByRole('button', { name: /^Approve/ })).toContainText('⌘ ↵');
    await expect(page.getByRole('region', { name: 'Ask' })).toContainText('How can I help?');
    expect(complaints).toEqual([]);
  });
});

/** The rules of common resets, Tailwind's among them. */
const RESET = `@layer base {
  *, ::before, ::after { box-sizing: border-box; margin: 0; padding: 0; border: 0 solid; }
  ol, ul { list-style: none; }
  a { color: inherit; text-decoration: inherit; }
  svg { display: block; vertical-align: middle; }
  h1, h2, h3, h4 { font-size: inherit; font-weight: inherit; }
  [hidden] { display: none !important; }
}`;

test('C34 a page with a reset of its own leaves the pieces as they are', async ({ page }) => {
  await open(page);
  await page.addStyleTag({ content: RESET });
  await page.evaluate(() => window.pieces.draw());
  const document = part(page, 'Document');
  await expect(document.locator('li').first()).toHaveCSS('list-style-type', 'disc');
  await expect(document.locator('li li')).toHaveCSS('list-style-type', 'circle');
  await expect(document.locator('.mr-footnotes li')).toHaveCSS('list-style-type', 'decimal');
  await expect(document.getByRole('link', { name: 'link' })).toHaveCSS('text-decoration-line', 'underline');
  // A frame without a size could draw nothing.
  expect((await document.locator('.mr-diagram iframe').boundingBox())?.width).toBeGreaterThan(300);
  const row = part(page, 'Call').locator('.mr-step-head');
  const [words, mark] = [row.locator('.mr-step-title'), row.locator('.mr-step-mark')];
  const [of, at] = [await words.boundingBox(), await mark.boundingBox()];
  expect(Math.abs((at?.y ?? 99) - (of?.y ?? 0))).toBeLessThan(8);
  await fullScreen(page).click();
  const box = await page.getByRole('dialog').boundingBox();
  const width = page.viewportSize()?.width ?? 0;
  expect(Math.abs((box?.x ?? 0) - (width - (box?.x ?? 0) - (box?.width ?? 0)))).toBeLessThan(2);
});

test('C34 what a page says of a variable wins, before our style sheet too, and so does its theme', async ({
  page,
}) => {
  await open(page);
  await page.evaluate(() => {
    const own = document.createElement('style');
    own.textContent = ':root { --mr-accent: rgb(1, 2, 3); }';
    document.head.prepend(own);
    window.pieces.draw();
  });
  await page.emulateMedia({ colorScheme: 'dark' });
  const approve = part(page, 'Steps').getByRole('button', { name: /^Approve/ });
  await expect(approve).toHaveCSS('background-color', 'rgb(1, 2, 3)');
  const lead = page.locator('.mr-timeline-lead');
  await expect(lead).toHaveCSS('color', 'rgb(236, 239, 240)');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'));
  await expect(lead).toHaveCSS('color', 'rgb(21, 25, 28)');
});
