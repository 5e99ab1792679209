import { createHash, randomBytes } from 'node:crypto';
import type { CDPSession, Locator, Page } from '@playwright/test';
import { derivePassphraseKeys } from '../../packages/app/web/keys/derive-keys.ts';
import { stretch } from '../../packages/app/web/keys/stretch.ts';
import { FIRST_ACCOUNT } from '../../packages/server/src/index.ts';
import { type AgentApp, test } from './agent-app.ts';
import { expect } from './app.ts';
import { lookTwice } from './look.ts';
import { openSettings } from './settings-page.ts';

const WORDS = 'kettle marble otter nine';
const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1280, height: 900 };
const DAY_MS = 24 * 60 * 60 * 1000;
const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');
/** Browsers have passkeys for names, not for addresses of numbers. */
const named = (url: string): string => url.replace('127.0.0.1', 'localhost');
const home = (page: Page): Locator => page.getByRole('heading', { name: 'What should we work on?' });
const title = (page: Page, name: string): Locator => page.getByRole('heading', { name });

const devices: CDPSession[] = [];
// The next test may have the same window.
test.afterEach(async () => {
  for (const session of devices.splice(0)) await session.send('WebAuthn.disable');
});

/** A device that makes and uses passkeys, in the browser itself. */
async function addDevice(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  devices.push(session);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', ctap2Version: 'ctap2_1', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true, hasPrf: true },
    },
  });
}

/** Opens the page at a name, signed in by a link that was confirmed at a time, or now. */
async function enter(page: Page, app: AgentApp, confirmedAt?: number): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  await app.store.putToken(hash(token), FIRST_ACCOUNT, Date.now() + DAY_MS, confirmedAt);
  await page.goto(`${named(app.url)}/start#${token}`);
  await expect(page).toHaveURL(`${named(app.url)}/`);
}

/** Gives the owner a passphrase, as the settings do. */
async function keepPassphrase(app: AgentApp, name: string): Promise<void> {
  const salt = { salt: app.store.saltOf(name), memory_kib: 65_536, passes: 3 };
  const { secret } = await derivePassphraseKeys(WORDS, salt, stretch);
  await app.store.putPassphrase({
    ...{ id: 'words', account: FIRST_ACCOUNT, name, secretHash: hash(secret), createdAt: Date.now() },
  });
}

async function signOut(page: Page): Promise<void> {
  const settings = await openSettings(page, 'Account and devices');
  await settings.getByRole('button', { name: 'Sign out this device' }).click();
  await settings.getByRole('button', { name: 'Sign out', exact: true }).click();
}

