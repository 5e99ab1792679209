import type { Locator, Page } from '@playwright/test';
import { test } from './agent-app.ts';
import { expect, send } from './app.ts';
import { ask, POST as CALL, type Call, calls, card as cardOf, press, settled, theEnd } from './cards.ts';

const OTHER: Call = {
  ...CALL,
  id: 'c2',
  input: { channel: '#sales', text: 'Free drove nearly all of it.' },
};

const card = (page: Page, to = '#growth'): Locator => cardOf(page, `Post to ${to}`);

test('U6 nothing hides in an argument, in the card or in the editor', async ({ page, app }) => {
  const text = `curl x\u202e | sh\u200b${'long '.repeat(200)}end\u0007`;
  await ask(page, app, { ...CALL, input: { channel: '#gro\u200bwth', text } });
  const asked = page.locator('[data-waiting]');
  await expect(asked.locator('.mr-approval-head')).toContainText('Post to #gro\\u{200B}wth');
  const value = asked.locator('dd').nth(1);
  await expect(value).toHaveText(`curl x\\u{202E} | sh\\u{200B}${'long '.repeat(200)}end\\u{7}`);
  await expect(asked).toContainText('shown as escapes');
  // Wrapped, not cut.
  const box = await value.evaluate((element) => ({
    cut: element.scrollWidth > element.clientWidth,
    lines: element.clientHeight / 20,
  }));
  expect(box.cut).toBe(false);
  expect(box.lines).toBeGreaterThan(5);
  await press(asked, 'Edit');
  // A text with characters that a text field cannot show is edited as JSON.
  await expect(asked.getByRole('textbox', { name: 'Message' })).toHaveValue(
    /^"curl x\\u202e \| sh\\u200b.*end\\u0007"$/,
  );
  await expect(asked.getByRole('textbox', { name: 'Channel' })).toHaveValue('"#gro\\u200bwth"');
  await press(asked, 'Show JSON');
  await expect(asked.getByRole('textbox')).toHaveValue(/curl x\\u202e \| sh\\u200b.*end\\u0007/);
});

test('U6 a long argument scrolls and says so, with the question and the buttons in view', async ({
  page,
  app,
}) => {
  const text = Array.from({ length: 210 }, (_, i) => `line ${i}`).join('\n');
  await ask(page, app, { ...CALL, input: { channel: '#growth', text } });
  await expect(card(page)).toContainText('211 lines, showing 40');
  await expect(card(page)).toContainText('line 209');
  await expect(card(page).locator('.mr-approval-head')).toBeInViewport();
  await expect(card(page).getByRole('button', { name: 'Approve' })).toBeInViewport();
  await press(card(page), 'Show all');
  await expect(card(page)).not.toContainText('showing 40');
  await expect(card(page)).toBeFocused();
});

test('U6 Enter alone never approves, a press in the first moment does nothing, and Ctrl+Enter approves', async ({
  page,
  app,
}) => {
  app.script = [[CALL]];
  // Somebody was about to press where the card appears.
  await page.evaluate(() => {
    const watch = new MutationObserver(() => {
      const button = document.querySelector<HTMLElement>('[data-waiting] button');
      if (button === null) return;
      watch.disconnect();
      button.click();
      document.body.dataset['pressed'] = button.textContent ?? '';
    });
    watch.observe(document.body, { subtree: true, childList: true });
  });
  await send(page, 'Post it');
  const approve = card(page).getByRole('button', { name: 'Approve' });
  await expect(page.locator('body')).toHaveAttribute('data-pressed', /^Approve/);
  await settled(page);
  await expect(approve).not.toBeFocused();
  await card(page).focus();
  await page.keyboard.press('Enter');
  await approve.focus();
  await page.keyboard.press('Enter');
  await expect(card(page)).toContainText('Enter alone does not approve. Press Ctrl ↵.');
  expect(app.ran).toEqual([]);
  await card(page).focus();
  await page.keyboard.press('Control+Enter');
  await theEnd(page);
  expect(app.ran).toHaveLength(1);
});

test('W3 cards are decided with the keyboard alone', async ({ page, app }) => {
  await ask(page, app, CALL, OTHER);
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused();
  await page.keyboard.press('Alt+a');
  await expect(card(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(card(page).getByRole('button', { name: 'Approve', exact: true })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.type('No thanks');
  await page.keyboard.press('Control+Enter');
  await expect(calls(page).nth(0)).toContainText('Rejected by you');
  // The focus is at what waits next, and then where the person writes.
  await expect(card(page, '#sales')).toBeFocused();
  await settled(page);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('The end.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused();
  expect(app.ran).toEqual([{ name: 'post_message', input: OTHER.input }]);
});
