import type { Page } from '@playwright/test';
import { FIRST_ACCOUNT } from '../../packages/server/src/index.ts';
import { type AgentApp, test } from './agent-app.ts';
import { expect, pageKey } from './app.ts';
import { settled } from './cards.ts';
import { tellChurn } from './scenes/churn.ts';
import { tellDecided } from './scenes/decided.ts';
import { tellLimiter, tellLimiterDone } from './scenes/limiter.ts';
import { tellSheet } from './scenes/sheet.ts';
import { tellCommand, tellError, tellLoop, tellStopped } from './scenes/states.ts';
import { findFaults } from './words/find-faults.ts';
import { pseudoText } from './words/pseudo-text.ts';
import { speakPseudo } from './words/speak-pseudo.ts';

// Their runs are held by nobody who works, so they stay as they are.
test.use({ sole: false, modelNames: ['Claude Sonnet', 'qwen3:8b'] });

/** Presses the button of this English word. */
const press = (page: Page, word: string): Promise<void> =>
  page
    .getByRole('button', { name: pseudoText(word), exact: true })
    .first()
    .click();

async function openLast(page: Page): Promise<void> {
  await page.locator('[data-opens]').last().click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

interface Look {
  readonly name: string;
  readonly tell?: typeof tellDecided;
  /** The actions before it is looked at, once its messages are there. */
  readonly first?: (page: Page) => Promise<void>;
}

const CHATS: readonly Look[] = [
  { name: 'churn', tell: tellChurn },
  { name: 'churn', first: (page) => press(page, 'Edit') },
  { name: 'limiter', tell: tellLimiter },
  { name: 'limiter-done', tell: tellLimiterDone },
  { name: 'limiter-done', first: openLast },
  { name: 'sheet', tell: tellSheet, first: openLast },
  { name: 'loop', tell: tellLoop },
  { name: 'command', tell: tellCommand, first: (page) => press(page, 'Reject…') },
  { name: 'error', tell: tellError },
  { name: 'stopped', tell: tellStopped },
  {
    name: 'decided',
    tell: tellDecided,
    first: (page) => page.locator('.mr-timeline button[aria-expanded=false]').first().click(),
  },
];
const SECTIONS = ['models', 'tools', 'memories', 'storage', 'appearance', 'accessibility', 'about'];
const WIDTHS = [1280, 390];

/** The faults of what is open, at each width. */
async function faults(page: Page, name: string, widths = WIDTHS): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    for (const fault of await findFaults(page)) found.push(`${name}, ${width} px: ${fault}`);
  }
  return found;
}

/** Goes there inside the page, as Back and Forward do: to load it for each look costs more than the look. */
async function goTo(page: Page, path: string): Promise<void> {
  if (await page.getByRole('dialog').isVisible()) await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  if (new URL(page.url()).pathname === path) return;
  await page.evaluate((to) => {
    for (const each of document.querySelectorAll('.mr-message')) each.setAttribute('data-left', '');
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await expect(page.locator('[data-left]')).toHaveCount(0);
}

async function tellAll(app: AgentApp, page: Page): Promise<void> {
  const answer = await page.request.get(`${app.url}/api/models`, await pageKey(page));
  const device = answer.headers()['x-millrace-device'] ?? '';
  await app.restart(async (store) => {
    for (const { name, tell } of CHATS) await tell?.(store, name, device);
  });
}

test('U140 every word of a chat is in the catalogue, and every box holds words that are 40 % longer', async ({
  page,
  app,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await speakPseudo(page);
  await tellAll(app, page);
  await page.goto(app.url);
  const found: string[] = [];
  for (const { name, first } of CHATS) {
    await page.setViewportSize({ width: 1280, height: 844 });
    await goTo(page, `/chat/${name}`);
    await expect(page.locator('.mr-message-assistant').first()).toBeVisible();
    await first?.(page);
    found.push(...(await faults(page, name)));
  }
  expect(found).toEqual([]);
});

test('U140 every word of the empty page, the menu, the settings and the sign-in is in the catalogue, and fits', async ({
  page,
  app,
  browser,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await speakPseudo(page);
  await page.goto(app.url);
  await expect(page.getByRole('heading', { name: pseudoText('What should we work on?') })).toBeVisible();
  const found = await faults(page, 'empty');
  await press(page, 'Open the menu');
  found.push(...(await faults(page, 'menu', [390])));
  for (const section of SECTIONS) {
    await page.goto(`${app.url}/settings/${section}`);
    await expect(page.locator('.app-settings h2, main h2').first()).toBeVisible();
    found.push(...(await faults(page, section)));
  }
  const other = await browser.newPage();
  await speakPseudo(other);
  await other.goto(app.url);
  await expect(other.getByRole('heading', { name: pseudoText('You are signed out') })).toBeVisible();
  found.push(...(await faults(other, 'signed out')));
  await app.store.putPassphrase({
    ...{ id: 'w', account: FIRST_ACCOUNT, name: 'dana', secretHash: 'h', createdAt: 1 },
  });
  await other.reload();
  await expect(other.getByRole('heading', { name: pseudoText('Sign in to Millrace') })).toBeVisible();
  await expect(other.getByRole('button', { name: pseudoText('Sign in') })).toBeVisible();
  found.push(...(await faults(other, 'sign in')));
  await other.goto(`${app.url}/start#used`);
  await expect(other.getByRole('alert')).toBeVisible();
  found.push(...(await faults(other, 'bad link')));
  await other.close();
  expect(found).toEqual([]);
});

test('U141 the language changes at once, stays after a reload, and the page says which it is', async ({
  page,
  app,
}) => {
  await page.goto(`${app.url}/settings/appearance`);
  const html = page.locator('html');
  await expect(html).toHaveAttribute('lang', 'en');
  await page.getByRole('radio', { name: 'Deutsch' }).check();
  await expect(page.getByRole('heading', { name: 'Darstellung' })).toBeVisible();
  await expect(html).toHaveAttribute('lang', 'de');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Darstellung' })).toBeVisible();
  await page.getByRole('radio', { name: 'Automatisch' }).check();
  await expect(page.getByRole('heading', { name: 'Appearance' })).toBeVisible();
  await expect(html).toHaveAttribute('lang', 'en');
});

test.describe('in a German browser', () => {
  test.use({ locale: 'de-AT', sole: true });
  test('U141 a chat is in German from the first words on, also what a screen reader hears', async ({
    page,
    app,
  }) => {
    app.script = [
      [{ id: 'p1', name: 'post_message', input: { channel: '#growth', text: 'Hi' } }],
      ['Fertig.'],
    ];
    await expect(page.getByRole('heading', { name: 'Woran wollen wir arbeiten?' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Nachricht' }).fill('Poste es.');
    await page.keyboard.press('Enter');
    const approve = page.getByRole('button', { name: /^Genehmigen/ });
    await expect(approve).toBeVisible();
    await expect(page.locator('[aria-live=assertive]')).toHaveText('Wartet auf dich: Post to #growth');
    await expect(page.locator('.mr-timeline')).toContainText('Pausiert bei Schritt 1');
    await settled(page);
    await approve.click();
    await expect(page.getByText('Fertig.').first()).toBeVisible();
    await expect(page.getByRole('button', { name: /1 Schritt, 1 genehmigt/ })).toBeVisible();
  });
});
