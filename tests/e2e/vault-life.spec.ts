import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { openReadOnly } from '../../packages/server/src/store/sqlite/open-database.ts';
import { testKeys } from '../support/test-keys.ts';
import { takeFiles } from '../thief/loot.ts';
import { expect, finished, midStream, send, signIn, test } from './app.ts';
import { openSettings } from './settings-page.ts';

// The real command, as a person starts it.

const question = (page: Page) => page.getByRole('log').getByText('What can you do?');

async function elsewhere(browser: Browser, link: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(link);
  return page;
}

/** Nobody is asked for anything: no code, no key, no passphrase. */
async function expectNoQuestion(page: Page): Promise<void> {
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: /key|recovery code|passphrase/i })).toHaveCount(0);
}

test('U579 a newcomer has everything in a reload, in another browser and after site data was deleted, and is asked for no secret', async ({
  page,
  app,
  browser,
}) => {
  await send(page, 'What can you do?');
  await finished(page);
  const chat = page.url();
  await page.reload();
  await expect(question(page)).toBeVisible();
  await expectNoQuestion(page);
  const other = await elsewhere(browser, await app.link());
  await expect(other).toHaveURL(`${app.url}/`);
  await other.goto(chat);
  await expect(question(other)).toBeVisible();
  await expectNoQuestion(other);
  await other.context().close();
  await page.context().clearCookies();
  await page.evaluate(async () => {
    localStorage.clear();
    for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
  });
  await signIn(page, app);
  await page.goto(chat);
  await expect(question(page)).toBeVisible();
  await expectNoQuestion(page);
});

/** The folder of the keys of people, and the files of home keys in it. */
function homeKeys(data: string): { readonly folder: string; readonly files: readonly string[] } {
  const database = openReadOnly(join(data, 'millrace.sqlite'));
  const [row] = database.prepare("SELECT value FROM meta WHERE name = 'key_id'").all();
  database.close();
  const folder = join(testKeys, String(row?.['value']));
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return {
    folder,
    files: names.filter((name) => name.startsWith('home-')).map((name) => join(folder, name)),
  };
}

test.describe('kills', () => {
  test.describe.configure({ retries: 0 });
  test.use({ appOptions: { pace: 40, env: {} } });

  test('U578 with only devices the home key is nowhere on the disk, and a run of a sealed chat waits after a crash and goes on as soon as its page is back', async ({
    page,
    app,
  }) => {
    const settings = await openSettings(page, 'Privacy and devices');
    await settings.getByRole('button', { name: 'Save it: Recovery code' }).click();
    const groups = await settings
      .getByRole('list', { name: 'Your recovery code' })
      .getByRole('listitem')
      .allTextContents();
    const field = settings.getByLabel(/^To show that you have it, type group \d$/);
    const asked = Number(/\d$/.exec((await field.locator('..').textContent()) ?? '')?.[0]);
    await field.fill(groups[asked - 1] ?? '');
    await field.press('Enter');
    await expect(settings.getByText(/^Opens your chats when every device is lost\. Saved/)).toBeVisible();
    const before = homeKeys(app.data);
    expect(before.files).toHaveLength(1);
    const home = readFileSync(before.files[0] ?? '');
    await settings.getByRole('switch', { name: 'Only my devices' }).click();
    await settings.getByRole('button', { name: 'Delete the key' }).click();
    await expect(page.getByRole('link', { name: 'Encrypted on your devices' })).toBeVisible();
    expect(homeKeys(app.data).files).toEqual([]);
    const hits = (needle: string | Buffer): string[] =>
      [...takeFiles(app.data), ...takeFiles(before.folder)].flatMap(({ name, bytes }) =>
        bytes.includes(needle) ? [name] : [],
      );
    for (const form of [home, home.toString('hex'), home.toString('base64'), home.toString('base64url')])
      expect(hits(form)).toEqual([]);

    await page.goto(app.url);
    await send(page, 'First');
    await finished(page);
    await page.getByRole('button', { name: /^Instructions and settings/ }).click();
    const panel = page.getByRole('dialog', { name: 'Instructions and settings of this chat' });
    const wait = panel.getByRole('radio', { name: 'Wait for a device of mine' });
    await wait.click();
    await expect(wait).toBeChecked();
    await page.keyboard.press('Escape');
    await send(page, 'Second');
    await midStream(page);
    await app.restart('SIGKILL');
    // The page does by itself what is needed, and nothing of the answer is lost.
    await finished(page);
    expect(await page.locator('.mr-answer').last().textContent()).toBe(
      await page.locator('.mr-answer').first().textContent(),
    );
    await expectNoQuestion(page);
  });
});
