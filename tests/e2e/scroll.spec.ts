import type { Page } from '@playwright/test';
import { expect, finished, midStream, send, test } from './app.ts';

const LONG = 'Write a long answer.';
const box = (page: Page) => page.locator('.mr-transcript');
const top = (page: Page) => box(page).evaluate((element) => element.scrollTop);
const gap = (page: Page) =>
  box(page).evaluate((element) => element.scrollHeight - element.clientHeight - element.scrollTop);
/** How far below the top of the view the newest message of the person is. */
const below = (page: Page) =>
  box(page).evaluate((element) => {
    const asked = [...element.querySelectorAll('.mr-message-user')].at(-1);
    return (asked?.getBoundingClientRect().top ?? 0) - element.getBoundingClientRect().top;
  });

test.use({ viewport: { width: 800, height: 420 } });

test('U10 what is sent goes to the top and then nothing moves, to the end and after', async ({ page }) => {
  await send(page, LONG);
  await finished(page);
  await send(page, LONG);
  await expect.poll(() => below(page)).toBeCloseTo(24, -0.5);
  const stayed = await top(page);
  expect(stayed).toBeGreaterThan(100);
  await midStream(page, 300);
  expect(await top(page)).toBe(stayed);
  await finished(page);
  await page.waitForTimeout(800);
  expect(await top(page)).toBe(stayed);
  expect(await below(page)).toBeCloseTo(24, -0.5);
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible();
  // A short answer leaves the space that was reserved for it.
  await page.setViewportSize({ width: 800, height: 900 });
  await send(page, 'Hello');
  await finished(page);
  await page.waitForTimeout(300);
  expect(await below(page)).toBeCloseTo(24, -0.5);
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toHaveCount(0);
  // A box that grows and shrinks below moves nothing above.
  for (const text of ['one\ntwo\nthree\nfour', '']) {
    await page.getByRole('textbox', { name: 'Message' }).fill(text);
    await page.waitForTimeout(200);
    expect(await below(page)).toBeCloseTo(24, -0.5);
  }
});

for (const way of ['wheel', 'key'] as const) {
  test(`U10 who follows is let go by one movement up: ${way}`, async ({ page }) => {
    await send(page, LONG);
    await midStream(page, 900);
    const jump = page.getByRole('button', { name: 'Jump to latest' });
    await jump.click();
    await expect.poll(() => gap(page)).toBeLessThanOrEqual(1);
    await midStream(page, 1300);
    expect(await gap(page)).toBeLessThanOrEqual(1);
    if (way === 'wheel') {
      await box(page).hover();
      await page.mouse.wheel(0, -40);
    } else {
      await box(page).focus();
      await page.keyboard.press('ArrowUp');
    }
    await expect(jump).toBeVisible();
    await page.waitForTimeout(200);
    const stayed = await top(page);
    await page.waitForTimeout(500);
    expect(await top(page)).toBe(stayed);
    // Back at the end, the end is followed again.
    await box(page).hover();
    await page.mouse.wheel(0, 10_000);
    await expect.poll(() => gap(page)).toBeLessThanOrEqual(4);
    await page.waitForTimeout(500);
    expect(await gap(page)).toBeLessThanOrEqual(4);
  });
}

test('U10 the end of an answer that is followed moves nothing', async ({ page }) => {
  await send(page, LONG);
  await midStream(page, 900);
  await page.getByRole('button', { name: 'Jump to latest' }).click();
  await expect.poll(() => gap(page)).toBeLessThanOrEqual(1);
  // Every place of the view from the last words on.
  const places = await page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const element = document.querySelector('.mr-transcript') as HTMLElement;
        const seen: number[] = [];
        const look = (): void => {
          const busy = document.querySelector('[role=log]')?.getAttribute('aria-busy') === 'true';
          if (busy) seen.length = 0;
          seen.push(element.scrollTop);
          if (seen.length < 60) requestAnimationFrame(look);
          else resolve(seen);
        };
        look();
      }),
  );
  expect(new Set(places).size).toBe(1);
});

test('U10 a chat opens at its end', async ({ page }) => {
  await send(page, LONG);
  await finished(page);
  await page.reload();
  await expect.poll(() => gap(page)).toBeLessThanOrEqual(1);
  expect(await top(page)).toBeGreaterThan(100);
});
