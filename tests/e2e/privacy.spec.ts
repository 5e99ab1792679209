import type { Browser, CDPSession, Locator, Page } from '@playwright/test';
import { type AgentApp, test } from './agent-app.ts';
import { expect, finished, send, watchProblems } from './app.ts';
import { lookTwice, smallTargets } from './look.ts';
import { seeCode } from './see-code.ts';
import { openSettings } from './settings-page.ts';

const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1280, height: 900 };
const home = (page: Page): Locator => page.getByRole('heading', { name: 'What should we work on?' });
const noKey = (page: Page): Locator => page.getByRole('heading', { name: 'This browser has no key yet' });
/** Browsers have passkeys for names, not for addresses of numbers. */
const named = (url: string): string => url.replace('127.0.0.1', 'localhost');

const devices: CDPSession[] = [];
// The next test may have the same window.
test.afterEach(async () => {
  for (const session of devices.splice(0)) await session.send('WebAuthn.disable');
});

/** Saves a new recovery code in the settings. Gives its groups. */
async function saveCode(settings: Locator): Promise<string[]> {
  await settings.getByRole('button', { name: 'Save it: Recovery code' }).click();
  const code = settings.getByRole('list', { name: 'Your recovery code' });
  await expect(code).toBeFocused();
  const groups = await code.getByRole('listitem').allTextContents();
  const field = settings.getByLabel(/^To show that you have it, type group \d$/);
  const asked = Number(/\d$/.exec((await field.locator('..').textContent()) ?? '')?.[0]);
  await field.fill(groups[asked % 4] ?? '');
  await field.press('Enter');
  await expect(settings.getByRole('alert')).toHaveText(
    `Group ${asked} of the code is different. Look again.`,
  );
  await field.fill((groups[asked - 1] ?? '').toLowerCase());
  await field.press('Enter');
  await expect(settings.getByText(/^Opens your chats when every device is lost\. Saved/)).toBeVisible();
  await expect(settings.getByRole('button', { name: 'Replace: Recovery code' })).toBeFocused();
  return groups;
}

/** Switches "Only my devices" on; the number of devices that hold the key then. */
async function onlyMyDevices(settings: Locator, kept = /^Keys: kept on (1) device$/): Promise<number> {
  await settings.getByRole('switch', { name: 'Only my devices' }).click();
  await settings.getByRole('button', { name: 'Delete the key' }).click();
  const keys = settings.getByText(kept);
  await expect(keys).toBeVisible();
  await expect(settings.getByRole('switch')).toHaveAttribute('aria-checked', 'true');
  return Number(kept.exec((await keys.textContent()) ?? '')?.[1]);
}

/** Another browser, signed in by a link. Its page must report no problem. */
async function elsewhere(browser: Browser, link: string): Promise<{ page: Page; close(): Promise<void> }> {
  const context = await browser.newContext({ viewport: WIDE });
  const page = await context.newPage();
  const problems = watchProblems(page);
  await page.goto(link);
  return {
    page,
    async close() {
      await context.close();
      expect(problems).toEqual([]);
    },
  };
}

test('U560 the page says what holds, draws it, and lists what has a key, in English and German, wide and narrow', async ({
  page,
}) => {
  await page.getByRole('link', { name: 'Encrypted · key on server' }).click();
  const settings = page.locator('#settings');
  await expect(
    settings.getByText(/^This computer holds a key to your chats\. Whoever has only/),
  ).toBeVisible();
  await expect(settings.getByText('Keys: kept on the server’s computer and 1 device')).toBeVisible();
  await expect(settings.getByText('You are here')).toBeVisible();
  await settings.getByText('More about who can read what, and when').click();
  await page.setViewportSize(WIDE);
  await lookTwice(page, 'privacy');
  await page.setViewportSize(PHONE);
  await lookTwice(page, 'privacy-phone');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await smallTargets(page)).toEqual([]);
  await page.evaluate(() => localStorage.setItem('millrace.language', 'de'));
  await page.reload();
  await expect(settings.getByText(/^Dieser Rechner hat einen Schlüssel zu deinen Chats\./)).toBeVisible();
  await expect(settings.getByText('Du bist hier')).toBeVisible();
  await page.setViewportSize(WIDE);
  await lookTwice(page, 'privacy-german');
});

