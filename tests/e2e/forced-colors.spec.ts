import type { Locator } from '@playwright/test';
import { test } from './agent-app.ts';
import { expect, send } from './app.ts';
import { openSettings } from './settings-page.ts';

// A system whose colours are few: what they say must be said by lines, or by the colours of a selection.

const background = (element: Locator): Promise<string> =>
  element.evaluate((found) => getComputedStyle(found).backgroundColor);

test('U26 with the colours of the system it is still seen what is open, chosen and focused', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await send(page, 'Question');
  await expect(page.getByText('The end.')).toBeVisible();
  const chat = page.getByRole('link', { name: 'Question' });
  const settings = page.getByRole('link', { name: 'Settings', exact: true });
  expect(await background(chat)).not.toBe(await background(settings));
  await expect(page.locator('.mr-bubble')).toHaveCSS('border-style', 'solid');
  await page.getByRole('textbox', { name: 'Message' }).focus();
  await expect(page.locator('.mr-composer-box')).toHaveCSS('outline-style', 'solid');
  await openSettings(page, 'Appearance');
  const section = (name: string) => page.getByRole('navigation', { name: 'Sections' }).getByText(name);
  expect(await background(section('Appearance'))).not.toBe(await background(section('Models')));
  const choice = (name: string) => page.locator('label', { hasText: name });
  expect(await background(choice('Normal'))).not.toBe(await background(choice('Large')));
});
