import { test } from './agent-app.ts';
import { expect, send, signIn, watchProblems } from './app.ts';
import { card, POST, press, settled, theEnd } from './cards.ts';

const PIXEL =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';

test('C33 a second device sees messages, words and questions as they come, and each says that the other is there', async ({
  page,
  app,
  browser,
}) => {
  const phone = await (
    await browser.newContext({ userAgent: PIXEL, viewport: { width: 800, height: 700 } })
  ).newPage();
  const problems = watchProblems(phone);
  await signIn(phone, app);
  app.script = [
    ['I look.', { id: 's', name: 'slow', input: {} }],
    ['I post it.', POST],
  ];
  await send(page, 'Post the numbers');
  await expect(page.getByText('Also open on Pixel 9')).toBeVisible();
  await phone.getByRole('link', { name: 'Post the numbers' }).click();
  await expect(phone.getByText('Also open on')).toBeVisible();
  await expect(phone.getByText('Half of it is done')).toBeVisible();
  app.release();
  for (const each of [page, phone]) await expect(card(each)).toBeVisible();
  await settled(phone);
  await press(card(phone), 'Approve');
  for (const each of [page, phone]) await theEnd(each);
  await expect(page.getByText('approved from Pixel 9')).toBeVisible();
  for (const each of [page, phone]) await expect(each.locator('.mr-answer')).toHaveText(['The end.']);
  // A device that leaves is no longer listed.
  await phone.context().close();
  await expect(page.getByText('Also open on')).toHaveCount(0);
  expect(problems).toEqual([]);
});
