import type { Browser } from '@playwright/test';
import { launchChromium, readKeys, servePage } from './site.ts';
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
/** The first keys warm the page up. */
const WARM = 10;
const LINE = 4;
const TRACED = { categories: ['-*', '__metadata', 'toplevel', 'devtools.timeline'] };

/** A picture is drawn as soon as there is something to draw: else the wait for the next one, of up to 16.7 ms, is most of what is measured. An answer that streams would be drawn more often than it is, so it keeps the rate of a screen. */
const UNBOUND = ['--disable-frame-rate-limit', '--disable-gpu-vsync'];

interface Typed {
  /** From a key until its picture was drawn, in milliseconds. */
  readonly paints: readonly number[];
  /** From a key until its picture was painted, in milliseconds of the main thread's processor. Other programs count little in them. */
  readonly works: readonly number[];
}

/** Keys near the start of a long text, one after the other, in fields for writing. */
export async function benchWrite(): Promise<void> {
  const site = await servePage('write');
  const browser = await launchChromium();
  const unbound = await launchChromium(UNBOUND);
  const rows: string[][] = [];
  try {
    for (const [text, streams] of CASES) {
      for (const field of FIELDS) {
        const { paints, works } = await type(streams ? browser : unbound, site.url, field, text, streams);
        rows.push([
          `${text}${streams ? ', an answer streams' : ''}`,
          field,
          ...[paints, works].flatMap((all) => [shareOf(all, 0.5), shareOf(all, 0.95)]),
        ]);
      }
    }
  } finally {
    await browser.close();
    await unbound.close();
    site.close();
  }
  printTable(
    `A key in line ${LINE + 1} of a text, ${KEYS} keys, each behind the picture of the one before`,
    ['text', 'field', 'key to picture, p50', 'p95', 'main thread, p50', 'p95'],
    rows,
  );
}

function shareOf(sorted: readonly number[], share: number): string {
  return `${(sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)} ms`;
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
  await browser.startTracing(page, TRACED);
  for (let key = 0; key < WARM + KEYS; key++) {
    await page.keyboard.press('abcdefgh '.charAt(key % 9));
    await page.evaluate((count) => globalThis.painted(count), key + 1);
  }
  const works = readKeys((await browser.stopTracing()).toString());
  const paints = await page.evaluate(() => globalThis.paints);
  await page.close();
  if (works.length !== paints.length)
    throw new Error(`The trace has ${works.length} keys, and ${paints.length} were pressed.`);
  const sorted = (all: readonly number[]): readonly number[] => all.slice(WARM).sort((a, b) => a - b);
  return { paints: sorted(paints), works: sorted(works) };
}
