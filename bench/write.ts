import type { Browser } from '@playwright/test';
import { launchChromium, metrics, servePage } from './site.ts';
import { printTable } from './table.ts';

const FIELDS = ['millrace', 'text area', 'TipTap', 'Lexical'] as const;
/** The text that is there, and if an answer streams above it. */
const CASES: readonly (readonly [text: string, streams: boolean])[] = [
  ['10 lines', false],
  ['2,000 lines', false],
  ['20,000 lines', false],
  ['20,000 lines of code, fence open', false],
  ['400 closed fences', false],
  ['10 lines', true],
  ['400 closed fences', true],
];
const KEYS = 60;
const LINE = 4;

interface Typed {
  /** From a key until its picture was drawn, in milliseconds. */
  readonly paints: readonly number[];
  /** Milliseconds of the main thread's processor for each key. */
  readonly work: number;
}

/** Keys near the start of a long text, one after the other, in fields for writing. */
export async function benchWrite(): Promise<void> {
  const site = await servePage('write');
  const browser = await launchChromium();
  const rows: string[][] = [];
  try {
    for (const [text, streams] of CASES) {
      for (const field of FIELDS) {
        const { paints, work } = await type(browser, site.url, field, text, streams);
        const at = (share: number): string =>
          `${(paints[Math.floor(paints.length * share)] ?? 0).toFixed(1)} ms`;
        rows.push([
          `${text}${streams ? ', an answer streams' : ''}`,
          field,
          at(0.5),
          at(0.95),
          `${work.toFixed(1)} ms`,
        ]);
      }
    }
  } finally {
    await browser.close();
    site.close();
  }
  printTable(
    `A key in line ${LINE + 1} of a text, ${KEYS} keys, each behind the picture of the one before`,
    ['text', 'field', 'key to picture, p50', 'p95', 'main thread, each key'],
    rows,
  );
}

async function type(
  browser: Browser,
  url: string,
  field: string,
  text: string,
  streams: boolean,
): Promise<Typed> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${url}?${new URLSearchParams({ field, text, ...(streams ? { streams: '' } : {}) })}`);
  await page.locator('textarea, [contenteditable]').click({ timeout: 120_000 });
  if (field === 'millrace') await page.locator('.cm-content:focus').waitFor();
  await page.keyboard.press('Control+Home');
  for (let line = 0; line < LINE; line++) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const press = async (from: number, to: number): Promise<void> => {
    for (let key = from; key < to; key++) {
      await page.keyboard.press('abcdefgh '.charAt(key % 9));
      await page.evaluate((count) => globalThis.painted(count), key + 1);
    }
  };
  // The first keys warm the page up.
  await press(0, 10);
  const before = await metrics(session);
  await press(10, 10 + KEYS);
  const after = await metrics(session);
  const paints = await page.evaluate(() => globalThis.paints);
  await page.close();
  const spent = (after.get('TaskDuration') ?? 0) - (before.get('TaskDuration') ?? 0);
  return { paints: paints.slice(10).sort((a, b) => a - b), work: (spent * 1000) / KEYS };
}
