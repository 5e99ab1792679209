import type { Page } from '@playwright/test';
import { test } from './agent-app.ts';
import { expect, send, signIn } from './app.ts';
import { settled, theEnd } from './cards.ts';
import { lookTwice } from './look.ts';

test.use({ steps: 2 });

const notice = (page: Page) => page.getByRole('group', { name: 'it has taken 2 steps in this turn' });
const look = (id: string, query: string) => ({ id, name: 'look_up', input: { query } });

test('U380 at the step limit the answer waits with "Go on", through a reload, a restart and on another device', async ({
  page,
  app,
  browser,
}) => {
  app.script = [
    ['I look at the **rain** first.', look('a', 'rain')],
    ['Now the wind.', look('b', 'wind')],
    ['And the snow.', look('c', 'snow')],
  ];
  await send(page, 'How is the weather?');
  await expect(notice(page)).toContainText('Waiting for you · it has taken 2 steps in this turn');
  await expect(notice(page)).toContainText(/Last: Looked up/);
  await expect(page.locator('.mr-timeline-head')).toContainText('Paused at step 2');
  await expect(page.locator('.mr-narration')).toHaveText(['I look at the rain first.', 'Now the wind.']);
  await expect(page.locator('[aria-live=assertive]')).toHaveText(/it has taken 2 steps in this turn$/);
  await lookTwice(page, 'step-limit');
  const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await app.restart();
  await signIn(phone, app);
  await phone.goto(page.url());
  await page.reload();
  await expect(notice(phone)).toBeVisible();
  await lookTwice(phone, 'step-limit-phone');
  await settled(phone);
  await notice(phone).getByRole('button', { name: 'Go on' }).click();
  for (const each of [page, phone]) {
    await expect(each.locator('.mr-answer')).toHaveText('The end.');
    await expect(notice(each)).toHaveCount(0);
  }
  // One turn, one message, and all steps in it.
  expect(app.ran).toHaveLength(3);
  await theEnd(page);
  await expect(page.locator('.mr-narration')).toHaveText([
    'I look at the rain first.',
    'Now the wind.',
    'And the snow.',
  ]);
  await lookTwice(page, 'narration');
  await phone.context().close();
});

test('U381 "Stop here" ends with a summary, and copying and reading aloud leave narration out', async ({
  page,
  app,
}) => {
  app.script = [
    ['I look first.', look('a', 'rain')],
    ['Now the wind.', look('b', 'wind')],
  ];
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(() => {
    const told: string[] = [];
    Object.assign(window, { told });
    Object.assign(document, { ariaNotify: (words: string) => told.push(words) });
  });
  await send(page, 'How is the weather?');
  await expect(notice(page)).toBeVisible();
  await settled(page);
  // From the keyboard: the card gets the focus, and then its second button.
  await page.keyboard.press('Alt+a');
  await expect(notice(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('.mr-answer')).toHaveText('The end.');
  await expect(page.locator('.mr-composer :is(textarea, [contenteditable="true"])')).toBeFocused();
  expect(app.requests.at(-1)?.tools).toBeUndefined();
  // The message of the person has such a button too, and has it sooner.
  const answer = page.locator('.mr-message-assistant');
  await answer.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('The end.');
  expect(await page.evaluate(() => Reflect.get(window, 'told') as string[])).toEqual(['The end.']);
});
