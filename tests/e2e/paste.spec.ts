import type { Page } from '@playwright/test';
import { test } from './agent-app.ts';
import { expect } from './app.ts';

const box = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });

/** Pastes into the box as a browser does: a paste that nobody takes is the plain text. */
async function paste(page: Page, types: Readonly<Record<string, string>>): Promise<void> {
  await box(page).focus();
  await box(page).evaluate((area, flavours) => {
    const clipboardData = new DataTransfer();
    for (const [type, data] of Object.entries(flavours)) clipboardData.setData(type, data);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    if (area.dispatchEvent(event)) document.execCommand('insertText', false, flavours['text/plain'] ?? '');
  }, types);
}

const CODE = 'const a = 1;\nexport { a };';
const SHEET =
  '<google-sheets-html-origin><table data-sheets-root="1"><tr><td>id</td><td>sum</td></tr><tr><td>A</td><td data-sheets-value="{&quot;1&quot;:3,&quot;3&quot;:5511981918127}">5.51198E+12</td></tr></table>';

test('U520 code and cells are pasted as Markdown, undone at once, and sent as they stand', async ({
  page,
  app,
}) => {
  app.script = [['Read.']];
  await box(page).fill('Look');
  await paste(page, { 'text/plain': CODE, 'vscode-editor-data': '{"version":1,"mode":"typescript"}' });
  const fence = `Look\n\n\`\`\`typescript\n${CODE}\n\`\`\`\n\n`;
  await expect(box(page)).toHaveValue(fence);
  await page.keyboard.press('Control+z');
  await expect(box(page)).toHaveValue('Look');
  await paste(page, { 'text/plain': 'id\tsum\nA\t5.51198E+12', 'text/html': SHEET });
  const table = 'Look\n\n| id | sum |\n| --- | --- |\n| A | 5511981918127 |';
  await expect(box(page)).toHaveValue(`${table}\n\n`);
  await box(page).press('Enter');
  await expect(page.getByText('Read.')).toBeVisible();
  expect(JSON.stringify(app.requests[0]?.messages)).toContain(JSON.stringify(table).slice(1, -1));
});

test('U521 plain text is pasted as it is', async ({ page }) => {
  await paste(page, { 'text/plain': 'a * b\n```' });
  await expect(box(page)).toHaveValue('a * b\n```');
});
