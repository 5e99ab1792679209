import type { Page } from '@playwright/test';
import type { Store } from '../../packages/server/src/index.ts';
import { type AgentApp, test } from './agent-app.ts';
import { expect } from './app.ts';
import { look, smallTargets } from './look.ts';
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
  readonly tell?: (store: Store, chatId: string) => Promise<void>;
  /** What is there when it can be looked at. */
  readonly ready: (page: Page) => Promise<void>;
}

const seen = (page: Page, text: string | RegExp): Promise<void> =>
  expect(page.getByText(text).first()).toBeVisible();

const SCENES: readonly Scene[] = [
  { name: 'approval', tell: tellChurn, ready: (page) => seen(page, 'Churn rose to') },
  { name: 'streaming', tell: tellLimiter, ready: (page) => seen(page, "I'll put the limiter") },
  { name: 'code', tell: tellLimiterDone, ready: (page) => seen(page, 'This is the file as it was') },
  { name: 'sheet', tell: tellSheet, ready: (page) => seen(page, 'Here are the months') },
  { name: 'loop', tell: tellLoop, ready: (page) => seen(page, 'npm test -- limiter') },
  { name: 'reject', tell: tellCommand, ready: (page) => seen(page, 'I clean up first.') },
  { name: 'error', tell: tellError, ready: (page) => seen(page, 'Churn rose to') },
  { name: 'stopped', tell: tellStopped, ready: (page) => seen(page, /^You stopped this/) },
  { name: 'right-to-left', tell: tellRightToLeft, ready: (page) => seen(page, 'The English part') },
  { name: 'finished', tell: tellFinished, ready: (page) => seen(page, 'Want a ticket') },
];

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
    for (const theme of ['light', 'dark'] as const) {
      test(`U26 every screen of the design is there and has no violations, ${theme}, ${device}`, async ({
        page,
        app,
      }) => {
        test.setTimeout(180_000);
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
        await tellAll(app);
        for (const { name, ready } of SCENES) {
          await page.goto(`${app.url}/chat/${name}`);
          await ready(page);
          await look(page, `${name}-${device}-${theme}`);
          if (device === 'phone') expect([name, await smallTargets(page)]).toEqual([name, []]);
        }
      });
    }
  });
}

// 200 % on a window of 1280 x 1024, and the narrowest phone.
for (const [what, width, height] of [
  ['at 200 %', 640, 512],
  ['at 320 px', 320, 568],
] as const) {
  test.describe(what, () => {
    test.use({ viewport: { width, height } });
    test(`U24 no screen of the design scrolls sideways ${what}`, async ({ page, app }) => {
      test.setTimeout(120_000);
      await tellAll(app);
      for (const { name, ready } of SCENES) {
        await page.goto(`${app.url}/chat/${name}`);
        await ready(page);
        expect([name, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([
          name,
          width,
        ]);
      }
    });
  });
}
