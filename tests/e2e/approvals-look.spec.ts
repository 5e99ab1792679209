import type { Locator, Page } from '@playwright/test';
import { test } from './agent-app.ts';
import { expect } from './app.ts';
import { ask, POST as CALL, type Call, card as cardOf, press, theEnd } from './cards.ts';
import { violations } from './look.ts';

const OTHER: Call = {
  ...CALL,
  id: 'c2',
  input: { channel: '#sales', text: 'Free drove nearly all of it.' },
};

const card = (page: Page, to = '#growth'): Locator => cardOf(page, `Post to ${to}`);

for (const [device, viewport] of [
  ['wide', { width: 1280, height: 960 }],
  ['phone', { width: 390, height: 844 }],
] as const) {
  test(`U26 cards have no violations and fit, light and dark, ${device}`, async ({ page, app }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize(viewport);
    const see = async (name: string): Promise<void> => {
      await page.evaluate(() => document.fonts.ready);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await violations(page)).toEqual([]);
        await page.screenshot({ path: `test-results/cards/${name}-${device}-${colorScheme}.png` });
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
    };
    await ask(page, app, CALL, {
      ...OTHER,
      input: {
        channel: '#sales',
        text: 'rm\u202e -rf dist && npm run build',
      },
    });
    await see('waiting');
    if (device === 'phone') {
      for (const button of await page.locator('[data-waiting] button').all()) {
        expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      }
    }
    await press(card(page), 'Edit');
    await page.getByRole('textbox', { name: 'Channel' }).fill('#growth-private');
    await see('editing');
    await press(card(page, '#sales'), 'Review');
    await press(card(page, '#sales'), 'Reject…');
    await page.getByRole('textbox', { name: /instead/ }).fill('Don’t delete dist, CI reads it.');
    await see('rejecting');
    await press(card(page, '#sales'), 'Reject and send');
    await press(page.getByRole('group', { name: /^Editing/ }), 'Approve with changes');
    await theEnd(page);
    await see('decided');
  });
}
