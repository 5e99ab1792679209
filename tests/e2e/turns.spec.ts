import type { Page } from '@playwright/test';
import { test } from './agent-app.ts';
import { answer, expect, send, writing } from './app.ts';
import { lookTwice } from './look.ts';

const notice = (page: Page) => page.locator('.mr-notice');
const HOLD = { hold: true } as const;
const FIRST = 'Churn went up by about two points, and most of it seems to be Fr';

test('U360 an answer that a restart began again says so, with the earlier words one press away; the same words need no line', async ({
  page,
  app,
}) => {
  app.script = [
    [FIRST, HOLD],
    ['Churn rose to **10.1%** from 7.8%.'],
    ['Same words', HOLD],
    ['Same words, and more.'],
  ];
  await send(page, 'Compare');
  await expect(answer(page)).toHaveText(FIRST);
  await app.restart();
  await expect(answer(page)).toHaveText('Churn rose to 10.1% from 7.8%.');
  for (let round = 0; round < 2; round++) {
    await expect(notice(page)).toContainText('The server restarted; the answer was begun again.');
    const show = notice(page).getByRole('button', { name: 'Show the earlier words' });
    await expect(show).toHaveAttribute('aria-expanded', 'false');
    await show.press('Enter');
    await expect(notice(page).locator('blockquote')).toHaveText(FIRST);
    await lookTwice(page, `turns-restart-${round}`);
    await notice(page).getByRole('button', { name: 'Hide' }).click();
    await expect(notice(page).locator('blockquote')).toHaveCount(0);
    await page.reload();
  }
  await send(page, 'Again');
  await expect(answer(page)).toHaveText('Same words');
  await app.restart();
  await expect(answer(page)).toHaveText('Same words, and more.');
  await expect(notice(page)).toHaveCount(1);
});

test('U361 Continue goes on in the same turn after a stop, once for two devices, and after a stop among calls', async ({
  page,
  app,
  context,
}) => {
  app.script = [
    ['The three plans differ mostly in pr', HOLD],
    [{ thinking: 'Where was I?' }, 'ice. Team is best.'],
    ['On it.', { id: 's', name: 'slow', input: {} }],
    ['Went on.'],
  ];
  await send(page, 'Compare');
  await expect(answer(page)).toHaveText('The three plans differ mostly in pr');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(notice(page)).toContainText(/^You stopped this after \d+ s\./);
  await page.setViewportSize({ width: 390, height: 844 });
  await lookTwice(page, 'turns-stopped-390');
  await page.setViewportSize({ width: 1280, height: 800 });
  await lookTwice(page, 'turns-stopped');
  const second = await context.newPage();
  await second.goto(page.url());
  const press = (each: Page) => each.getByRole('button', { name: 'Continue' }).click();
  await expect(notice(second)).toBeVisible();
  // Where it goes on already, the button may be gone.
  await Promise.all([page, second].map((each) => each.evaluate(pressContinue)));
  for (const each of [page, second]) {
    await expect(answer(each)).toHaveText('The three plans differ mostly in price. Team is best.');
    await expect(each.locator('.mr-message')).toHaveCount(2);
    await expect(notice(each)).toHaveCount(0);
  }
  expect(app.requests).toHaveLength(2);
  await page.reload();
  await expect(answer(page)).toHaveText('The three plans differ mostly in price. Team is best.');

  await send(page, 'Do it');
  await expect(page.getByText('Half of it is done')).toBeVisible();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(writing(page)).toHaveCount(0);
  await press(page);
  await expect(answer(page)).toHaveText('Went on.');
  await expect(page.locator('.mr-message')).toHaveCount(4);
  await expect(page.locator('[data-waiting]')).toHaveCount(0);
});

function pressContinue(): void {
  const buttons = document.querySelectorAll<HTMLButtonElement>('.mr-notice button');
  [...buttons].find(({ textContent }) => textContent === 'Continue')?.click();
}
