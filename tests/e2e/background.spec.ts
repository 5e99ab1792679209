import { test } from './agent-app.ts';
import { expect, send } from './app.ts';
import { calls, reload, theEnd } from './cards.ts';
import { violations } from './look.ts';

test('U47 a call that takes long goes on in the background, and its result comes as a message', async ({
  page,
  app,
}) => {
  app.script = [[{ id: 'v1', name: 'render', input: { what: 'video' } }]];
  await send(page, 'Render it');
  await theEnd(page);
  for (let round = 0; round < 2; round++) {
    await expect(calls(page)).toContainText('Continues in the background.');
    if (round === 0) await reload(page);
  }
  expect(await violations(page)).toEqual([]);
  app.release();
  await expect(page.locator('.mr-message-assistant')).toHaveCount(2);
  await expect(page.getByText('The end.')).toHaveCount(2);
  // It goes on no longer.
  await expect(calls(page).first()).toContainText('done');
  await expect(page.getByText('Continues in the background.')).toHaveCount(0);
  await reload(page);
  await expect(calls(page).first()).toContainText('done');
  await expect(page.getByText('Continues in the background.')).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
});
