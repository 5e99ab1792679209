import type { Page } from '@playwright/test';
import { test as agentTest } from './agent-app.ts';
import { expect, finished, midStream, send, test } from './app.ts';
import { frames, still } from './still.ts';

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

/** Twenty lines of an answer. */
const lines = (from: number): string => Array.from({ length: 20 }, (_, i) => `Line ${from + i}`).join('\n\n');

/** Waits until a line has come, and no more of the answer comes by itself. */
async function comeTo(page: Page, line: number): Promise<void> {
  await expect(page.getByText(`Line ${line}`, { exact: true })).toBeAttached();
  await expect(page.getByText('Half of it is done')).toBeAttached();
}

test.use({ viewport: { width: 800, height: 420 }, appOptions: { pace: 4, env: {} } });
agentTest.use({ viewport: { width: 800, height: 420 } });

test('U10 what is sent goes to the top and then nothing moves, to the end and after', async ({ page }) => {
  await send(page, 'Hello');
  await finished(page);
  await send(page, LONG);
  await expect.poll(() => below(page)).toBeCloseTo(24, -0.5);
  const stayed = await top(page);
  expect(stayed).toBeGreaterThan(100);
  await midStream(page, 300);
  expect(await top(page)).toBe(stayed);
  await finished(page);
  await frames(page);
  expect(await top(page)).toBe(stayed);
  expect(await below(page)).toBeCloseTo(24, -0.5);
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible();
  // A short answer leaves the space that was reserved for it.
  await page.setViewportSize({ width: 800, height: 900 });
  await send(page, 'Hello');
  await finished(page);
  await frames(page);
  expect(await below(page)).toBeCloseTo(24, -0.5);
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toHaveCount(0);
  // A box that grows and shrinks below moves nothing above.
  for (const text of ['one\ntwo\nthree\nfour', '']) {
    await page.getByRole('textbox', { name: 'Message' }).fill(text);
    await frames(page);
    expect(await below(page)).toBeCloseTo(24, -0.5);
  }
});

for (const way of ['wheel', 'key'] as const) {
  agentTest(`U342 who follows is let go by one movement up: ${way}`, async ({ page, app }) => {
    const wait = { id: 's', name: 'slow', input: {} };
    app.script = [[lines(0), wait], [lines(20), wait], [lines(40), wait], [lines(60)]];
    await send(page, 'Go');
    await comeTo(page, 19);
    const jump = page.getByRole('button', { name: 'Jump to latest' });
    await jump.click();
    await expect.poll(() => gap(page)).toBeLessThanOrEqual(1);
    app.release();
    await comeTo(page, 39);
    await expect.poll(() => gap(page)).toBeLessThanOrEqual(1);
    if (way === 'wheel') {
      await box(page).hover();
      await page.mouse.wheel(0, -40);
    } else {
      await box(page).focus();
      await page.keyboard.press('ArrowUp');
    }
    await expect.poll(() => gap(page)).toBeGreaterThan(30);
    // The movement itself takes a moment.
    await still(page, '.mr-transcript, .mr-transcript *');
    const stayed = await top(page);
    app.release();
    await comeTo(page, 59);
    await expect(jump).toBeVisible();
    expect(await top(page)).toBe(stayed);
    // Back at the end, the end is followed again.
    await box(page).hover();
    await page.mouse.wheel(0, 10_000);
    await expect.poll(() => gap(page)).toBeLessThanOrEqual(4);
    app.release();
    await finished(page);
    expect(await page.getByText('Line 79', { exact: true }).evaluate(endsInSight)).toBe(true);
  });
}

function endsInSight(words: Element): boolean {
  const view = words.closest('.mr-transcript')?.getBoundingClientRect();
  return words.getBoundingClientRect().bottom <= (view?.bottom ?? 0);
}

agentTest('U343 the end of an answer that is followed moves nothing that is read', async ({ page, app }) => {
  // At the end steps are folded away above, and what the person may do next comes below.
  const values = ['One', 'Two', 'Three'].map((label) => ({ label, value: label }));
  const suggest = { id: 'v', name: 'suggest_values', input: { values } };
  app.script = [[lines(0), suggest, { id: 's', name: 'slow', input: {} }], []];
  await send(page, 'Go');
  await page.getByRole('button', { name: 'Jump to latest' }).click();
  await expect.poll(() => gap(page)).toBeLessThanOrEqual(1);
  await expect(page.getByText('Half of it is done')).toBeAttached();
  // Every place of the last line from the last moment of the work on.
  const places = page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const line = [...document.querySelectorAll('.mr-answer p')].at(-1);
        const seen: number[] = [];
        const look = (): void => {
          const busy = document.querySelector('[role=log]')?.getAttribute('aria-busy') === 'true';
          if (busy) seen.length = 0;
          seen.push(Math.round(line?.getBoundingClientRect().top ?? 0));
          if (seen.length < 90) requestAnimationFrame(look);
          else resolve(seen);
        };
        look();
      }),
  );
  app.release();
  expect(new Set(await places).size).toBe(1);
  await expect(page.getByRole('group', { name: 'Suggestions' })).toBeAttached();
  await expect(page.locator('.mr-timeline-head')).toHaveAttribute('aria-expanded', 'false');
});

agentTest('U343 who follows sees the last words, though the end comes with them', async ({ page, app }) => {
  app.script = [
    [lines(0), { id: 's', name: 'slow', input: {} }],
    [`${'Many words. '.repeat(60)}The last words.`],
  ];
  await send(page, 'Go');
  await page.getByRole('button', { name: 'Jump to latest' }).click();
  await expect.poll(() => gap(page)).toBeLessThanOrEqual(1);
  app.release();
  await expect(page.getByText('The last words.')).toBeAttached();
  await finished(page);
  expect(await page.getByText('The last words.').evaluate(endsInSight)).toBe(true);
});

agentTest('U10 a chat opens at its end', async ({ page, app }) => {
  app.script = [[lines(0)]];
  await send(page, 'Go');
  await finished(page);
  await page.reload();
  await expect.poll(() => gap(page)).toBeLessThanOrEqual(1);
  expect(await top(page)).toBeGreaterThan(100);
});
