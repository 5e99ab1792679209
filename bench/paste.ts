import type { Browser } from '@playwright/test';
import { launchChromium, readTasks, servePage } from './site.ts';
import { printTable } from './table.ts';
import { PASTES } from './write/pastes.ts';

const KEYS = 20;
const TRACED = { categories: ['-*', '__metadata', 'toplevel'] };

interface Outcome {
  /** Milliseconds from the paste until the preview is drawn, and until all was read, by the clock. */
  readonly shown: number;
  readonly read: number;
  /** The longest task until then, and in the time of the keys behind it, in milliseconds of the main thread's processor. */
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
  await browser.startTracing(page, TRACED);
  await page.keyboard.press(name.endsWith('plain text') ? 'Control+Shift+v' : 'Control+v');
  const { shown, read } = await page.evaluate(() => globalThis.pasted());
  const longest = longestOf(await browser.stopTracing());
  await browser.startTracing(page, TRACED);
  await page.keyboard.type('a key and more of it.'.slice(0, KEYS), { delay: 40 });
  await page.evaluate(() => globalThis.settled());
  const longestLater = longestOf(await browser.stopTracing());
  const sent = await page.evaluate(() => globalThis.field?.sent().length ?? 0);
  await page.close();
  return { shown, read, longest, longestLater, sent };
}

function longestOf(trace: Buffer): number {
  return readTasks(trace.toString()).reduce((most, ms) => Math.max(most, ms), 0);
}
