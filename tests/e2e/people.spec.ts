import { createHash } from 'node:crypto';
import type { Browser, Locator, Page } from '@playwright/test';
import { FIRST_ACCOUNT } from '../../packages/server/src/index.ts';
import { type AgentApp, test } from './agent-app.ts';
import { expect, finished, send, signIn, watchProblems } from './app.ts';
import { lookTwice } from './look.ts';
import { openSettings } from './settings-page.ts';

const home = (page: Page): Locator => page.getByRole('heading', { name: 'What should we work on?' });
const signedOut = (page: Page): Locator => page.getByRole('heading', { name: 'You are signed out' });
const row = (settings: Locator, name: string): Locator =>
  settings.getByRole('listitem').filter({ hasText: name });
const status = (settings: Locator): Locator => settings.getByRole('status').first();

/** Makes an invitation in the settings; gives its link. */
async function inviteByPage(settings: Locator, name: string): Promise<string> {
  await settings.getByRole('button', { name: 'Invite' }).click();
  await settings.getByLabel('For whom').fill(name);
  await settings.getByRole('button', { name: 'Create link' }).click();
  const link = await settings.getByLabel('Link', { exact: true }).inputValue();
  await settings.getByRole('button', { name: 'Close' }).click();
  return link;
}

/** Another browser, whose page must report no problem. */
async function elsewhere(browser: Browser): Promise<{ page: Page; close(): Promise<void> }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const problems = watchProblems(page);
  return {
    page,
    async close() {
      await context.close();
      expect(problems).toEqual([]);
    },
  };
}

/** A browser in which somebody has joined. */
async function joined(browser: Browser, link: string): ReturnType<typeof elsewhere> {
  const other = await elsewhere(browser);
  await other.page.goto(link);
  await other.page.getByLabel('Your name').press('Enter');
  await other.page.getByRole('button', { name: 'Not now' }).click();
  await expect(home(other.page)).toBeVisible();
  return other;
}

async function fits(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
}

const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1280, height: 800 };

test('U530 the link of an invitation asks for a name and opens the chat; used again it says whom to ask', async ({
  page,
  app,
  browser,
}) => {
  const link = await inviteByPage(await openSettings(page, 'People'), 'Bea');
  expect(link).toMatch(new RegExp(`^${app.url}/start#[\\w-]{43}$`));
  const [bea, late] = [await elsewhere(browser), await elsewhere(browser)];
  for (const each of [bea, late]) {
    await each.page.goto(link);
    await expect(each.page.getByText('You are invited to this Millrace server as a member.')).toBeVisible();
  }
  const name = bea.page.getByLabel('Your name');
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('Bea');
  await name.fill(' ');
  await name.press('Enter');
  await expect(bea.page.getByRole('alert')).toHaveText('Enter your name, then join.');
  await expect(name).toBeFocused();
  // The drafts of another person of this browser are not for a new account.
  await bea.page.evaluate(() => localStorage.setItem('millrace:draft:new', 'Not for you'));
  await name.fill('Bea Lang');
  await name.press('Enter');
  await bea.page.getByRole('button', { name: 'Not now' }).click();
  await expect(home(bea.page)).toBeVisible();
  await expect(bea.page).toHaveURL(`${app.url}/`);
  expect(await bea.page.evaluate(() => Object.values(localStorage))).not.toContain('Not for you');
  await late.page.getByRole('button', { name: 'Join' }).click();
  await expect(late.page.getByRole('alert')).toHaveText(
    'The invitation was used, taken back or has expired. Ask the person who sent it for another.',
  );
  await late.page.reload();
  await expect(late.page.getByRole('heading', { name: 'This link did not sign you in' })).toBeVisible();
  await expect(late.page.getByText('If somebody else runs this server, ask them')).toBeVisible();
  await bea.close();
  await late.close();
});

