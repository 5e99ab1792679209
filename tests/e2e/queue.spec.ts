import type { Page } from '@playwright/test';
import { type AgentApp, test } from './agent-app.ts';
import { test as demoTest, expect, finished, pageKey, send, writing } from './app.ts';
import { violations } from './look.ts';
import { expectWritten } from './written.ts';

const LONG = 'Take your time';

/** Sends a message whose answer ends when it is told to. */
async function sendLong(page: Page, app: AgentApp): Promise<void> {
  app.script = [['Begun.', { id: 's', name: 'slow', input: {} }]];
  await send(page, LONG);
  await expect(page.getByText('Half of it is done')).toBeVisible();
}

test('U71 what is sent during a turn waits, survives a reload, and is sent once and in order', async ({
  page,
  app,
  context,
}) => {
  const box = page.getByRole('textbox', { name: 'Message' });
  const queue = page.getByRole('list', { name: 'Queued messages' });
  await sendLong(page, app);
  await expect(box).toHaveAttribute('aria-placeholder', 'Queue a follow-up…');
  for (const text of ['First', 'Second', 'Third']) {
    await box.fill(text);
    await box.press('Enter');
  }
  await expect(queue.getByRole('listitem')).toHaveCount(3);
  await expectWritten(box, '');
  expect(await violations(page)).toEqual([]);
  await queue.getByRole('button', { name: 'Do not send: Second' }).click();
  await expectWritten(box, 'Second');
  await box.fill('');
  await page.reload();
  await expect(queue.getByRole('listitem')).toHaveText([/First/, /Third/]);
  // A second tab sees it, and sends nothing twice.
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByRole('listitem').filter({ hasText: 'Third' })).toBeVisible();
  await writing(page).click();
  await expect(page.locator('.mr-bubble')).toHaveText([LONG, 'First', 'Third'], { timeout: 30_000 });
  await finished(page);
  for (const each of [page, other]) {
    await expect(each.getByRole('list', { name: 'Queued messages' })).toHaveCount(0);
    await expect(each.locator('.mr-bubble')).toHaveText([LONG, 'First', 'Third']);
  }
  await page.reload();
  await expect(page.locator('.mr-bubble')).toHaveText([LONG, 'First', 'Third']);
});

test('U71 what waits in one chat is sent while another one is open', async ({ page, app }) => {
  const box = page.getByRole('textbox', { name: 'Message' });
  await sendLong(page, app);
  const address = page.url();
  await box.fill('And then?');
  await box.press('Enter');
  await page.getByRole('button', { name: 'New chat' }).click();
  await expect(page).toHaveURL(`${app.url}/`);
  app.release();
  const asked = async (): Promise<number> => {
    const id = address.split('/').at(-1);
    const kept = await page.request.get(`${app.url}/api/chats/${id}/messages`, await pageKey(page));
    const { messages } = await kept.json();
    return messages.filter(({ text }: { text: string }) => text === 'And then?').length;
  };
  await expect.poll(asked).toBe(1);
});

test('S371 what waits is sent although every tab is closed', async ({ page, app, context }) => {
  const box = page.getByRole('textbox', { name: 'Message' });
  const queue = page.getByRole('list', { name: 'Queued messages' });
  await sendLong(page, app);
  for (const text of ['First', 'Second']) {
    await box.fill(text);
    await box.press('Enter');
  }
  await expect(queue).toContainText('Sent when this turn ends');
  const address = page.url();
  const waits = async (): Promise<number> => (await app.store.listChats())[0]?.queued?.length ?? 0;
  await expect.poll(waits).toBe(2);
  await page.close();
  app.release();
  await expect.poll(waits).toBe(0);
  const again = await context.newPage();
  await again.goto(address);
  await expect(again.locator('.mr-bubble')).toHaveText([LONG, 'First', 'Second']);
  await finished(again);
});

test('U27 what finds no server waits above the box, and is sent once when it is back', async ({
  page,
  context,
}) => {
  const box = page.getByRole('textbox', { name: 'Message' });
  await context.setOffline(true);
  await box.fill('Do not lose me');
  await box.press('Enter');
  const queue = page.getByRole('list', { name: 'Queued messages' });
  await expect(queue).toContainText('Will send when you’re back online');
  await expect(queue).toContainText('Do not lose me');
  await expectWritten(box, '');
  await context.setOffline(false);
  await finished(page);
  await expect(page).toHaveURL(/\/chat\//);
  await expect(page.locator('.mr-bubble')).toHaveText(['Do not lose me']);
  await expect(queue).toHaveCount(0);
  await page.reload();
  await expect(page.locator('.mr-bubble')).toHaveText(['Do not lose me']);
});

test('U349 what the server refuses comes back into the box with the reason', async ({ page }) => {
  const box = page.getByRole('textbox', { name: 'Message' });
  await page.route('**/messages', (route) =>
    route.fulfill({ status: 400, json: { code: 'bad_body', message: 'Not like this.' } }),
  );
  await box.fill('Refused');
  await box.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Not like this.');
  await expectWritten(box, 'Refused');
});

demoTest('U349 a prompt that the server refuses goes into an empty box', async ({ page }) => {
  const box = page.getByRole('textbox', { name: 'Message' });
  await page.route('**/messages', (route) =>
    route.fulfill({ status: 400, json: { code: 'bad_body', message: 'Not like this.' } }),
  );
  await page.getByRole('button', { name: 'Review a pull request' }).click();
  await expectWritten(box, /^Review the rate limiter/);
  await expect(page.getByRole('alert')).toHaveText('Not like this.');
});
