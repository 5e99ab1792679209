import type { Page } from '@playwright/test';
import { type AgentApp, test } from './agent-app.ts';
import { expect } from './app.ts';
import { POST as CALL, type Call, card, press, settled, theEnd } from './cards.ts';
import { violations } from './look.ts';

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

const OTHER: Call = { ...CALL, id: 'c2', input: { channel: '#sales', text: 'Free drove it.' } };
const box = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });
const sheet = (page: Page) => page.locator('[data-sheet]');

async function asked(page: Page, app: AgentApp, ...calls: readonly Call[]): Promise<void> {
  app.script = [['I post it.', ...calls]];
  await box(page).fill('Post the numbers');
  await page.getByRole('button', { name: 'Send' }).tap();
  await expect(page.locator('[data-waiting]')).toHaveCount(calls.length);
  await settled(page);
}

test('U59 on a narrow screen the first card is a sheet at its end, one after the other', async ({
  page,
  app,
}) => {
  await asked(page, app, CALL, OTHER);
  await expect(sheet(page)).toContainText('1 of 2');
  await expect(sheet(page)).toContainText('Q3 churn was 10.1%.');
  const place = await sheet(page).boundingBox();
  expect(Math.round((place?.y ?? 0) + (place?.height ?? 0))).toBe(844);
  expect(place?.width).toBe(390);
  for (const button of await sheet(page).getByRole('button').all())
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await violations(page)).toEqual([]);
  await sheet(page).getByRole('button', { name: 'Approve', exact: true }).tap();
  await expect(sheet(page)).toContainText('Post to #sales');
  await settled(page);
  await sheet(page).getByRole('button', { name: 'Approve', exact: true }).tap();
  await theEnd(page);
  expect(app.ran).toHaveLength(2);
  await expect(sheet(page)).toHaveCount(0);
});

/** Draws the handle of the sheet down with a finger. */
async function swipe(page: Page, by: number): Promise<void> {
  const handle = await page.locator('.mr-sheet-handle').boundingBox();
  const finger = await page.context().newCDPSession(page);
  for (const way of [0, by / 2, by])
    await finger.send('Input.dispatchTouchEvent', {
      type: way === 0 ? 'touchStart' : 'touchMove',
      touchPoints: [{ x: 195, y: (handle?.y ?? 0) + 10 + way }],
    });
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

test('U59 a sheet is put away and comes back, and is never over a field that somebody types in', async ({
  page,
  app,
}) => {
  app.script = [
    ['I wait.', { id: 's', name: 'slow', input: {} }],
    ['I post it.', CALL],
  ];
  await box(page).fill('Post the numbers');
  await page.getByRole('button', { name: 'Send' }).tap();
  await expect(page.getByText('Half of it is done')).toBeVisible();
  // A person in the middle of a word keeps the field when a card comes.
  await box(page).fill('Wait, ');
  app.release();
  await expect(card(page)).toBeVisible();
  await expect(sheet(page)).toHaveCount(0);
  await expect(box(page)).toBeFocused();
  await page.reload();
  await expect(sheet(page)).toBeVisible();
  await page.getByRole('button', { name: 'Decide later' }).tap();
  await expect(sheet(page)).toHaveCount(0);
  await press(card(page), 'Review');
  await expect(sheet(page)).toBeVisible();
  // A swipe does the same; a finger that hardly moves does not.
  await swipe(page, 30);
  await expect(sheet(page)).toBeVisible();
  await swipe(page, 90);
  await expect(sheet(page)).toHaveCount(0);
  await press(card(page), 'Review');
  await expect(sheet(page)).toBeVisible();
  await box(page).focus();
  await expect(sheet(page)).toHaveCount(0);
  await expect(box(page)).toBeFocused();
});

test('U59 a sheet that scrolls keeps its handle, what is asked and its answers', async ({ page, app }) => {
  const text = Array.from({ length: 38 }, (_, line) => `line ${line}`).join('\n');
  await asked(page, app, { ...CALL, input: { channel: '#growth', text } });
  await expect(sheet(page).getByRole('button', { name: 'Approve', exact: true })).toBeInViewport();
  await sheet(page).evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(sheet(page).getByText('line 37')).toBeInViewport();
  await expect(sheet(page).getByText('Post to #growth')).toBeInViewport();
  const handle = page.getByRole('button', { name: 'Decide later' });
  await expect(handle).toBeInViewport({ ratio: 1 });
  await handle.tap();
  await expect(sheet(page)).toHaveCount(0);
});

test('U59 a sheet holds the whole form, whose fields are large enough', async ({ page, app }) => {
  await asked(page, app, CALL);
  await press(sheet(page), 'Edit');
  const channel = sheet(page).getByRole('textbox', { name: 'Channel' });
  await expect(channel).toBeFocused();
  expect(await channel.evaluate((field) => getComputedStyle(field).fontSize)).toBe('16px');
  await channel.fill('#ops');
  await press(sheet(page), 'Approve with changes');
  await theEnd(page);
  expect(app.ran).toMatchObject([{ input: { channel: '#ops' } }]);
});

test.describe(() => {
  test.use({ modelNames: ['Script of a long name', 'Other'] });
  test('U24 at 320 px the model can be read while a card waits, and every button is in the window', async ({
    page,
    app,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await asked(page, app, CALL);
    await page.locator('.mr-sheet-handle').press('Enter');
    const picker = await page.getByRole('combobox', { name: 'Model' }).boundingBox();
    expect(picker?.width).toBeGreaterThanOrEqual(70);
    for (const name of ['Stop', 'Send']) {
      const button = page.getByRole('button', { name, exact: true });
      await expect(button).toBeInViewport({ ratio: 1 });
    }
  });
});
