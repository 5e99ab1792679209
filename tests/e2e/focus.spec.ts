import type { Page } from '@playwright/test';
import { test } from './agent-app.ts';
import { expect, send } from './app.ts';
import { openSettings } from './settings-page.ts';

const box = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Presses a button as somebody does who has no mouse. */
async function enter(page: Page, name: string): Promise<void> {
  await button(page, name).first().focus();
  await page.keyboard.press('Enter');
}

test('W3 what asks something and is gone then leaves the focus at the message box', async ({ page, app }) => {
  const values = [{ label: 'Thanks', value: 'Thank you' }];
  const actions = [{ label: 'Refresh', action: 'refresh', handler: 'server' }];
  app.script = [
    ['First.'],
    ['Second.', { id: 'v', name: 'suggest_values', input: { values } }],
    ['Is that all?'],
    ['Third.', { id: 'a', name: 'suggest_actions', input: { actions } }],
    ['Is that all?'],
    ['Fourth.', { id: 's', name: 'slow', input: {} }],
    ['Fifth.'],
  ];
  await send(page, 'Question');
  for (const [name, answer] of [
    ['Retry', 'Second.'],
    ['Thanks', 'Third.'],
    ['Refresh', 'Fourth.'],
  ] as const) {
    await enter(page, name);
    await expect(page.getByText(answer)).toBeVisible();
    await expect(box(page)).toBeFocused();
  }
  await box(page).fill('Not this');
  await page.keyboard.press('Enter');
  await enter(page, 'Do not send: Not this');
  await expect(box(page)).toBeFocused();
  // With words in the box there are two buttons, and one of them goes.
  await enter(page, 'Stop');
  await expect(page.getByText(/^You stopped this/)).toBeVisible();
  await expect(box(page)).toBeFocused();
  await enter(page, 'Continue');
  await expect(page.getByText('Fifth.')).toBeVisible();
  await expect(box(page)).toBeFocused();
});

test('W3 what opens something has the focus again when that is closed', async ({ page, app }) => {
  app.script = [['First.'], ['Second.']];
  await send(page, 'Question');
  await expect(page.getByText('First.')).toBeVisible();
  const title = page.getByRole('heading', { level: 1 }).getByRole('button');
  for (const key of ['Escape', 'Enter']) {
    await title.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Mills');
    await page.keyboard.press(key);
    await expect(title).toBeFocused();
  }
  await enter(page, 'Search');
  await page.keyboard.press('Escape');
  await expect(button(page, 'Search')).toBeFocused();
  await enter(page, 'Go back to here');
  await expect(page.getByRole('group', { name: 'Go back to before this message' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button(page, 'Go back to here')).toBeFocused();
  // The picker of one version replaces the other's.
  await enter(page, 'Retry');
  await expect(page.getByText('2 of 2')).toBeVisible();
  await expect(page.getByText('Second.')).toBeVisible();
  await enter(page, 'Previous version');
  await expect(page.getByText('1 of 2')).toBeVisible();
  await expect(button(page, 'Previous version')).toBeFocused();
});

test('W3 the button that leads to the end leaves the focus in the transcript', async ({ page, app }) => {
  app.script = [[Array.from({ length: 60 }, (_, i) => `Line ${i}`).join('\n\n')]];
  await send(page, 'Question');
  await enter(page, 'Jump to latest');
  await expect(page.locator('.mr-transcript')).toBeFocused();
  await expect(page.getByText('Line 59')).toBeInViewport();
});

test('W3 forms of the settings take the focus and give it back', async ({ page }) => {
  const settings = await openSettings(page, 'Memories');
  await enter(page, 'Add a memory');
  await page.keyboard.type('Code');
  await expect(settings.getByLabel('App, such as Code')).toHaveValue('Code');
  await enter(page, 'Cancel');
  await expect(settings.getByRole('button', { name: 'Add a memory' })).toBeFocused();
});
