import type { Page } from '@playwright/test';
import { type AgentApp, test } from './agent-app.ts';
import { expect, send } from './app.ts';
import { type Call, resultTold, settled, theEnd } from './cards.ts';
import { violations } from './look.ts';

const again = (i: number): readonly Call[] => [{ id: `l${i}`, name: 'look_up', input: { query: 'rain' } }];
const loop = (page: Page) => page.getByRole('group', { name: /^It may be stuck/ });

/** The model looks up the same again and again. */
async function stuck(page: Page, app: AgentApp): Promise<void> {
  app.script = [again(1), again(2), again(3), again(4)];
  await send(page, 'Look');
  await expect(loop(page)).toContainText('same call 3 times, same result');
  await settled(page);
}

test('U43 the fourth same call asks, and stopping it with a hint tells the model', async ({ page, app }) => {
  await stuck(page, app);
  expect(app.ran).toHaveLength(3);
  expect(await violations(page)).toEqual([]);
  await page.reload();
  await expect(loop(page)).toBeVisible();
  await settled(page);
  await expect(loop(page).getByRole('button')).toHaveText([/^Tell it/, 'Try once more', /^Stop here/]);
  await loop(page).getByRole('button', { name: 'Tell it what to try…' }).click();
  await loop(page).getByRole('textbox').fill('Ask Ann instead.');
  await page.keyboard.press('Control+Enter');
  await theEnd(page);
  expect(app.ran).toHaveLength(3);
  expect(resultTold(app, 'l4')).toContain('Ask Ann instead.');
  await expect(page.getByText('Rejected by you: “Ask Ann instead.”')).toBeVisible();
});

test('U43 a loop that may go on runs once more', async ({ page, app }) => {
  await stuck(page, app);
  await loop(page).getByRole('button', { name: 'Try once more' }).click();
  await theEnd(page);
  expect(app.ran).toHaveLength(4);
});

test('U43 a loop that failed says with what and what it cost, and Enter stops it', async ({ page, app }) => {
  const failing = (i: number): readonly Call[] => [
    { id: `l${i}`, name: 'look_up', input: { query: 'nothing' } },
  ];
  app.tokens = 100;
  app.script = [failing(1), failing(2), failing(3), failing(4)];
  await send(page, 'Look');
  await expect(loop(page)).toContainText('Failed each time with “Nothing is there”.');
  await expect(loop(page)).toContainText('300 tokens used on this so far.');
  await settled(page);
  await loop(page).focus();
  await page.keyboard.press('Enter');
  await theEnd(page);
  expect(app.ran).toHaveLength(3);
});
