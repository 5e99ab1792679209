import { test } from './agent-app.ts';
import { expect, finished, send } from './app.ts';
import { violations } from './look.ts';

const lines = (count: number): string => Array.from({ length: count }, (_, i) => `Line ${i + 1}`).join('\n');

test('U22 a long message is cut where it is too high, whole in the page, and opens', async ({ page }) => {
  await send(page, lines(12));
  await finished(page);
  const full = page.getByRole('button', { name: 'Show full message' });
  await expect(full).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Message' }).fill(lines(13));
  await page.keyboard.press('Enter');
  await expect(full).toHaveCount(1);
  await finished(page);
  const text = page.locator('.mr-user-text').last();
  const height = () => text.evaluate((element) => element.getBoundingClientRect().height);
  expect(await height()).toBe(12 * 26);
  await expect(text).toContainText('Line 13');
  await expect(full).toHaveAttribute('aria-expanded', 'false');
  expect(await violations(page)).toEqual([]);
  await full.click();
  expect(await height()).toBe(13 * 26);
  const less = page.getByRole('button', { name: 'Show less' });
  await expect(less).toHaveAttribute('aria-expanded', 'true');
  await less.click();
  await expect(full).toHaveCount(1);
  // A line that breaks is as high as several: what is measured is not the count of line ends.
  await send(page, 'word '.repeat(100));
  await finished(page);
  await expect(full).toHaveCount(1);
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(full).toHaveCount(2);
});

test('U70 an answer and a message are copied whole, by buttons that hover and focus show', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await send(page, lines(20));
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await finished(page);
  const mine = page.locator('.mr-message-user').getByRole('button', { name: 'Copy' });
  await page.mouse.move(0, 0);
  await expect(mine).toHaveCSS('opacity', '0');
  await mine.focus();
  await expect(mine).toHaveCSS('opacity', '1');
  await mine.press('Enter');
  await expect(page.getByText('Copied')).toBeVisible();
  expect(await clipboard()).toBe(lines(20));
  await page.locator('.mr-message-assistant').getByRole('button', { name: 'Copy' }).click();
  await expect.poll(clipboard).toBe('The end.');
  const html = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    return (await item?.getType('text/html'))?.text();
  });
  expect(html).toContain('<p');
  expect(await violations(page)).toEqual([]);
});

test('U577 a sent message is drawn as its document, with the previews that it had in the composer', async ({
  page,
}) => {
  await send(page, 'Line 1\nLine 2\n\n```ts:src/app.ts\nconst a = 1;\n```\n\n*1. Why?*\n\n<b>no</b>');
  await finished(page);
  const mine = page.locator('.mr-user-text');
  await expect(mine.locator('p').first()).toHaveText('Line 1\nLine 2', { useInnerText: true });
  await expect(mine.locator('em')).toHaveText('1. Why?');
  await expect(mine).toContainText('<b>no</b>');
  await expect(mine.locator('.mr-embeds')).toContainText('src/app.ts');
  expect(await violations(page)).toEqual([]);
  await mine.getByRole('button', { name: 'Full screen' }).click();
  await expect(page.getByRole('dialog')).toContainText('const a = 1;');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // An answer is an answer, and the words of a person are none.
  await expect(page.locator('.mr-answer')).toHaveText('The end.');
  const many = 'word '.repeat(12_000);
  await send(page, `# ${many}`);
  await expect(mine.last()).toContainText(`# ${many.trim()}`);
});