test('S111 the page tells how far the upgrade of an older database is, beside the chats and in the settings, until it is over', async ({
  page,
}) => {
  let upgrade: { done: number; total: number } | null = { done: 120, total: 200 };
  await page.route('**/api/vault', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), upgrade } });
  });
  await page.reload();
  const line = page.getByRole('link', { name: 'Upgrading: 120 of 200 chats' });
  await expect(line).toBeVisible();
  await line.click();
  const settings = page.locator('#settings');
  await expect(settings.getByRole('progressbar')).toHaveAttribute('value', '120');
  await expect(
    settings.getByText(/get keys of their own: 120 of 200\. You can work meanwhile\.$/),
  ).toBeVisible();
  await page.setViewportSize(WIDE);
  await lookTwice(page, 'upgrade');
  upgrade = { done: 190, total: 200 };
  await expect(page.getByRole('link', { name: 'Upgrading: 190 of 200 chats' })).toBeVisible();
  upgrade = null;
  await expect(page.getByRole('link', { name: 'Encrypted · key on server' })).toBeVisible();
  await expect(settings.getByRole('progressbar')).toHaveCount(0);
});

test('U561 a recovery code is shown once and counts when a part of it was typed back', async ({ page }) => {
  const settings = await openSettings(page, 'Privacy and devices');
  const save = settings.getByRole('button', { name: 'Save it: Recovery code' });
  await save.click();
  await expect(settings.getByRole('list', { name: 'Your recovery code' })).toBeFocused();
  await page.setViewportSize(PHONE);
  await lookTwice(page, 'recovery-code-phone');
  await page.setViewportSize(WIDE);
  await settings.getByRole('button', { name: 'Cancel' }).click();
  await expect(save).toBeFocused();
  await page.reload();
  // What was not typed back is nowhere.
  await expect(save).toBeVisible();
  const groups = await saveCode(settings);
  await page.reload();
  await expect(settings.getByText(/^Opens your chats when every device is lost\. Saved/)).toBeVisible();
  expect(await page.content()).not.toContain(groups[0]);
});

