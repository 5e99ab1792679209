import type { Page } from '@playwright/test';
import type { Store } from '../../packages/server/src/index.ts';
import { type AgentApp, test } from './agent-app.ts';
import { expect } from './app.ts';
import { lookTwice, smallTargets } from './look.ts';
import { tellChurn } from './scenes/churn.ts';
import { tellLimiter, tellLimiterDone } from './scenes/limiter.ts';
import { tellSheet } from './scenes/sheet.ts';
import {
  tellCommand,
  tellError,
  tellFinished,
  tellLoop,
  tellRightToLeft,
  tellStopped,
} from './scenes/states.ts';

// The screens of the design: `npm run images` takes their pictures from here.

// Their runs are held by nobody who works, so they stay as they are.
test.use({ sole: false });

interface Scene {
  readonly name: string;
  /** Writes its chat; without it the scene is of the chat before. */
  readonly tell?: (store: Store, chatId: string) => Promise<void>;
  /** What is there when it can be looked at. */
  readonly ready: (page: Page) => Promise<void>;
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
  { name: 'approval', tell: tellChurn, ready: (page) => seen(page, 'Churn rose to') },
  {
    name: 'edit',
    async ready(page) {
      await seen(page, 'Churn rose to');
      await press(page, 'Edit');
      await page.getByRole('textbox', { name: 'Channel' }).fill('#growth-private');
    },
  },
  { name: 'streaming', tell: tellLimiter, ready: (page) => seen(page, "I'll put the limiter") },
  { name: 'code', tell: tellLimiterDone, ready: (page) => seen(page, 'This is the file as it was') },
  {
    name: 'full-code',
    async ready(page) {
      await seen(page, 'This is the file as it was');
      await openLast(page);
      await expect(page.locator('.cm-content')).toContainText('rateLimit');
    },
  },
  { name: 'sheet', tell: tellSheet, ready: (page) => seen(page, 'Here are the months') },
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
  { name: 'loop', tell: tellLoop, ready: (page) => seen(page, 'It may be stuck') },
  {
    name: 'reject',
    tell: tellCommand,
    async ready(page) {
      await seen(page, 'I clean up first.');
      await press(page, 'Reject…');
      await page.getByRole('textbox', { name: /instead/ }).fill("Don't delete dist, CI reads it.");
    },
  },
  { name: 'error', tell: tellError, ready: (page) => seen(page, 'Churn rose to') },
  { name: 'stopped', tell: tellStopped, ready: (page) => seen(page, /^You stopped this/) },
  { name: 'right-to-left', tell: tellRightToLeft, ready: (page) => seen(page, 'The English part') },
  { name: 'finished', tell: tellFinished, ready: (page) => seen(page, 'Want a ticket') },
  {
    name: 'decided',
    async ready(page) {
      await page.getByRole('button', { name: /^Worked for/ }).click();
      await seen(page, 'Revert');
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

const open = (page: Page, app: AgentApp, name: string): Promise<unknown> =>
  page.goto(`${app.url}/chat/${CHATS.get(name)}`);

async function tellAll(app: AgentApp): Promise<void> {
  await app.restart(async (store) => {
    for (const { name, tell } of SCENES) await tell?.(store, name);
  });
}

const DEVICES = {
  wide: { viewport: { width: 1360, height: 1180 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const;

for (const [device, options] of Object.entries(DEVICES)) {
  test.describe(device, () => {
    test.use(options);
    test(`U26 every screen of the design is there and has no violations, light and dark, ${device}`, async ({
      page,
      app,
    }) => {
      test.setTimeout(180_000);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await tellAll(app);
      for (const { name, ready } of SCENES) {
        await open(page, app, name);
        await ready(page);
        await lookTwice(page, `${name}-${device}`);
        if (device === 'phone') expect([name, await smallTargets(page)]).toEqual([name, []]);
      }
    });
  });
}

test('U24 no screen of the design scrolls sideways at 200 % or at 320 px', async ({ page, app }) => {
  test.setTimeout(120_000);
  await tellAll(app);
  for (const { name, ready } of SCENES) {
    // 200 % on a window of 1280 x 1024, and the narrowest phone.
    for (const [width, height] of [
      [640, 512],
      [320, 568],
    ] as const) {
      await page.setViewportSize({ width, height });
      if (width === 640) {
        await open(page, app, name);
        await ready(page);
      }
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect([name, wide]).toEqual([name, width]);
    }
  }
});