test('F100 a link of somebody else asks before it changes the account, by keyboard, and fits in both languages', async ({
  page,
  app,
}) => {
  await fill(app);
  const token = 'a'.repeat(43);
  const hash = createHash('sha256').update(token).digest('base64url');
  await app.store.putToken(hash, 'priya', Date.now() + 60_000);
  await page.evaluate(() => localStorage.setItem('millrace:draft:new', 'Not for Priya'));
  const drafts = (): Promise<string[]> => page.evaluate(() => Object.values(localStorage));
  const link = `${app.url}/start#${token}`;
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Change to another account?' })).toBeVisible();
  await expect(
    page.getByText('You are signed in as the owner. This link signs in Priya Nair.'),
  ).toBeVisible();
  await lookTwice(page, 'switch');
  await expect(page.getByRole('button', { name: 'Stay' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(home(page)).toBeVisible();
  expect(await drafts()).toContain('Not for Priya');
  await page.evaluate(() => localStorage.setItem('millrace.language', 'de'));
  await page.setViewportSize(PHONE);
  await page.goto(link);
  await expect(page.getByText('Angemeldet: Inhaber. Der Link gehört zum Konto: Priya Nair.')).toBeVisible();
  await lookTwice(page, 'switch-german-phone');
  await fits(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${app.url}/`);
  await page.setViewportSize(WIDE);
  await page.goto(`${app.url}/settings/devices`);
  await expect(page.getByLabel('Dein Name')).toHaveValue('Priya Nair');
  expect(await drafts()).not.toContain('Not for Priya');
});

test('U531 a member sees no chat of the owner and no settings of the server', async ({ page, browser }) => {
  await send(page, 'A secret of the owner');
  await finished(page);
  const bea = await joined(browser, await inviteByPage(await openSettings(page, 'People'), 'Bea'));
  await expect(bea.page.getByText('Your chats will be listed here')).toBeVisible();
  await expect(bea.page.getByText('A secret of the owner')).toHaveCount(0);
  const settings = await openSettings(bea.page, 'Models');
  await expect(settings.getByText('The owner and admins of this server connect providers.')).toBeVisible();
  await expect(settings.getByRole('button', { name: /Connect/ })).toHaveCount(0);
  await expect(settings.getByRole('combobox', { name: 'Default model' })).toHaveCount(0);
  await expect(settings.getByRole('link', { name: 'People' })).toHaveCount(0);
  await openSettings(bea.page, 'Tools and approvals');
  await expect(settings.getByRole('heading', { name: 'Rules' })).toBeVisible();
  await expect(settings.getByRole('heading', { name: 'MCP servers' })).toHaveCount(0);
  await bea.page.goto(`${new URL(bea.page.url()).origin}/settings/people`);
  await expect(bea.page).toHaveURL(/\/settings\/devices$/);
  await bea.page.keyboard.press('ControlOrMeta+k');
  await bea.page.getByRole('combobox', { name: /Search messages/ }).fill('mcp');
  await expect(bea.page.getByText('Nothing has these words.')).toBeVisible();
  await bea.close();
});

test('U532 suspending a person ends their page with the way on; restoring and removing change the list', async ({
  page,
  browser,
}) => {
  const settings = await openSettings(page, 'People');
  const bea = await joined(browser, await inviteByPage(settings, 'Bea'));
  await openSettings(page, 'Models');
  await openSettings(page, 'People');
  await settings.getByRole('combobox', { name: 'Role of Bea' }).selectOption('Admin');
  await expect(status(settings)).toHaveText('The role of Bea is Admin now.');
  await settings.getByRole('button', { name: 'Suspend Bea' }).click();
  await expect(status(settings)).toHaveText('Bea was suspended and signed out everywhere.');
  await expect(row(settings, 'Bea')).toContainText('Suspended');
  await expect(settings.getByRole('button', { name: 'Restore Bea' })).toBeFocused();
  await expect(signedOut(bea.page)).toBeVisible();
  await expect(bea.page.getByText('they can see if your account is suspended')).toBeVisible();
  await settings.getByRole('button', { name: 'Restore Bea' }).click();
  await expect(status(settings)).toHaveText('Bea was restored.');
  await expect(settings.getByRole('combobox', { name: 'Role of Bea' })).toHaveValue('admin');
  const remove = settings.getByRole('button', { name: 'Remove Bea' });
  await remove.click();
  await expect(
    settings.getByText('Removes Bea with all chats and files they kept here. This can’t be undone.'),
  ).toBeVisible();
  await expect(settings.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(remove).toBeFocused();
  await remove.click();
  await settings.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(status(settings)).toHaveText('Bea was removed.');
  await expect(row(settings, 'Bea')).toHaveCount(0);
  await expect(settings.getByRole('heading', { name: 'People' })).toBeFocused();
  await bea.close();
});

test('U533 an invitation is a panel at its button that tells the link once, and it can be taken back', async ({
  page,
  context,
  browser,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const settings = await openSettings(page, 'People');
  const button = settings.getByRole('button', { name: 'Invite' });
  await button.click();
  await expect(settings.getByLabel('For whom')).toBeFocused();
  await settings.getByRole('combobox', { name: 'Works for' }).selectOption('7 days');
  await settings.getByLabel('For whom').press('Enter');
  const field = settings.getByLabel('Link', { exact: true });
  await expect(field).toBeFocused();
  await expect(settings.getByText('The link is shown only now. It works once.')).toBeVisible();
  const link = await field.inputValue();
  await settings.getByRole('button', { name: 'Copy' }).click();
  await expect(settings.getByText('The link was copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await expect(row(settings, 'Anyone with the link')).toContainText('Expires in 7 days');
  await lookTwice(page, 'people-link');
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);
  await expect(button).toBeFocused();
  await settings.getByRole('button', { name: 'Take back' }).click();
  await expect(status(settings)).toHaveText('The invitation was taken back.');
  await expect(row(settings, 'Anyone with the link')).toHaveCount(0);
  const late = await elsewhere(browser);
  await late.page.goto(link);
  await expect(late.page.getByRole('heading', { name: 'This link did not sign you in' })).toBeVisible();
  await late.close();
});

test('U534 the devices of the account are listed, and signing another one out ends its page', async ({
  page,
  app,
  browser,
}) => {
  const [phone, tablet] = [await elsewhere(browser), await elsewhere(browser)];
  for (const each of [phone, tablet]) await signIn(each.page, app);
  const settings = await openSettings(page, 'Account and devices');
  await expect(settings.getByText('This device', { exact: true })).toHaveCount(1);
  await expect(settings.getByText(/^Last here just now · Signed in since /)).toHaveCount(2);
  await settings
    .getByRole('button', { name: /^Sign out Chrome on/ })
    .first()
    .click();
  await expect(settings.getByText(/Its page closes at once\.$/)).toBeVisible();
  await settings.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(
    status(settings)
      .or(settings.getByText(/was signed out\.$/))
      .last(),
  ).toHaveText(/was signed out\.$/);
  await expect
    .poll(async () => (await signedOut(phone.page).count()) + (await signedOut(tablet.page).count()))
    .toBe(1);
  await settings.getByRole('button', { name: 'Sign out all other devices' }).click();
  await settings
    .getByRole('group', { name: /Their pages close at once/ })
    .getByRole('button', { name: 'Sign out all other devices' })
    .click();
  await expect(settings.getByText('No other device is signed in.')).toBeVisible();
  for (const each of [phone, tablet]) await expect(signedOut(each.page)).toBeVisible();
  await page.route('**/api/devices', (route) => route.abort());
  await page.reload();
  await expect(settings.getByRole('alert')).toContainText('The devices could not be loaded.');
  await phone.close();
  await tablet.close();
});

test('U535 everybody can change their own name, and an empty one is refused', async ({ page }) => {
  const settings = await openSettings(page, 'Account and devices');
  const name = settings.getByLabel('Your name');
  await name.fill(' ');
  await name.press('Enter');
  await expect(settings.getByRole('alert')).toHaveText('Enter a name, then save.');
  await name.fill('Dana');
  await name.press('Enter');
  await expect(settings.getByText('Your name was saved.')).toBeVisible();
  await openSettings(page, 'People');
  await expect(row(settings, 'Dana (you)')).toContainText('Owner');
});

/** One active person, a suspended one and an invitation, as a list has them. */
async function fill(app: AgentApp): Promise<void> {
  const now = Date.now();
  const make = async (id: string, name: string): Promise<void> => {
    const hash = `hash-${id}`;
    const times = { createdAt: now, expiresAt: now + 3 * 24 * 3_600_000 };
    await app.store.putInvitation({ id, hash, name, role: 'member', by: FIRST_ACCOUNT, ...times });
    await app.store.acceptInvitation(hash, { id, name }, now);
  };
  await make('priya', 'Priya Nair');
  await make('tom', 'Tom Becker');
  await app.store.changeAccount('tom', { status: 'suspended' });
}

test('U536 invitation, devices and people fit, have no violations in light and dark, and speak German', async ({
  page,
  app,
  browser,
}) => {
  await fill(app);
  const settings = await openSettings(page, 'People');
  const link = await inviteByPage(settings, 'Lena');
  const lena = await elsewhere(browser);
  await lena.page.setViewportSize(PHONE);
  await lena.page.goto(link);
  await expect(lena.page.getByLabel('Your name')).toBeFocused();
  await lookTwice(lena.page, 'invitation-phone');
  await fits(lena.page);
  await lena.page.evaluate(() => localStorage.setItem('millrace.language', 'de'));
  await lena.page.setViewportSize(WIDE);
  await lena.page.reload();
  await expect(
    lena.page.getByText('Du bist als Mitglied auf diesen Millrace-Server eingeladen.'),
  ).toBeVisible();
  await lookTwice(lena.page, 'invitation-german');
  await lena.close();
  await settings.getByRole('button', { name: 'Invite' }).click();
  await lookTwice(page, 'people-invite');
  await page.setViewportSize(PHONE);
  await settings.getByRole('button', { name: 'Remove Priya Nair' }).click();
  await lookTwice(page, 'people-phone');
  await fits(page);
  await openSettings(page, 'Account and devices');
  await settings.getByRole('button', { name: 'Sign out this device' }).click();
  await lookTwice(page, 'devices-phone');
  await fits(page);
  await page.setViewportSize(WIDE);
  await page.evaluate(() => localStorage.setItem('millrace.language', 'de'));
  await page.reload();
  await expect(settings.getByRole('heading', { name: 'Konto und Geräte' })).toBeVisible();
  await expect(settings.getByText(/^Angemeldet seit /)).toBeVisible();
  await lookTwice(page, 'devices-german');
  await page.getByRole('link', { name: 'Personen' }).click();
  await expect(row(settings, 'Lena')).toContainText('Läuft ab in 3 Tagen');
  await lookTwice(page, 'people-german');
});