test('U562 “Only my devices” waits for another way, says what it means, and then only devices have keys', async ({
  page,
}) => {
  await send(page, 'Hello');
  await finished(page);
  const chat = page.url();
  const settings = await openSettings(page, 'Privacy and devices');
  const only = settings.getByRole('switch', { name: 'Only my devices' });
  await only.press('Enter');
  await expect(settings.getByRole('button', { name: 'Delete the key' })).toHaveCount(0);
  await expect(settings.getByText(/^First save the recovery code/)).toBeVisible();
  await saveCode(settings);
  await only.press('Enter');
  await expect(settings.getByText(/open only with: 1 device and the recovery code\./)).toBeVisible();
  await expect(settings.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await lookTwice(page, 'only-my-devices');
  await page.keyboard.press('Escape');
  await expect(only).toBeFocused();
  await onlyMyDevices(settings);
  await expect(
    settings.getByText(/^The server reads a chat only while it works on it for you\./),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Encrypted on your devices' })).toBeVisible();
  // The chats are there as before, over a reload.
  await page.goto(chat);
  await expect(page.getByRole('log').getByText('Hello')).toBeVisible();
});

test('U570 a browser without a key is told so, names the wrong group of a code, opens with the right one, and is not asked again', async ({
  page,
  app,
  browser,
}) => {
  const settings = await openSettings(page, 'Privacy and devices');
  const groups = await saveCode(settings);
  await onlyMyDevices(settings);
  const other = await elsewhere(browser, await app.link());
  await expect(noKey(other.page)).toBeVisible();
  const third = other.page.getByLabel('Group 3');
  await third.fill('AAAA-AAAA-A');
  await expect(other.page.getByRole('alert')).toHaveText('Group 3 can’t be right. Look again.');
  await lookTwice(other.page, 'locked');
  await other.page.setViewportSize(PHONE);
  await lookTwice(other.page, 'locked-phone');
  expect(await other.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await other.page.getByRole('button', { name: 'Open my chats' }).press('Enter');
  await expect(other.page.getByLabel('Group 1')).toBeFocused();
  // A whole code that is pasted fills all fields.
  await other.page.getByLabel('Group 1').evaluate((field, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, groups.join(' '));
  await expect(third).toHaveValue(groups[2] ?? '');
  await other.page.getByRole('button', { name: 'Open my chats' }).press('Enter');
  await expect(home(other.page)).toBeVisible();
  await other.page.reload();
  await expect(home(other.page)).toBeVisible();
  // It is in the list of the first one at once, and signed out when it is revoked there.
  await expect(settings.getByText('Keys: kept on 2 devices')).toBeVisible();
  await settings.getByRole('button', { name: /^Revoke / }).click();
  await settings.getByRole('group').getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(settings.getByText('Keys: kept on 1 device')).toBeVisible();
  await expect(other.page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
  await other.close();
});

test('U572 another device that reads the code of a locked browser gives it a key, and it opens by itself', async ({
  page,
  app,
  browser,
}) => {
  const settings = await openSettings(page, 'Privacy and devices');
  await saveCode(settings);
  await onlyMyDevices(settings);
  const other = await elsewhere(browser, await app.link());
  const code = other.page.getByRole('img', { name: 'QR code of the link for another device' });
  await expect(code).toBeVisible();
  const link = await seeCode(code);
  expect(link).toMatch(new RegExp(`^${app.url}/settings/privacy#give\\.[\\w-]{43}$`));
  await page.goto(link ?? '');
  await expect(page.getByRole('heading', { name: /^Give Chrome on \w+ a key\?$/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'No', exact: true })).toBeFocused();
  await lookTwice(page, 'give-key');
  await page.getByRole('button', { name: 'Give it a key' }).click();
  await expect(page).toHaveURL(`${app.url}/settings/privacy`);
  await expect(home(other.page)).toBeVisible();
  await other.close();
});

/** Opens the dialog with a link, as a server that others can reach makes it. Gives the link at this server's own address. */
async function showLink(page: Page, settings: Locator, app: AgentApp): Promise<string> {
  await page.route('**/api/vault/links', async (route) => {
    const answer = await route.fetch();
    const made = (await answer.json()) as { token: string };
    await route.fulfill({
      response: answer,
      json: { ...made, url: `https://chat.example/start#${made.token}` },
    });
  });
  await settings.getByRole('button', { name: 'Add a device' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a device' });
  const code = dialog.getByRole('img', { name: 'QR code of the link' });
  await expect(code).toBeVisible();
  const link = (await seeCode(code)) ?? '';
  expect(link).toBe(await dialog.getByLabel('No camera? Open this link on the other device').inputValue());
  expect(link).toMatch(/^https:\/\/chat\.example\/start#[\w-]{43}\.[\w-]{22}$/);
  return `${app.url}/start${new URL(link).hash}`;
}

test('U573 a phone that opens the link is asked, gets a key of its own, and the dialog closes by itself; its secret is sent nowhere', async ({
  page,
  app,
  browser,
}) => {
  const settings = await openSettings(page, 'Privacy and devices');
  await saveCode(settings);
  await onlyMyDevices(settings);
  const link = await showLink(page, settings, app);
  const dialog = page.getByRole('dialog', { name: 'Add a device' });
  await expect(dialog.getByText(/^Works once, for (10:00|9:[0-5]\d)$/)).toBeVisible();
  await lookTwice(page, 'add-device');
  const context = await browser.newContext({ viewport: PHONE });
  const phone = await context.newPage();
  const sent: string[] = [];
  phone.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  await phone.goto(link);
  const add = phone.getByRole('button', { name: 'Add this device' });
  await expect(add).toBeVisible();
  await lookTwice(phone, 'join-device');
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await phone.getByLabel('Name of this device').fill('Pixel 9');
  await add.click();
  await expect(home(phone)).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(settings.getByRole('listitem').filter({ hasText: 'Pixel 9' })).toBeVisible();
  const secret = link.split('.').at(-1) ?? '';
  expect(sent.join('\n')).not.toContain(secret);
  await context.close();
});

test('U575 somebody who did not ask for it ends the link on both sides', async ({ page, app, browser }) => {
  const settings = await openSettings(page, 'Privacy and devices');
  const link = await showLink(page, settings, app);
  const context = await browser.newContext({ viewport: PHONE });
  const phone = await context.newPage();
  await phone.goto(link);
  await phone.getByRole('button', { name: 'I didn’t ask for this' }).click();
  await expect(phone.getByText('The link was ended. Nothing was added.')).toBeVisible();
  const dialog = page.getByRole('dialog', { name: 'Add a device' });
  await expect(dialog.getByRole('alert')).toHaveText(/did not ask for this\. The link was ended\.$/);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(settings.getByRole('button', { name: 'Add a device' })).toBeFocused();
  await context.close();
});

test('U576 a passkey that can hold a key opens the chats when it signs in, on a browser whose data was deleted', async ({
  page,
  app,
}) => {
  const session = await page.context().newCDPSession(page);
  devices.push(session);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', ctap2Version: 'ctap2_1', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true, hasPrf: true },
    },
  });
  await page.goto(named(await app.link()));
  await expect(page).toHaveURL(`${named(app.url)}/`);
  await page.goto(`${named(app.url)}/settings/privacy`);
  const settings = page.locator('#settings');
  await settings.getByRole('button', { name: 'Add: Passkey' }).click();
  await expect(settings.getByRole('button', { name: /^Remove Chrome/ })).toBeVisible();
  // The page was opened at the other name before: if it had the time to tell its key, that is another device.
  const before = await onlyMyDevices(settings, /^Keys: kept on ([12]) devices?$/);
  await page.context().clearCookies();
  await page.evaluate(async () => {
    localStorage.clear();
    for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
  });
  await page.goto(named(app.url));
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(home(page)).toBeVisible();
  await expect(noKey(page)).toHaveCount(0);
  await openSettings(page, 'Privacy and devices');
  await expect(settings.getByText(`Keys: kept on ${before + 1} devices`)).toBeVisible();
});
