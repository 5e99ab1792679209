import { test } from './agent-app.ts';
import { expect, send } from './app.ts';
import { openSettings } from './settings-page.ts';

test('U13 who wants to hears each sentence when it has ended, and the rest at the end', async ({
  page,
  app,
}) => {
  await openSettings(page, 'Accessibility');
  await page.getByRole('radio', { name: 'Each sentence' }).check();
  await page.getByRole('button', { name: 'New chat' }).click();
  app.script = [['One is **done**. Two is', { id: 's', name: 'slow', input: {} }], ['The rest']];
  await send(page, 'Count');
  const status = page.getByRole('status');
  await expect(status).toHaveText('One is done.');
  await expect(page.getByText('Half of it is done')).toBeVisible();
  app.release();
  await expect(status).toHaveText(/The rest$/);
});
