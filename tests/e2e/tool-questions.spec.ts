import { test } from './agent-app.ts';
import { expect, send } from './app.ts';
import { calls, press, resultTold, settled, theEnd } from './cards.ts';
import { look } from './look.ts';

test('X1 a person answers what a tool asks while it runs, and an answer that does not fit can be mended', async ({
  page,
  app,
}) => {
  app.script = [[{ id: 'c1', name: 'register', input: {} }]];
  await send(page, 'Register me');
  const card = page.getByRole('group', { name: 'Asks you Who comes to dinner?', exact: true });
  await expect(card.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription('Your full name');
  await expect(card.getByRole('combobox', { name: 'Meal' })).toHaveValue('0');
  await expect(page.locator('[aria-live="assertive"]')).toHaveText('Waiting for you: Who comes to dinner?');
  await settled(page);
  await look(page, 'tool-question');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await look(page, 'tool-question-phone-dark');
  await page.setViewportSize({ width: 1280, height: 800 });

  await press(card, 'Send answer');
  await expect(card.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await expect(card).toContainText('This is required.');
  await card.getByRole('textbox', { name: 'Name' }).fill('Ada');
  await card.getByRole('combobox', { name: 'Meal' }).selectOption('beans');
  await press(card, 'Send answer');
  await theEnd(page);
  expect(resultTold(app, 'c1')).toBe('{"action":"accept","content":{"meal":"beans","name":"Ada"}}');
  await expect(calls(page)).toContainText('done');
});
