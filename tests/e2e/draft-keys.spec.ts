import { expect, type Page, test } from '@playwright/test';
import fc from 'fast-check';
import { isLong } from '../../fixtures/long.ts';
import { CARET_WAYS } from './caret-ways.ts';
import { quickKeys } from './quick-keys.ts';
import { type ServedPage, servePage } from './served-page.ts';
import { frames } from './still.ts';

let served: ServedPage;
test.beforeAll(async () => {
  served = await servePage('composer');
});
test.afterAll(() => served.close());
// A law is not tried a second time.
test.describe.configure({ retries: 0 });

const CODE = '```ts:src/app.ts\nconst a = 1;\n```';
const OTHER = '```py\nb\n```';
const TABLE = '| a | b |\n| - | - |\n| 1 | 2 |\n';
const TEXTS = [
  `a\n${CODE}\nb`,
  `${CODE}\n${OTHER}\n`,
  `${TABLE}\nmid\n${TABLE}\n`,
  `https://example.org\nhttps://example.org/a.png\n${CODE}\n`,
  `x\n\`\`\`document_html\n<!-- title: "T" -->\n<p>a</p>\n\`\`\`\n${TABLE}\n`,
  '# Title\n```js\nopen\n``',
];
const ARROWS = 'ArrowLeft ArrowRight ArrowUp ArrowDown';
const KEYS = [
  ...`${ARROWS} ${ARROWS} Backspace Backspace Delete Delete Control+Backspace Home End x \` Shift+Enter`.split(
    ' ',
  ),
  ...'Enter Enter Escape Escape Control+z Control+z Control+y Control+Home Control+End'.split(' '),
  ' ',
];
const SEQUENCE = fc.record({
  text: fc.constantFrom(...TEXTS),
  way: fc.constantFrom(...Object.keys(CARET_WAYS)),
  isStart: fc.boolean(),
  keys: fc.array(fc.constantFrom(...KEYS), { minLength: 4, maxLength: 16 }),
});
type Sequence = typeof SEQUENCE extends fc.Arbitrary<infer T> ? T : never;

interface Outcome {
  readonly written: string;
  readonly sent: readonly string[];
  readonly previews: number;
}

const previewsOf = (page: Page): Promise<number> => page.locator('.mr-draft-preview .mr-embeds-item').count();

/** Presses keys behind a way of the caret, and then one that shows where the caret is. */
async function outcomeOf(page: Page, sequence: Sequence, way: string, isQuick: boolean): Promise<Outcome> {
  const { text, isStart, keys } = sequence;
  await page.evaluate((given) => globalThis.startAgain(given), text);
  await page.locator('textarea').focus();
  await expect(page.locator('.cm-content')).toBeFocused();
  // No line stands before a preview that is the first.
  await CARET_WAYS[way]?.(page, isStart && /^\w/.test(text) ? 'start' : 'end');
  const all = [...keys, 'Escape', 'Escape', 'Z'];
  if (isQuick) await quickKeys(page, all);
  else
    for (const key of all) {
      await quickKeys(page, [key]);
      await frames(page, 3);
    }
  await frames(page);
  const { written, sent } = await page.evaluate(() => ({
    written: globalThis.written,
    sent: globalThis.sent,
  }));
  return { written, sent, previews: await previewsOf(page) };
}

test('D456 any keys do the same with no pause between them, after keys, a click or a selection, as with a picture after each', async ({
  page,
}) => {
  // What is written at once is one step of the history, however fast the machine is.
  await page.addInitScript(() => {
    Date.now = () => 1_800_000_000_000;
  });
  await page.goto(served.url);
  if (isLong) test.setTimeout(3_600_000);
  await fc.assert(
    fc.asyncProperty(SEQUENCE, async (sequence) => {
      const slow = await outcomeOf(page, sequence, 'keys', false);
      const quick = await outcomeOf(page, sequence, sequence.way, true);
      expect(quick).toEqual(slow);
    }),
    { numRuns: isLong ? 400 : 4, endOnFailure: true },
  );
});