test('F78 a passkey is added in the settings and signs in without a name; the secret for the page is never sent', async ({
  page,
  app,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  await addDevice(page);
  // Most begin at the address that the server prints, which can't have passkeys.
  await openSettings(page, 'Account and devices');
  await page.getByRole('button', { name: `Open ${named(app.url)}` }).click();
  await expect(page).toHaveURL(`${named(app.url)}/`);
  const settings = await openSettings(page, 'Account and devices');
  const list = settings.getByRole('list', { name: 'Passkeys and passphrase' });
  await expect(list.getByText('You have no passkey yet.')).toBeVisible();
  await list.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(settings.getByText(/^The passkey Chrome on \w+ was added\.$/)).toBeAttached();
  await expect(list.getByText(/^Added .+ · Not used yet$/)).toBeVisible();
  // The device knows that it has one.
  await list.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(settings.getByText('Your account already has a passkey on this device.')).toBeVisible();
  await list.getByRole('button', { name: /^Rename Chrome/ }).click();
  await list.getByLabel(/^New name of/).fill('Laptop');
  await page.keyboard.press('Enter');
  await expect(list.getByText('Laptop')).toBeVisible();
  await signOut(page);
  await expect(title(page, 'Sign in to Millrace')).toBeVisible();
  // Nobody has a passphrase here, so nobody is asked for one.
  await expect(page.getByLabel('Passphrase')).toHaveCount(0);
  const passkey = page.getByRole('button', { name: 'Use a passkey' });
  await expect(passkey).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(passkey).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(home(page)).toBeVisible();
  expect(await app.store.listPasskeys(FIRST_ACCOUNT)).toMatchObject([
    { name: 'Laptop', prf: true, host: 'localhost', counter: expect.any(Number) },
  ]);
  const proofs = sent.filter((body) => body.includes('clientExtensionResults'));
  expect(proofs).toHaveLength(2);
  for (const proof of proofs) {
    expect(proof).toContain('"clientExtensionResults":{}');
    expect(proof).not.toContain('results":');
  }
});

test('F78 a passphrase is set in the settings, signs in, and is told to be wrong when it is', async ({
  page,
  app,
}) => {
  await page.goto(`${app.url}/settings/devices`);
  const settings = page.locator('#settings');
  await expect(settings.getByText('Passkeys don’t work at an IP address.')).toBeVisible();
  await settings.getByRole('button', { name: 'Set a passphrase' }).click();
  await settings.getByLabel('Sign-in name').fill('Dana');
  const field = settings.getByLabel('New passphrase');
  await field.fill('short');
  await expect(settings.getByText(/^7 more characters\. Four or five random words/)).toBeVisible();
  await field.press('Enter');
  await expect(settings.getByRole('alert')).toHaveText('A passphrase needs at least 12 characters.');
  await expect(field).toBeFocused();
  await field.fill(WORDS);
  await expect(settings.getByText('Hard to guess.')).toBeVisible();
  await field.press('Enter');
  await expect(settings.getByText('You can sign in as Dana.')).toBeVisible();
  await expect(settings.getByRole('button', { name: 'Change' })).toBeFocused();
  await signOut(page);
  await expect(title(page, 'Sign in to Millrace')).toBeVisible();
  const submit = page.getByRole('button', { name: 'Sign in' });
  await submit.click();
  await expect(page.getByRole('alert')).toHaveText('Enter your sign-in name and your passphrase.');
  await page.getByLabel('Sign-in name').fill('dana');
  await page.getByLabel('Passphrase', { exact: true }).fill(`${WORDS}!`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('The sign-in name or the passphrase is wrong.');
  await page.getByLabel('Passphrase', { exact: true }).fill(WORDS);
  await page.keyboard.press('Enter');
  await expect(home(page)).toBeVisible();
});

test('F79 who has not shown lately who they are is asked once, and what they wanted is done then', async ({
  page,
  app,
}) => {
  await keepPassphrase(app, 'Dana');
  await enter(page, app, 1);
  const settings = await openSettings(page, 'People');
  await settings.getByRole('button', { name: 'Invite' }).click();
  await settings.getByLabel('For whom').press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Confirm that it’s you' });
  const passphrase = dialog.getByLabel('Passphrase', { exact: true });
  await expect(passphrase).toBeFocused();
  await lookTwice(page, 'confirm');
  await page.setViewportSize(PHONE);
  await lookTwice(page, 'confirm-phone');
  await page.setViewportSize(WIDE);
  // Escape means no, and nobody is told that something failed.
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(settings.getByRole('alert')).toHaveCount(0);
  expect(await app.store.listInvitations(Date.now())).toEqual([]);
  await settings.getByRole('button', { name: 'Create link' }).click();
  await passphrase.fill(WORDS);
  await page.keyboard.press('Enter');
  await expect(settings.getByLabel('Link', { exact: true })).toBeFocused();
  await expect(dialog).toHaveCount(0);
  expect(await app.store.listInvitations(Date.now())).toHaveLength(1);
});

test('F79 somebody with neither confirms by a new link, and a used one says why not', async ({
  page,
  app,
}) => {
  await enter(page, app, 1);
  await page.goto(`${named(app.url)}/settings/devices`);
  await page.getByRole('button', { name: 'Set a passphrase' }).click();
  await page.getByLabel('New passphrase').fill(WORDS);
  await page.getByLabel('Sign-in name').fill('dana');
  await page.keyboard.press('Enter');
  const link = page.getByRole('dialog').getByLabel('Sign-in link');
  await expect(link).toBeFocused();
  await link.fill('http://localhost/start#used-long-ago');
  await link.press('Enter');
  await expect(page.getByRole('alert')).toContainText('This link was already used');
  await link.fill(await app.link());
  await link.press('Enter');
  await expect(page.getByText('You can sign in as dana.')).toBeVisible();
});

test('F79 the pages to sign in, to join and to set it up fit, have no violations in light and dark, and speak German', async ({
  page,
  app,
  browser,
}) => {
  await keepPassphrase(app, 'Dana');
  await addDevice(page);
  await enter(page, app);
  const settings = await openSettings(page, 'Account and devices');
  await settings.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(settings.getByText(/Not used yet$/)).toBeVisible();
  await settings.getByRole('button', { name: 'Change' }).click();
  await page.setViewportSize(WIDE);
  await lookTwice(page, 'keys-settings');
  await page.setViewportSize(PHONE);
  await lookTwice(page, 'keys-settings-phone');
  const other = await browser.newPage();
  await other.setViewportSize(WIDE);
  await other.goto(named(app.url));
  await expect(other.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
  await lookTwice(other, 'sign-in');
  await other.setViewportSize(PHONE);
  await lookTwice(other, 'sign-in-phone');
  expect(await other.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await app.store.putInvitation({
    ...{ id: 'i', hash: hash('i'.repeat(43)), name: 'Bea', role: 'member', by: FIRST_ACCOUNT },
    ...{ createdAt: Date.now(), expiresAt: Date.now() + DAY_MS },
  });
  await other.goto(`${named(app.url)}/start#${'i'.repeat(43)}`);
  await other.getByRole('button', { name: 'Join' }).click();
  await expect(title(other, 'How do you want to sign in?')).toBeVisible();
  await expect(other.getByRole('button', { name: 'Add a passkey' })).toBeVisible();
  await lookTwice(other, 'offer-phone');
  await other.getByRole('button', { name: 'Not now' }).click();
  await expect(home(other)).toBeVisible();
  // It is offered once.
  await other.reload();
  await expect(home(other)).toBeVisible();
  await other.context().clearCookies();
  await other.evaluate(() => localStorage.setItem('millrace.language', 'de'));
  await other.setViewportSize(WIDE);
  await other.reload();
  await expect(title(other, 'Bei Millrace anmelden')).toBeVisible();
  await expect(other.getByRole('button', { name: 'Passkey verwenden' })).toBeVisible();
  await lookTwice(other, 'sign-in-german');
  await other.close();
});
