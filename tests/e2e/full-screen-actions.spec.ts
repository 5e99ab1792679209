import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { test } from './agent-app.ts';
import { expect, finished, send } from './app.ts';
import { settled, unfold } from './cards.ts';
import { opens, screen } from './embeds-app.ts';
import { look, smallTargets } from './look.ts';
import { still } from './still.ts';

const FILE = 'export const wheel = 24;\n';
const write = (id: string, path: string, content: string) => ({
  ...{ id, name: 'write_to_file' },
  input: { path, content },
});

async function written(page: Page): Promise<void> {
  await send(page, 'Write it');
  for (let count = 0; count < 2; count++) {
    const approve = page.getByRole('button', { name: 'Approve', exact: true }).first();
    await expect(approve).toBeVisible();
    await settled(page);
    await approve.click();
    await expect(page.locator('[data-waiting]')).toHaveCount(1 - count);
  }
  await expect(page.getByText('That is all.')).toBeVisible();
  await finished(page);
}

test('U101 code that shows a file of the answer can be reverted in full screen, as at its step', async ({
  page,
  app,
}) => {
  const other = '```ts:src/other.ts\nlet a = 1;\n```';
  app.script = [
    [write('w1', 'src/wheel.ts', FILE), write('w2', 'src/gate.ts', 'shut')],
    [`Done:\n\n\`\`\`ts:src/wheel.ts\n${FILE}\`\`\`\n\nand\n\n${other}\n\nThat is all.`],
  ];
  await written(page);
  const file = join(app.workspace, 'src/wheel.ts');
  expect(readFileSync(file, 'utf8')).toBe(FILE);
  await opens(page, /other\.ts/).click();
  await expect(screen(page).getByRole('button', { name: 'Copy' })).toBeVisible();
  await expect(screen(page).getByRole('button', { name: 'Revert' })).toHaveCount(0);
  await expect(screen(page)).not.toContainText('Changed by');
  await page.keyboard.press('Escape');
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width: 390, height: 844 });
    await opens(page, /wheel\.ts/).click();
    await expect(screen(page).getByRole('button', { name: 'Revert' })).toBeVisible();
    await expect(screen(page).getByText('Changed by “Wrote src/wheel.ts”')).toBeVisible();
    await still(page);
    await look(page, `full-revert-phone-${theme}`);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1280, height: 800 });
  }
  await opens(page, /wheel\.ts/).click();
  await expect(screen(page)).toContainText('Changed by “Wrote src/wheel.ts”, just now');
  await screen(page).getByRole('button', { name: 'Revert' }).click();
  await expect(screen(page).getByRole('status').getByText('Reverted.')).toBeVisible();
  await expect(screen(page).getByRole('button', { name: 'Revert' })).toHaveCount(0);
  // The button is gone; the focus is still here.
  expect(await screen(page).evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
  expect(existsSync(file)).toBe(false);
  expect(existsSync(join(app.workspace, 'src/gate.ts'))).toBe(true);
  await page.keyboard.press('Escape');
  await unfold(page);
  await expect(page.getByRole('group', { name: /^Tool call/ }).first()).toContainText('Reverted.');
  await page.reload();
  await opens(page, /wheel\.ts/).click();
  await expect(screen(page).getByText('Reverted.')).toBeVisible();
});

for (const width of [390, 320])
  test(`U102 nothing of the bar is cut in full screen at ${width} px`, async ({ page, app }) => {
    const table = '| a | b |\n|---|---|\n| 1 | 2 |';
    const doc = '```document_html\n<!-- title: "A mill" -->\n<p>It turns.</p>\n```';
    app.script = [
      ['```ts:src/wheel.ts\nlet a = 1;\n```'],
      [`\`\`\`ts:src/wheel.ts\n${FILE}\`\`\`\n\n${table}\n\n${doc}\n\nThat is all.`],
    ];
    await send(page, 'One');
    await finished(page);
    await page.getByRole('textbox', { name: 'Message' }).fill('Two');
    await page.keyboard.press('Enter');
    await expect(page.getByText('That is all.')).toBeVisible();
    await finished(page);
    await page.setViewportSize({ width, height: 844 });
    for (const name of [/wheel\.ts/, /^Table/, /^A mill/]) {
      await opens(page, name).last().click();
      const buttons = screen(page).locator('.mr-full-head button:visible');
      await expect(screen(page).getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
      for (const button of await buttons.all()) {
        const box = await button.boundingBox();
        expect(box?.x).toBeGreaterThanOrEqual(0);
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
        expect(await button.evaluate((each) => each.scrollWidth <= each.clientWidth)).toBe(true);
      }
      expect(
        await screen(page)
          .locator('.mr-full-head, .mr-full-actions')
          .evaluateAll((all) => all.map((each) => each.scrollWidth > each.clientWidth)),
      ).toEqual([false, false]);
      expect((await smallTargets(page)).filter((each) => each.includes('mr-full'))).toEqual([]);
      await still(page);
      await look(page, `full-bar-${width}-${name.source.replace(/\W/g, '')}`);
      await page.keyboard.press('Escape');
    }
  });
