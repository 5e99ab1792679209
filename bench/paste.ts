import type { Browser, Page } from '@playwright/test';
import { launchChromium, servePage } from './site.ts';
import { printTable } from './table.ts';
import { PASTES } from './write/pastes.ts';

const KEYS = 20;

interface Outcome {
  /** Milliseconds from the paste until the preview is drawn, and until all was read. */
  readonly shown: number;
  readonly read: number;
  /** The longest task until then, and in the time of the keys behind it, in milliseconds. */
  readonly longest: number;
  readonly longestLater: number;
  /** The characters that would be sent. */
  readonly sent: number;
}

/** 5 MB of each kind on the clipboard, pasted into the message field by the keys of a person. */
export async function benchPaste(): Promise<void> {
  const site = await servePage('write');
  const browser = await launchChromium();
  const rows: string[][] = [];
  try {
    for (const name of Object.keys(PASTES)) {
      const { shown, read, longest, longestLater, sent } = await paste(browser, site.url, name);
      const ms = (value: number): string => `${value.toFixed(0)} ms`;
      rows.push([
        name,
        ms(shown),
        ms(read),
        ms(longest),
        ms(longestLater),
        `${(sent / 1e6).toFixed(1)} million`,
      ]);
    }
  } finally {
    await browser.close();
    site.close();
  }
  printTable(
    `5 MB are pasted; then ${KEYS} keys`,
    ['clipboard', 'shown', 'read', 'longest task', 'in the keys behind', 'characters to send'],
    rows,
  );
}

async function paste(browser: Browser, url: string, name: string): Promise<Outcome> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${url}?${new URLSearchParams({ field: 'millrace', text: '10 lines', pastes: name })}`);
  await page.locator('textarea').click();
  await page.locator('.cm-content:focus').waitFor();
  await page.keyboard.press('Control+End');
  // The clipboard is filled by a copy, as another program would have filled it.
  await page.evaluate(() => globalThis.fillNextCopy());
  await page.keyboard.press('Control+c');
  await page.keyboard.type('a word before ');
  await page.evaluate(() => globalThis.watchPaste());
  await page.keyboard.press(name.endsWith('plain text') ? 'Control+Shift+v' : 'Control+v');
  const { shown, read, longest } = await page.evaluate(() => globalThis.pasted());
  const { longest: longestLater, sent } = await typeBehind(page);
  await page.close();
  return { shown, read, longest, longestLater, sent };
}

async function typeBehind(page: Page) {
  await page.evaluate(() => globalThis.watchPaste());
  await page.keyboard.type('a key and more of it.'.slice(0, KEYS), { delay: 40 });
  return page.evaluate(() => globalThis.later());
}
