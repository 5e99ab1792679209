import { expect, test } from './app.ts';
import { lookTwice } from './look.ts';
import { seeCode } from './see-code.ts';
import { openSettings } from './settings-page.ts';

test('N13 without an https address the settings say what is missing and the fix', async ({ page }) => {
  const settings = await openSettings(page, 'Account and devices');
  await settings.getByRole('button', { name: 'Show the code' }).press('Enter');
  await expect(settings.getByText('No other device can reach this server yet.')).toBeVisible();
  await expect(settings.getByText('npm start -- --lan')).toBeVisible();
  await expect(settings.getByText('MILLRACE_URL=https://chat.example')).toBeVisible();
  await expect(settings.getByRole('img')).toHaveCount(0);
  await lookTwice(page, 'phone-missing');
});

test('N13 N14 the code and the link sign another device in once; a new one is another', async ({
  page,
  app,
  context,
  browser,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  // The address of a link is one that this browser can't open: only its token counts here.
  let asked = 0;
  await page.route('**/api/session/link', async (route) => {
    asked += 1;
    const token = new URL(await app.link()).hash;
    await route.fulfill({
      json: { reachable: true, url: `https://chat.example/start${token}`, expires_at: Date.now() + 600_000 },
    });
  });
  const settings = await openSettings(page, 'Account and devices');
  await settings.getByRole('button', { name: 'Show the code' }).press('Enter');
  await expect(settings.getByRole('img', { name: 'QR code of the sign-in link' })).toBeVisible();
  const field = settings.getByLabel('No camera? Open this link on the other device');
  const link = await field.inputValue();
  expect(await seeCode(settings.getByRole('img'))).toBe(link);
  await settings.getByRole('button', { name: 'Copy', exact: true }).press('Enter');
  await expect(settings.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await lookTwice(page, 'phone-code');
  await page.setViewportSize({ width: 390, height: 800 });
  await settings.getByRole('img').scrollIntoViewIfNeeded();
  await lookTwice(page, 'phone-code-small');
  expect(await settings.evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true);
  await settings.getByRole('button', { name: 'New code' }).press('Enter');
  await expect(field).not.toHaveValue(link);
  expect(asked).toBe(2);
  const phone = await (await browser.newContext({ viewport: { width: 390, height: 800 } })).newPage();
  await phone.goto(`${app.url}/start${new URL(await field.inputValue()).hash}`);
  await expect(phone).toHaveURL(`${app.url}/`);
  await expect(phone.getByRole('heading', { name: 'What should we work on?' })).toBeVisible();
  await phone.context().close();
});
