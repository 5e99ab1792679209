import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { test } from './agent-app.ts';
import { expect, send, signIn } from './app.ts';
import { calls, card, POST, press, reload, settled, theEnd } from './cards.ts';
import { lookTwice, violations } from './look.ts';
import { expectWritten } from './written.ts';

const BEFORE = `import { Hono } from 'hono'
import { ipLimit } from './ip'

const app = new Hono()

// TODO: limit per key
app.use('/api/*', ipLimit())
app.get('/api/health', (c) => c.json({ ok: true }))
`;
const diff = (limit: number): string => `<<<<<<< SEARCH
:start_line:6
-------
// TODO: limit per key
app.use('/api/*', ipLimit())
=======
// 60 requests a minute per key, sliding window
app.use('/api/*', rateLimit({
  limit: ${limit},
  windowMs: 60_000,
}))
>>>>>>> REPLACE`;
const CHANGE = { id: 'c1', name: 'apply_diff', input: { path: 'src/app.ts', diff: diff(100) } };
const PIXEL =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';

const asks = (page: Page): Locator => page.locator('[data-waiting]');

/** Lets the model change a file, and waits until it asks. */
async function askChange(page: Page, app: { workspace: string; script: unknown }): Promise<string> {
  mkdirSync(join(app.workspace, 'src'), { recursive: true });
  const path = join(app.workspace, 'src/app.ts');
  writeFileSync(path, BEFORE);
  app.script = [[CHANGE]];
  await send(page, 'Add a per-key rate limiter');
  await expect(asks(page)).toHaveCount(1);
  await settled(page);
  return path;
}

/** Opens the step of the only call. */
async function openStep(page: Page): Promise<Locator> {
  const head = calls(page).locator('.mr-step-head').first();
  if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
  return calls(page).getByRole('figure', { name: 'Changes to src/app.ts' });
}

test('U390 the diff follows an edit, outlasts a reload while it is half filled, and stays after it ran', async ({
  page,
  app,
}) => {
  const path = await askChange(page, app);
  await press(asks(page), 'Edit');
  const field = asks(page).getByRole('textbox', { name: 'Diff' });
  const rows = asks(page).locator('.mr-diff-rows');
  await expect(rows).toContainText('limit: 100,');
  await field.fill(diff(60));
  await expect(rows).toContainText('limit: 60,');
  await expect(rows).not.toContainText('limit: 100,');
  await field.fill('<<<<<<< SEARCH');
  await expect(asks(page)).toContainText('With these values the change can’t be shown:');
  await field.fill(diff(60));
  // Escape closes the form and nothing else; what is in it stays.
  await field.press('Escape');
  await expect(asks(page).getByRole('button', { name: 'Edit' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue(diff(60));
  await page.reload();
  await expect(field).toHaveValue(diff(60));
  await expect(rows).toContainText('limit: 60,');
  await settled(page);
  await press(asks(page), 'Approve with changes');
  await theEnd(page);
  for (let round = 0; round < 2; round++) {
    const step = await openStep(page);
    await expect(step).toContainText('5 lines added, 2 removed');
    await expect(step).toContainText('You changed this before it ran: limit 100 → 60');
    await expect(step.locator('mark')).toHaveText('60');
    await expect(calls(page)).not.toContainText('SEARCH');
    await press(step, 'What it asked for');
    await expect(step.locator('.mr-diff-rows')).toContainText('limit: 100,');
    await press(step, 'What ran');
    await press(step, 'File');
    await expect(step.locator('pre')).toContainText('windowMs: 60_000');
    await press(step, 'Changes');
    if (round === 0) await lookTwice(page, 'step-diff');
    // Whatever becomes of the file.
    writeFileSync(path, `${readFileSync(path, 'utf8')}// later\n`);
    await reload(page);
  }
  const step = await openStep(page);
  const opener = step.getByRole('button', { name: 'Full screen' });
  await opener.click();
  const screen = page.getByRole('dialog', { name: 'src/app.ts' });
  await expect(screen).toContainText('5 lines added, 2 removed');
  await expect(screen.getByText('ipLimit()').first()).toBeVisible();
  await press(screen, 'File');
  await expect(screen.getByText('// later')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(screen).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test('U391 words for a card that another device decided are kept and offered to the message box', async ({
  page,
  app,
  browser,
}) => {
  app.script = [['I post it.', POST]];
  await send(page, 'Post the numbers');
  await expect(asks(page)).toHaveCount(1);
  await settled(page);
  await press(card(page), 'Reject…');
  const field = card(page).getByRole('textbox');
  await field.fill('Use the private channel');
  await page.reload();
  await expect(field).toHaveValue('Use the private channel');
  const phone = await (
    await browser.newContext({ userAgent: PIXEL, viewport: { width: 800, height: 700 } })
  ).newPage();
  await signIn(phone, app);
  await phone.getByRole('link', { name: 'Post the numbers' }).click();
  await expect(card(phone)).toBeVisible();
  await settled(phone);
  await press(card(phone), 'Approve');
  await expect(page.getByText('The end.')).toBeVisible();
  const notice = page.locator('.mr-kept-words');
  await expect(notice).toContainText('It was decided on Pixel 9. Your words were not sent:');
  await expect(notice.locator('blockquote')).toHaveText('Use the private channel');
  // A fold does not hide them.
  await page.reload();
  await expect(notice).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await press(notice, 'Put them in the message box');
  await expect(notice).toHaveCount(0);
  await expectWritten(page.getByRole('textbox', { name: /message/i }), /Use the private channel/);
  await phone.context().close();
});

test('U391 an edit that is half filled when another device decides is kept too, with the names of its fields', async ({
  page,
  app,
  browser,
}) => {
  app.script = [['I post it.', POST]];
  await send(page, 'Post the numbers');
  await expect(asks(page)).toHaveCount(1);
  await settled(page);
  await press(asks(page), 'Edit');
  await asks(page).getByRole('textbox', { name: 'Message' }).fill('Half of what I me');
  const phone = await (
    await browser.newContext({ userAgent: PIXEL, viewport: { width: 800, height: 700 } })
  ).newPage();
  await signIn(phone, app);
  await phone.getByRole('link', { name: 'Post the numbers' }).click();
  await settled(phone);
  await press(card(phone), 'Approve');
  await expect(page.getByText('The end.')).toBeVisible();
  const notice = page.locator('.mr-kept-words');
  await expect(notice).toContainText('It was decided on Pixel 9. Your words were not sent:');
  await expect(notice.locator('blockquote')).toHaveText('Message: Half of what I me');
  // The device that decided has nothing to say.
  await expect(phone.getByText('The end.')).toBeVisible();
  await expect(phone.locator('.mr-kept-words')).toHaveCount(0);
  await press(notice, 'Discard');
  await page.reload();
  await expect(page.getByText('The end.')).toBeVisible();
  await expect(notice).toHaveCount(0);
  await phone.context().close();
});
