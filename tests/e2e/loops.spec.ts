import type { Page } from '@playwright/test';
import { type AgentApp, test } from './agent-app.ts';
import { expect, send } from './app.ts';
import { type Call, resultTold, settled, theEnd } from './cards.ts';
import { violations } from './look.ts';

const again = (i: number): readonly Call[] => [{ id: `l${i}`, name: 'look_up', input: { query: 'rain' } }];
const loop = (page: Page) => page.getByRole('group', { name: /^This looks like a loop/ });

/** The model looks up the same again and again. */
async function stuck(page: Page, app: AgentApp): Promise<void> {
  app.script = [again(1), again(2), again(3), again(4)];
  await send(page, 'Look');
  await expect(loop(page)).toContainText('The same call for the 4th time in a row.');
  await settled(page);
}

test('U43 the fourth same call asks, and stopping it with a hint tells the model', async ({ page, app }) => {
  await stuck(page, app);
  expect(app.ran).toHaveLength(3);
  expect(await violations(page)).toEqual([]);
  await page.reload();
  await expect(loop(page)).toBeVisible();
  await settled(page);
  await loop(page).getByRole('textbox').fill('Ask Ann instead.');
  await page.keyboard.press('Control+Enter');
  await theEnd(page);
  expect(app.ran).toHaveLength(3);
  expect(resultTold(app, 'l4')).toContain('Ask Ann instead.');
  await expect(page.getByText('Rejected by you: “Ask Ann instead.”')).toBeVisible();
});

test('U43 a loop that may go on runs once more', async ({ page, app }) => {
  await stuck(page, app);
  await loop(page).getByRole('button', { name: 'Let it go on' }).click();
  await theEnd(page);
  expect(app.ran).toHaveLength(4);
});
