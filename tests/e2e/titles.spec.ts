import { test } from './agent-app.ts';
import { expect, send, watchProblems } from './app.ts';
import { violations } from './look.ts';

test('U73 a chat is renamed in its place, on every device, and stays so', async ({ page, context }) => {
  await send(page, 'Plan the trip');
  await expect(page.getByText('The end.')).toBeVisible();
  const other = await context.newPage();
  const problems = watchProblems(other);
  await other.goto(page.url());
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Plan the trip');
  const named: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') named.push(request.postDataJSON());
  });
  await page.getByRole('heading', { level: 1 }).getByRole('button').click();
  const field = page.getByRole('textbox', { name: 'Name of this chat' });
  await field.fill('Not this');
  await field.press('Escape');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plan the trip');
  await page.getByRole('heading', { level: 1 }).getByRole('button').click();
  await field.fill('Lisbon');
  expect(await violations(page)).toEqual([]);
  await field.press('Enter');
  for (const each of [page, other]) {
    await expect(each.getByRole('heading', { level: 1 })).toHaveText('Lisbon');
    await expect(each.getByRole('navigation').getByRole('link', { name: 'Lisbon' })).toBeVisible();
  }
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lisbon');
  expect(named).toMatchObject([{ title: 'Lisbon' }]);
  expect(problems).toEqual([]);
});

test('U73 a chat is deleted while it works, on every device, and an undo brings it back', async ({
  page,
  app,
  context,
}) => {
  app.script = [['First.'], ['Second.', { id: 's', name: 'slow', input: {} }]];
  await send(page, 'Keep me');
  await expect(page.getByText('First.')).toBeVisible();
  await page.getByRole('button', { name: 'New chat' }).click();
  await send(page, 'Take your time');
  await expect(page.getByText('Half of it is done')).toBeVisible();
  const address = page.url();
  const other = await context.newPage();
  await other.goto(address);
  await expect(other.getByText('Second.')).toBeVisible();
  await expect(other.locator('.app-chats').getByRole('link')).toHaveCount(2);
  await page.getByRole('button', { name: 'Actions for this chat' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page).toHaveURL(`${app.url}/`);
  for (const each of [page, other])
    await expect(each.locator('.app-chats').getByRole('link')).toHaveText(['Keep me']);
  await expect(other.getByRole('alert')).toContainText('This chat was deleted.');
  await expect(other.getByText('Second.')).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'Deleted “Take your time”' })).toBeVisible();
  // The store knows, so a server that starts again does too.
  await app.restart();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page).toHaveURL(address);
  await expect(page.getByText(/^You stopped this/)).toBeVisible();
  await expect(other.locator('.app-chats').getByRole('link')).toHaveText(['Take your time', 'Keep me']);
});
