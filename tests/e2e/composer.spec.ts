import type { Locator, Page } from '@playwright/test';
import { test } from './agent-app.ts';
import { expect, send } from './app.ts';
import { ask, POST } from './cards.ts';
import { expectWritten } from './written.ts';
import { answeredChat } from './written-chat.ts';

const box = (page: Page): Locator => page.getByRole('textbox', { name: 'Message', exact: true });
const buttons = (page: Page): Locator =>
  page.locator('.mr-composer-bar button:not(.mr-answer-settings, .mr-attach)');

test('U45 an answer that only waits can be written to, and stopped', async ({ page, app }) => {
  await ask(page, app, POST);
  const [stop, send] = [buttons(page).nth(0), buttons(page).nth(1)];
  await expect(stop).toHaveAccessibleName('Stop');
  await expect(send).toHaveAccessibleName('Send');
  await expect(send).toHaveAttribute('aria-disabled', 'true');
  await box(page).fill('Rather not');
  await expect(send).toHaveAttribute('aria-disabled', 'false');
  await expect(buttons(page)).toHaveCount(2);
  await stop.click();
  await expect(page.getByText(/^You stopped this/)).toBeVisible();
  await expectWritten(box(page), 'Rather not');
  expect(app.ran).toEqual([]);
});

test('U45 a message cancels what waits, also when others wait for the end of the turn', async ({
  page,
  app,
}) => {
  app.script = [
    ['First.', { id: 's', name: 'slow', input: {} }],
    ['I post it.', POST],
    ['Instead.'],
    ['Then.'],
  ];
  await send(page, 'Question');
  await expect(page.getByText('Half of it is done')).toBeVisible();
  await box(page).fill('Later');
  await box(page).press('Enter');
  app.release();
  await expect(page.locator('[data-waiting]')).toHaveCount(1);
  await box(page).fill('Now');
  await box(page).press('Enter');
  await expect(page.getByText('Then.')).toBeVisible();
  await expect(page.locator('.mr-bubble')).toHaveText(['Question', 'Now', 'Later']);
  expect(app.ran).toEqual([]);
});

test('U71 Ctrl with Shift+Enter stops what is written and sends', async ({ page, app }) => {
  app.script = [['Begun.', { id: 's', name: 'slow', input: {} }], ['Instead.']];
  await send(page, 'Question');
  await expect(page.getByText('Half of it is done')).toBeVisible();
  await box(page).fill('Something else');
  await box(page).press('Control+Shift+Enter');
  await expect(page.getByText(/^You stopped this/)).toBeVisible();
  await expect(page.getByText('Instead.')).toBeVisible();
  await expect(page.locator('.mr-bubble')).toHaveText(['Question', 'Something else']);
});

test('U350 what is written is still there after a look at another chat and after a reload', async ({
  page,
  app,
}) => {
  app.script = [['First.']];
  await box(page).fill('A thought before');
  await page.reload();
  await expectWritten(box(page), 'A thought before');
  await box(page).press('Enter');
  await expect(page.getByText('First.')).toBeVisible();
  await box(page).fill('Half a thought');
  await page.getByRole('button', { name: 'New chat' }).click();
  await expect(page).toHaveURL(`${app.url}/`);
  await expectWritten(box(page), '');
  await page.getByRole('link', { name: 'A thought before' }).click();
  await expectWritten(box(page), 'Half a thought');
  await page.reload();
  await expectWritten(box(page), 'Half a thought');
});

test('U350 what is in the box stays when a chip is pressed, or written on while it is sent', async ({
  page,
  app,
}) => {
  const suggested_values = [{ label: 'Yes', value: 'Yes, please' }];
  await page.goto(await answeredChat(app, { suggested_values }));
  let arrived: () => void = () => {};
  const late = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  await box(page).fill('My own words');
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page.locator('.mr-bubble').last()).toHaveText('Yes, please');
  await expect(page.getByText('The end.')).toBeVisible();
  await expectWritten(box(page), 'My own words');
  await page.route('**/messages', async (route) => {
    await late;
    await route.continue();
  });
  await box(page).press('Enter');
  await box(page).press('End');
  await box(page).pressSequentially(' and more');
  arrived();
  await expect(page.locator('.mr-bubble').last()).toHaveText('My own words');
  await expectWritten(box(page), 'and more');
});

test('U25 the box has the direction of what is written in it', async ({ page }) => {
  // The distance of the text from both sides of the box.
  const gaps = () =>
    box(page).evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element.querySelector('.cm-line') ?? element);
      const [line, outer] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
      return { left: line.left - outer.left, right: outer.right - line.right };
    });
  await box(page).fill('Why did it rise?');
  await expect.poll(async () => (await gaps()).left).toBeLessThan(20);
  await box(page).fill('لماذا ارتفع معدل الإلغاء؟');
  await expect.poll(async () => (await gaps()).right).toBeLessThan(20);
});

test.describe('a model with a long name', () => {
  test.use({ modelNames: ['A model whose name says all that it can do', 'Script'] });
  test('U24 a long name of a model leaves room for what stands beside it', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 568 });
    await expect(page.getByRole('combobox', { name: 'Mode', exact: true })).toBeVisible();
    const [mode, model, send] = await page
      .locator('.mr-composer-bar > :not(.mr-attach, input)')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().toJSON()));
    const insides = await page
      .locator('.mr-model > *')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().right));
    expect(mode.right).toBeLessThanOrEqual(model.left);
    expect(Math.max(...insides)).toBeLessThanOrEqual(send.left);
  });
});
