import type { Page } from '@playwright/test';
import { test } from './agent-app.ts';
import { expect, send } from './app.ts';
import { card, press, settled, theEnd } from './cards.ts';
import { look, violations } from './look.ts';
import { openSettings } from './settings-page.ts';

const settings = (page: Page) => page.locator('#settings');

test('G12 the page shows what a skill found, live and after a reload', async ({ page, app }) => {
  app.script = [['I look.', { id: 'c1', name: 'look_up', input: { query: 'mills' } }]];
  await send(page, 'What are mills?');
  await theEnd(page);
  const embed = page.getByRole('figure', { name: /^Search/ });
  await expect(embed.getByRole('link', { name: 'Mills' })).toHaveAttribute('href', 'https://example.com/');
  await page.reload();
  await theEnd(page);
  await expect(embed).toHaveCount(1);
  await expect(embed.getByRole('link', { name: 'Mills' })).toBeVisible();
  await look(page, 'skill');
});

test('G18 a memory is written in the settings and read when the person allows it', async ({ page, app }) => {
  await openSettings(page, 'Memories');
  await settings(page).getByRole('button', { name: 'Add a memory' }).click();
  await settings(page).getByLabel('App, such as Code').fill('Code');
  await settings(page).getByLabel('Name, such as Favorite languages').fill('Current projects');
  await settings(page).getByLabel('What the assistant should know').fill('Millrace');
  expect(await violations(page)).toEqual([]);
  await settings(page).getByRole('button', { name: 'Save' }).click();
  await expect(settings(page).getByText('Code: Current projects')).toBeVisible();
  await settings(page).getByRole('button', { name: 'Change Current projects' }).click();
  await settings(page).getByLabel('What the assistant should know').fill('A mill');
  await settings(page).getByRole('button', { name: 'Save' }).click();
  await expect(settings(page).getByText('A mill')).toBeVisible();
  await look(page, 'memories');
  await page.keyboard.press('Escape');

  const requested = [{ app: 'Code', settings_and_memories: ['Current projects'] }];
  app.script = [[{ id: 'c1', name: 'request_memories', input: { requested } }]];
  await send(page, 'Help me');
  const question = card(page, 'Let the model read Current projects');
  await expect(question).toBeVisible();
  await settled(page);
  await expect(question.getByRole('button', { name: 'Always allow' })).toHaveCount(0);
  await press(question, 'Approve');
  await theEnd(page);
  expect(JSON.stringify(app.requests.at(-1)?.messages)).toContain('A mill');

  await openSettings(page, 'Memories');
  await settings(page).getByRole('button', { name: 'Forget Current projects' }).click();
  await expect(settings(page).getByText('Code: Current projects')).toHaveCount(0);
  expect(await app.store.listMemories()).toEqual([]);
});
