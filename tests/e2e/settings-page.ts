import type { Locator, Page } from '@playwright/test';

type Section =
  | 'Models'
  | 'Instructions'
  | 'Tools and approvals'
  | 'Memories'
  | 'Privacy and devices'
  | 'Account and devices'
  | 'API tokens'
  | 'Storage and sync'
  | 'Appearance'
  | 'Accessibility'
  | 'People'
  | 'About';

/** Goes to a section of the settings as a person does, on a wide screen or a small one. */
export async function openSettings(page: Page, section: Section): Promise<Locator> {
  const menu = page.getByRole('button', { name: 'Open the menu' });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  const choice = page.getByRole('combobox', { name: 'Sections' });
  await page.locator('#settings').waitFor();
  if (await choice.isVisible()) await choice.selectOption({ label: section });
  else await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: section }).click();
  return page.locator('#settings');
}
