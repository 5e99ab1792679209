import { expect, test } from '@playwright/test';
import type { Cost } from './document/page.tsx';
import { buildLibraryPage, type LibraryPage } from './library-page.ts';

let library: LibraryPage;
test.beforeAll(async () => {
  library = await buildLibraryPage('document');
});

const repeat = (count: number, make: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => make(i)).join('');

/** A part with every kind of block, so that a text of many has them all over. */
const MIXED = (i: number): string => `## Part ${i}

Some **bold** and *italic* text with \`code\`, a [link](https://example.org/${i}) and ~~more~~.

- one
- two
  > and a quote

\`\`\`ts
const part = ${i};
\`\`\`

| a | b |
|---|---|
| ${i} | 2 |

`;

const TEXTS: readonly (readonly [string, string])[] = [
  ['a mixed answer', repeat(60, MIXED)],
  ['one list', repeat(600, (i) => `- item ${i} with *some* text\n`)],
  ['a list in a list', `- first\n${repeat(400, (i) => `  - item ${i} with *some* text\n`)}`],
  ['one quote', repeat(300, (i) => `> paragraph ${i} of it\n>\n`)],
  ['one paragraph', repeat(700, (i) => `word ${i} **bold** and \`code\` `)],
];

for (const [name, text] of TEXTS) {
  test(`D90 what a piece costs does not grow with the length: ${name}`, async ({ page }) => {
    await library.open(page);
    const { costs, kept } = await page.evaluate(
      // The page has put it there.
      (whole) => (Reflect.get(window, 'stream') as typeof streamType)(whole, 24),
      text,
    );
    expect(kept).toBe(true);
    const quarter = Math.floor(costs.length / 4);
    // All but the last: at the end what was open is drawn as what it is for good.
    const [early, late] = [costs.slice(quarter, 2 * quarter), costs.slice(-1 - quarter, -1)];
    for (const of of [looks, changes]) {
      expect(sum(late, of)).toBeLessThan(1.5 * sum(early, of) + 10);
      expect(Math.max(...late.map(of))).toBeLessThan(2 * Math.max(...early.map(of)) + 10);
    }
  });
}

declare const streamType: (text: string, size: number) => { costs: Cost[]; kept: boolean };
const looks = (cost: Cost): number => cost.looks;
const changes = (cost: Cost): number => cost.changes;
const sum = (costs: readonly Cost[], of: (cost: Cost) => number): number =>
  costs.reduce((total, cost) => total + of(cost), 0);
