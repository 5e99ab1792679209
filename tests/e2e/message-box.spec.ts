import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { root } from '../support/project-files.ts';
import { buildLibraryPage, type LibraryPage } from './library-page.ts';

let built: LibraryPage;
test.beforeAll(async () => {
  built = await buildLibraryPage('message-box');
});

test('D490 the box of the documentation runs with React alone: it is typed in, shows previews and sends Markdown', async ({
  page,
}) => {
  const shown = readFileSync(join(root, 'docs/components.md'), 'utf8');
  const [, block = ''] = /## Where a message is written\n\n```tsx\n([\s\S]*?)```/.exec(shown) ?? [];
  expect(readFileSync(join(root, 'tests/e2e/message-box/box.tsx'), 'utf8')).toBe(block);
  const complaints: string[] = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  await page.route('https://box.test/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
  );
  await page.goto('https://box.test/');
  await built.open(page);
  const field = page.getByRole('textbox', { name: 'Message' });
  const previews = page.locator('.mr-draft-preview .mr-embeds-item');
  await field.click();
  await expect(page.locator('.cm-content')).toBeFocused();
  await page.keyboard.type('See:');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.insertText('```ts:a.ts');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.insertText('let a;');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('```');
  await expect(previews).toHaveCount(1);
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text/plain', 'a\tb\n1\t2');
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  });
  await expect(previews).toHaveCount(2);
  await page.keyboard.type('end');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => page.evaluate(() => globalThis.sent))
    .toEqual(['See:\n```ts:a.ts\nlet a;\n```\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\nend']);
  await expect(previews).toHaveCount(0);
  expect(complaints).toEqual([]);
});
