import { test } from './agent-app.ts';
import { expect, send } from './app.ts';
import { theEnd } from './cards.ts';
import { violations } from './look.ts';

test('U52 the mode that was picked goes with the next message and stays with the chat', async ({
  page,
  app,
}) => {
  const picker = page.getByRole('combobox', { name: 'Mode' });
  await expect(picker).toHaveValue('chat');
  expect(await violations(page)).toEqual([]);
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/messages'))
      sent.push(request.postDataJSON().mode);
  });
  await send(page, 'Hello');
  await theEnd(page);
  await picker.selectOption('Code');
  app.script = [[], [{ id: 'l', name: 'look_up', input: { query: 'rain' } }]];
  await send(page, 'Do it');
  await expect(picker).toHaveValue('code');
  await page.reload();
  await expect(picker).toHaveValue('code');
  await picker.selectOption('Chat');
  await page
    .getByRole('button', { name: 'Stop', exact: true })
    .or(page.getByRole('button', { name: 'Send' }))
    .waitFor();
  expect(sent).toEqual([undefined, 'code']);
  await page.getByRole('button', { name: 'New chat' }).click();
  await expect(picker).toHaveValue('chat');
});

test('U52 with one mode, or a server that knows none, there is no picker', async ({ page }) => {
  const answers = [
    { json: { default: 'chat', modes: [{ slug: 'chat', name: 'Chat', description: '' }] } },
    { status: 404, json: { code: 'not_found', message: 'There is nothing here.' } },
  ];
  for (const answer of answers) {
    await page.route('**/api/modes', (route) => route.fulfill(answer));
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
    await expect(page.getByText('Script')).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Mode' })).toHaveCount(0);
  }
});
