import type { Page } from '@playwright/test';
import { answer, expect, finished, midStream, send } from './app.ts';
import { asked, CODE, LONG, show, test } from './embeds-app.ts';
import { look, lookTwice } from './look.ts';
import { frames } from './still.ts';

const box = (page: Page, name: RegExp) => page.getByRole('figure', { name });

test('D75 previews say what they are and how long', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await show(page, 'all');
  const code = box(page, /^src\/app\.ts, TypeScript · 15 lines$/);
  await expect(code.locator('pre')).toHaveText(CODE.split('\n').slice(0, 12).join('\n'));
  await expect(code).toContainText('3 more lines');
  const sheet = box(page, /^Churn by plan, Q3, 5 rows · 4 columns$/);
  await expect(sheet.getByRole('columnheader')).toHaveText(['A', 'B', 'C', 'D']);
  await expect(sheet.getByRole('rowheader')).toHaveText(['1', '2', '3', '4', '5']);
  await expect(sheet.getByRole('cell', { name: '18,240' })).toHaveCSS('text-align', 'end');
  await expect(sheet.getByRole('cell', { name: 'Free' })).toHaveCSS('text-align', 'start');
  const doc = box(page, /^Why plans churn, \d+ words$/);
  await expect(doc).not.toContainText('alert');
  for (const each of [code, sheet, doc])
    for (const name of ['Copy', 'Full screen'])
      await expect(each.getByRole('button', { name })).toBeVisible();
  await lookTwice(page, 'embeds');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator('.mr-transcript').evaluate((element) => element.scrollTo({ top: 0 }));
  await lookTwice(page, 'embeds-phone');
  const button = await code.getByRole('button', { name: 'Copy' }).boundingBox();
  expect([button?.width, button?.height]).toEqual([44, 44]);
  const sideways = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
  expect(await page.evaluate(sideways)).toBe(0);
  // Its kind makes room for its name.
  await page.setViewportSize({ width: 320, height: 640 });
  const names = await page
    .locator('figcaption strong')
    .evaluateAll((all) => all.map((name) => name.scrollWidth > name.clientWidth));
  expect(names).toEqual([false, false, false]);
});

test('D369 code that is written is followed in its own box until the reader goes up, and a selection in it stays', async ({
  page,
}) => {
  await send(page, 'show long');
  const pre = answer(page).locator('.mr-embed pre');
  await expect(answer(page).locator('.mr-embed')).toContainText(/writing, line (1[5-9]|2\d)/, {
    timeout: 20_000,
  });
  // The same nodes to the end: the figure, its lines, and what is selected in them.
  await pre.evaluate((element) => {
    // A press on the code takes the focus out of the message field.
    (document.activeElement as HTMLElement | null)?.blur();
    const keyword = element.querySelector('.mr-code-keyword');
    Object.assign(window, { kept: [element, keyword] });
    if (keyword !== null) window.getSelection()?.selectAllChildren(keyword);
  });
  const end = () => pre.evaluate((e) => e.scrollHeight - e.clientHeight - e.scrollTop);
  // Twelve lines, of which none is cut.
  expect(await pre.evaluate((e) => [e.clientHeight, e.getBoundingClientRect().height])).toEqual([240, 264]);
  await expect.poll(end).toBe(0);
  const top = await pre.evaluate((e) => e.scrollTop);
  expect(top).toBeGreaterThan(20);
  expect(top % 20).toBe(0);
  await pre.hover();
  await page.mouse.wheel(0, -60);
  await expect.poll(end).toBeGreaterThan(20);
  const left = await pre.evaluate((e) => e.scrollTop);
  await expect(answer(page).locator('.mr-embed')).toContainText(/writing, line (4|5)\d/, { timeout: 20_000 });
  expect(await pre.evaluate((e) => e.scrollTop)).toBe(left);
  await finished(page);
  await expect(pre).toHaveText(LONG.split('\n').slice(0, 12).join('\n'));
  await expect(answer(page).locator('.mr-embed')).toContainText('68 more lines');
  const kept = await pre.evaluate((element) => {
    const [box, keyword] = (window as unknown as { kept: (Element | null)[] }).kept;
    return [box === element, keyword?.isConnected, window.getSelection()?.toString()];
  });
  expect(kept).toEqual([true, true, 'export const']);
});

