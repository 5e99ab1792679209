import { expect, test } from './app.ts';
import { card, settled, unfold } from './cards.ts';

test.use({ appOptions: { pace: 60, env: {} } });
const dir = '/tmp/tl/pics';
for (const [theme, w, h] of [
  ['light', 1280, 900],
  ['dark', 1280, 900],
  ['light', 390, 844],
  ['dark', 390, 844],
] as const) {
  test(`U9 look ${theme} ${w}`, async ({ page }) => {
    test.setTimeout(150_000);
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width: w, height: h });
    await page.getByRole('button', { name: 'Review a pull request with two agents' }).click();
    await expect(page.getByRole('group', { name: 'Tool call: new_task' })).toHaveCount(2, {
      timeout: 20_000,
    });
    await page.waitForTimeout(3500);
    await page.screenshot({ path: `${dir}/x-agents-${theme}-${w}.png` });
    await expect(page.getByRole('button', { name: /^Worked/ })).toBeVisible({ timeout: 90_000 });
    await unfold(page);
    await page.locator('.mr-transcript').evaluate((e) => e.scrollTo(0, 0));
    await page
      .getByRole('button', { name: /Sub-agent/ })
      .first()
      .click();
    await page.waitForTimeout(400);
    await page.screenshot({ path: `${dir}/x-agents-done-${theme}-${w}.png` });
  });
  test(`U9 look edit ${theme} ${w}`, async ({ page }) => {
    test.setTimeout(150_000);
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width: w, height: h });
    await page.getByRole('button', { name: 'Edit a file, but ask me first' }).click();
    await page.waitForTimeout(2500);
    await page.screenshot({ path: `${dir}/x-edit-run-${theme}-${w}.png` });
    await expect(card(page, 'Change src/app.ts')).toBeVisible({ timeout: 40_000 });
    await settled(page);
    await page.locator('.mr-transcript').evaluate((e) => e.scrollTo(0, 0));
    await page.screenshot({ path: `${dir}/x-edit-wait-${theme}-${w}.png` });
    await card(page, 'Change src/app.ts').getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByRole('button', { name: /^Worked/ })).toBeVisible({ timeout: 90_000 });
    await unfold(page);
    await page.locator('.mr-transcript').evaluate((e) => e.scrollTo(0, 0));
    await page.locator('.mr-tool .mr-step-head').last().click();
    await page.waitForTimeout(400);
    await page.screenshot({ path: `${dir}/x-edit-done-${theme}-${w}.png` });
  });
}
