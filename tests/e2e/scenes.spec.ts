import type { Page } from '@playwright/test';
import type { WholeStore as Store } from '../../fixtures/whole-store.ts';
import { type AgentApp, test } from './agent-app.ts';
import { expect, pageKey } from './app.ts';
import { lookTwice, smallTargets } from './look.ts';
import { tellChurn } from './scenes/churn.ts';
import { tellDecided } from './scenes/decided.ts';
import { tellLimiter, tellLimiterDone } from './scenes/limiter.ts';
import { tellSheet } from './scenes/sheet.ts';
import {
  tellBroken,
  tellCommand,
  tellError,
  tellLoop,
  tellRightToLeft,
  tellStopped,
} from './scenes/states.ts';

// The screens of the design: `npm run images` takes their pictures from here.

// Their runs are held by nobody who works, so they stay as they are.
test.use({ sole: false, modelNames: ['Claude Sonnet', 'qwen3:8b'] });

interface Scene {
  readonly name: string;
  /** The title of its chat. */
  readonly title?: string;
  /** Writes its chat, in which this device has decided; without it the scene is of the chat before. */
  readonly tell?: (store: Store, chatId: string, device: string) => Promise<void>;
  /** Waits until the scene can be looked at. */
  readonly ready: (page: Page, app: AgentApp) => Promise<void>;
}

const seen = (page: Page, text: string | RegExp): Promise<void> =>
  expect(page.getByText(text).first()).toBeVisible();

/** Opens the last preview of a chat in full screen. */
async function openLast(page: Page): Promise<void> {
  await page.locator('[data-opens]').last().click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).first().click();

const SCENES: readonly Scene[] = [
  {
    name: 'approval',
    title: 'Q3 churn by plan',
    tell: tellChurn,
    ready: (page) => seen(page, 'Churn rose to'),
  },
  {
    name: 'edit',
    async ready(page) {
      await seen(page, 'Churn rose to');
      await press(page, 'Edit');
      await page.getByRole('textbox', { name: 'Channel' }).fill('#growth-private');
    },
  },
  {
    name: 'streaming',
    title: 'Rate limiter in Hono',
    tell: tellLimiter,
    ready: (page) => seen(page, "I'll put the limiter"),
  },
  {
    name: 'code',
    title: 'The limiter, file by file',
    tell: tellLimiterDone,
    ready: (page) => seen(page, 'This is the file as it was'),
  },
  {
    name: 'full-code',
    async ready(page) {
      await seen(page, 'This is the file as it was');
      await openLast(page);
      await expect(page.getByRole('dialog').locator('.cm-content')).toContainText('rateLimit');
    },
  },
  {
    name: 'sheet',
    title: 'Churn by month',
    tell: tellSheet,
    ready: (page) => seen(page, 'Here are the months'),
  },
  {
    name: 'full-sheet',
    async ready(page) {
      await seen(page, 'Here are the months');
      await openLast(page);
      await expect(page.getByRole('gridcell', { name: '3.8%' })).toBeVisible();
      await page.getByRole('gridcell', { name: '4.5%' }).click();
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('Shift+ArrowDown');
      await seen(page, /sum 12\.9%/);
    },
  },
  {
    name: 'loop',
    title: 'Failing limiter test',
    tell: tellLoop,
    ready: (page) => seen(page, 'It may be stuck'),
  },
  {
    name: 'reject',
    title: 'Build from scratch',
    tell: tellCommand,
    async ready(page) {
      await seen(page, 'I clean up first.');
      await press(page, 'Reject…');
      await page.getByRole('textbox', { name: /instead/ }).fill("Don't delete dist, CI reads it.");
    },
  },
  {
    name: 'error',
    title: 'Churn, in one line',
    tell: tellError,
    ready: (page) => seen(page, 'Churn rose to'),
  },
  {
    name: 'stopped',
    title: 'Three plans compared',
    tell: tellStopped,
    ready: (page) => seen(page, /^You stopped this/),
  },
  { name: 'right-to-left', tell: tellRightToLeft, ready: (page) => seen(page, 'The English part') },
  {
    name: 'finished',
    title: 'Trial length',
    tell: tellDecided,
    ready: (page) => seen(page, '9 steps, 2 approved'),
  },
  {
    name: 'decided',
    async ready(page) {
      await page.getByRole('button', { name: /^Worked for 1 min 50 s/ }).click();
      await seen(page, 'Approved with changes by you');
      await seen(page, 'Rejected by you: “Don’t delete dist, CI reads it.”');
      await expect(page.getByRole('button', { name: 'Revert' })).toBeVisible();
    },
  },
  {
    name: 'reconnecting',
    title: 'Churn and the price',
    tell: tellBroken,
    async ready(page, app) {
      await seen(page, 'Churn rose to');
      await page.route('**/events', (route) => route.abort());
      await app.restart();
      await expect(page.getByText('Reconnecting.').first()).toBeVisible({ timeout: 10_000 });
      await seen(page, 'Churn rose to');
    },
  },
];

/** The chat of each scene. */
const CHATS: ReadonlyMap<string, string> = new Map(
  SCENES.map(({ name }, place) => [
    name,
    SCENES.slice(0, place + 1).findLast(({ tell }) => tell !== undefined)?.name ?? name,
  ]),
);

/** Goes to the chat of a scene inside the page, as Back and Forward do: to load the page and axe for each scene costs more than to look
 * at it. A chat that is open stays as it is: its next scene goes on from there. */
async function open(page: Page, app: AgentApp, name: string): Promise<void> {
  const address = `${app.url}/chat/${CHATS.get(name)}`;
  if (page.url() === address) return;
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
  // The full screen of the scene before would hide this one from axe.
  await expect(page.locator('dialog[open]')).toHaveCount(0);
}

async function tellAll(app: AgentApp, page: Page): Promise<void> {
  const answer = await page.request.get(`${app.url}/api/models`, await pageKey(page));
  const device = answer.headers()['x-millrace-device'] ?? '';
  await app.restart(async (store) => {
    for (const { name, title, tell } of SCENES) {
      await tell?.(store, name, device);
      if (title !== undefined) await store.putTitle(name, title, 'model');
    }
  });
}

const DEVICES = {
  wide: { viewport: { width: 1360, height: 1180 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const;

/** 200 % on a window of 1280 x 1024, and the narrowest phone. */
const NARROW = [
  { width: 640, height: 512 },
  { width: 320, height: 568 },
] as const;

/** The widths of the page in small windows. */
async function widthsIn(page: Page, windows: typeof NARROW): Promise<number[]> {
  const widths: number[] = [];
  for (const size of windows) {
    await page.setViewportSize(size);
    widths.push(await page.evaluate(() => document.documentElement.scrollWidth));
  }
  return widths;
}

for (const [device, options] of Object.entries(DEVICES)) {
  test.describe(device, () => {
    test.use(options);
    test(`U26 every screen of the design is there and has no violations, light and dark, ${device}`, async ({
      page,
      app,
    }) => {
      test.setTimeout(180_000);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await tellAll(app, page);
      // The list of chats is read when the page is loaded.
      await page.reload();
      for (const { name, ready } of SCENES) {
        await open(page, app, name);
        await ready(page, app);
        await lookTwice(page, `${name}-${device}`);
        if (device === 'phone') expect([name, await smallTargets(page)]).toEqual([name, []]);
        else
          await test.step('U24 it does not scroll sideways at 200 % or at 320 px', async () => {
            expect([name, await widthsIn(page, NARROW)]).toEqual([name, NARROW.map(({ width }) => width)]);
            await page.setViewportSize(options.viewport);
          });
      }
    });
  });
}