test('D76 D372 films stand side by side and code below each other, and the first is not drawn anew when the next one comes', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(() => {
    const kept: Record<string, Element> = {};
    Object.assign(window, { kept });
    new MutationObserver(() => {
      for (const kind of ['code', 'video']) {
        const first = document.querySelector(`.mr-embed-${kind}`);
        if (first !== null) kept[kind] ??= first;
      }
    }).observe(document.body, { subtree: true, childList: true });
  });
  await send(page, 'show slider');
  const [stack, group] = [
    answer(page).locator('.mr-embeds').first(),
    answer(page).locator('.mr-embeds').nth(1),
  ];
  await expect(group.getByRole('listitem')).toHaveCount(3, { timeout: 20_000 });
  await finished(page);
  const seen = await page.evaluate(() => {
    const { kept } = window as unknown as { kept: Record<string, Element> };
    return ['code', 'video'].map((kind) => document.querySelector(`.mr-embed-${kind}`) === kept[kind]);
  });
  expect(seen).toEqual([true, true]);
  const boxes = await stack
    .locator('.mr-embed')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect()).map(({ x, top }) => ({ x, top })));
  expect(new Set(boxes.map(({ x }) => x)).size).toBe(1);
  expect(new Set(boxes.map(({ top }) => top)).size).toBe(3);
  await expect(stack.getByRole('list')).toHaveCount(0);
  await expect(group.getByRole('list')).toHaveCount(1);
  const place = (text: string) => expect(group.locator('.mr-slider-bar > [aria-hidden]')).toHaveText(text);
  await place('1 of 3');
  await expect(group.getByRole('status').last()).toHaveText('');
  await group.getByRole('button', { name: 'Next' }).click();
  await place('2 of 3');
  await expect(group.getByRole('status').last()).toHaveText('2 of 3');
  await expect(group.locator('.mr-embed').nth(1)).toBeInViewport();
  await group.getByRole('listitem').nth(1).focus();
  await page.keyboard.press('ArrowRight');
  await place('3 of 3');
  await expect(group.getByRole('listitem').nth(2)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(group.getByRole('listitem').nth(2)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await place('1 of 3');
  await expect(group.getByRole('button', { name: 'Previous' })).toHaveAttribute('aria-disabled', 'true');
  await look(page, 'slider');
});

test('U24 the page itself never scrolls, with a long answer and with previews side by side', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await show(page, 'all');
  await show(page, 'slider');
  const spare = await page.evaluate(() => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
    return [scrollWidth - clientWidth, scrollHeight - clientHeight];
  });
  expect(spare).toEqual([0, 0]);
});

test('D74 a preview is copied in all its forms, and a sheet with tabs', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await show(page, 'all');
  // The result of a paste: the clipboard of a page does not show types that it does not know.
  const pasted = async (): Promise<Record<string, string>> => {
    await page.getByRole('textbox', { name: 'Message' }).focus();
    // The listener must be there before the key is pressed.
    await page.evaluate(() => {
      const pasting = new Promise<Record<string, string>>((resolve) => {
        const onPaste = (event: ClipboardEvent): void => {
          event.preventDefault();
          event.stopImmediatePropagation();
          const data = event.clipboardData;
          resolve(Object.fromEntries((data?.types ?? []).map((type) => [type, data?.getData(type) ?? ''])));
        };
        document.addEventListener('paste', onPaste, { capture: true, once: true });
      });
      Object.assign(window, { pasting });
    });
    await page.keyboard.press('ControlOrMeta+v');
    return page.evaluate(
      () => (window as unknown as { readonly pasting: Promise<Record<string, string>> }).pasting,
    );
  };
  await box(page, /app\.ts/)
    .getByRole('button', { name: 'Copy' })
    .click();
  await expect(box(page, /app\.ts/).getByRole('status')).toHaveText('Copied');
  const code = await pasted();
  expect(code['text/plain']).toBe(`\`\`\`ts:src/app.ts\n${CODE}\n\`\`\``);
  expect(code['text/markdown']).toBe(code['text/plain']);
  expect(code['text/html']).toContain('data-openmates-embed');
  const embed = JSON.parse(code['application/x-openmates-embed+json'] ?? '{}');
  expect(embed).toMatchObject({ version: 1, type: 'code', filename: 'src/app.ts', inlineContent: CODE });
  await box(page, /Churn/).getByRole('button', { name: 'Copy' }).click();
  const sheet = await pasted();
  expect(sheet['text/plain']?.split('\n')[1]).toBe('Free\t18,240\t2,371\t13.0%');
  expect(sheet['text/html']).toContain('<td>18,240</td>');
});

test('D71 a picture is asked for when the person wants it, by way of the server, and a film stays where it is', async ({
  page,
}) => {
  asked.length = 0;
  await show(page, 'pictures');
  await frames(page);
  expect(asked).toEqual([]);
  const image = box(page, /^mill\.png/);
  await image.getByRole('button', { name: /^Load image from 127\.0\.0\.1/ }).click();
  await expect
    .poll(() => image.locator('img').evaluate((each: HTMLImageElement) => each.naturalWidth))
    .toBeGreaterThan(0);
  expect(asked).toEqual(['/mill.png']);
  // The page has fetched it with its key, and shows it from its own memory.
  expect(await image.locator('img').evaluate((each: HTMLImageElement) => new URL(each.src).protocol)).toBe(
    'blob:',
  );
  await image.getByRole('button', { name: 'Full screen' }).click();
  const large = page.locator('dialog.mr-full');
  await expect
    .poll(() => large.locator('img').evaluate((each: HTMLImageElement) => each.naturalWidth))
    .toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  await expect(page.locator('iframe')).toHaveCount(0);
  const film = box(page, /^Video/).getByRole('link', { name: 'Open at www.youtube.com' });
  await expect(film).toHaveAttribute('target', '_blank');
  await look(page, 'pictures');
});

test('D75 what is stopped in the middle is not called written', async ({ page }) => {
  await send(page, 'show long');
  await midStream(page, 400);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await finished(page);
  await expect(answer(page).locator('.mr-embed')).not.toContainText('writing');
});
