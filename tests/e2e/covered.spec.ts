import type { Page } from '@playwright/test';
import { type AgentApp, test } from './agent-app.ts';
import { expect, finished, send } from './app.ts';
import { POST } from './cards.ts';
import { settle } from './look.ts';
import { still } from './still.ts';

/** Lines over the whole width, close to each other. */
const LINES = Array.from(
  { length: 12 },
  (_, part) => `Part ${part}. ${'All of this is to be read. '.repeat(14)}`,
).join('\n\n');

/** The lines of messages with something over them, and what that is. Each line is looked at in five places of its middle. */
function coveredLines(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const covered = new Set<string>();
    const isMark = (element: Element): boolean => element.closest('.mr-sr-only') !== null;
    for (const message of document.querySelectorAll('.mr-message')) {
      const texts = document.createTreeWalker(message, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
        const holder = text.parentElement;
        if (
          holder === null ||
          isMark(holder) ||
          text.nodeValue?.trim() === '' ||
          !holder.checkVisibility({ opacityProperty: true })
        )
          continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        for (const line of range.getClientRects()) {
          for (const part of [0.02, 0.25, 0.5, 0.75, 0.98]) {
            for (const height of [0.25, 0.5, 0.75]) {
              const stack = document.elementsFromPoint(
                line.left + line.width * part,
                line.top + line.height * height,
              );
              const place = stack.indexOf(holder);
              // Out of the window, scrolled away or cut off: nobody reads it there.
              if (place <= 0) continue;
              const over = stack.slice(0, place).find((each) => !holder.contains(each));
              if (over !== undefined)
                covered.add(`${text.nodeValue?.slice(0, 40)} < ${over.className || over.tagName}`);
            }
          }
        }
      }
    }
    return [...covered];
  });
}

/** The lines that can be read, as they are in the view: a look at nothing would find nothing covered. */
const readable = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('.mr-answer p, .mr-bubble')].filter((each) => {
        const { left, top, width, height } = each.getBoundingClientRect();
        return each.contains(document.elementFromPoint(left + width / 4, top + height / 2));
      }).length,
  );

async function expectUncovered(page: Page, state: string): Promise<void> {
  // What comes or goes makes room for the messages a frame later.
  await still(page, '.mr-message, .mr-waiting-bar, [data-sheet]');
  expect(await readable(page), state).toBeGreaterThan(1);
  expect([state, await coveredLines(page)]).toEqual([state, []]);
}

/** A long answer; the next one will wait, with its card out of sight. */
async function longAnswer(page: Page, app: AgentApp, ask: (words: string) => Promise<void>): Promise<void> {
  app.script = [[LINES], ['I post it.', POST, LINES]];
  await ask('A question of one line');
  await finished(page);
}

const scroll = (page: Page, by: number): Promise<void> =>
  page.locator('.mr-transcript').evaluate((box, top) => {
    box.scrollTop += top;
  }, by);

test('U510 nothing covers a line that is read: hover bar, jump, go-back panel, waiting bar', async ({
  page,
  app,
}) => {
  await page.setViewportSize({ width: 1280, height: 700 });
  await longAnswer(page, app, (words) => send(page, words));
  await scroll(page, -10_000);
  await page.getByText('A question of one line').last().hover();
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible();
  await expectUncovered(page, 'hover bar and jump');
  // The bar of the message above stands in front of the answer, not in it.
  const bar = await page.locator('.mr-message-user .mr-actions').boundingBox();
  const next = await page.locator('.mr-message-assistant').boundingBox();
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual((next?.y ?? 0) + 1);
  await page.getByRole('button', { name: 'Go back to here' }).click();
  await expect(page.getByRole('group', { name: 'Go back to before this message' })).toBeVisible();
  await expectUncovered(page, 'go-back panel');
  await page.keyboard.press('Escape');
  await send(page, 'And the numbers');
  await expect(page.locator('[data-waiting]')).toBeAttached();
  await scroll(page, -10_000);
  await expect(page.locator('.mr-waiting-bar')).toBeVisible();
  await expectUncovered(page, 'waiting bar');
  for (const by of [7, 13, 29]) {
    await scroll(page, by);
    await expectUncovered(page, `waiting bar, ${by} further`);
  }
  // The ring around the name is whole, and the list ends before the links below it.
  const title = page.getByRole('heading', { level: 1 }).getByRole('button');
  await title.focus();
  expect(await title.evaluate((each) => getComputedStyle(each.parentElement ?? each).overflow)).toBe(
    'visible',
  );
  const list = await page.locator('.app-chats').boundingBox();
  const foot = await page.getByRole('link', { name: 'Encrypted · key on server' }).boundingBox();
  expect((foot?.y ?? 0) - (list?.y ?? 0) - (list?.height ?? 0)).toBeGreaterThanOrEqual(8);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test('U510 nothing covers a line that is read on a phone: jump, sheet, and the bar of a sheet that was put away', async ({
    page,
    app,
  }) => {
    const ask = async (words: string): Promise<void> => {
      await page.getByRole('textbox', { name: 'Message' }).fill(words);
      await page.getByRole('button', { name: 'Send' }).tap();
    };
    await longAnswer(page, app, ask);
    await scroll(page, -10_000);
    await expectUncovered(page, 'jump');
    await ask('And the numbers');
    const sheet = page.locator('[data-sheet]');
    await expect(sheet).toBeVisible();
    await expectUncovered(page, 'sheet');
    // Everything can be brought above the sheet.
    await scroll(page, 10_000);
    await settle(page);
    const last = await page.locator('.mr-bubble').last().boundingBox();
    const over = await sheet.boundingBox();
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(over?.y ?? 0);
    await expectUncovered(page, 'sheet at the end');
    await page.locator('.mr-sheet-handle').press('Enter');
    await expect(sheet).toHaveCount(0);
    await scroll(page, -10_000);
    await expect(page.locator('.mr-waiting-bar')).toBeVisible();
    await expectUncovered(page, 'put away');
  });
});
