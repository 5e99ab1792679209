import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import spec from 'commonmark-spec';
import { GFM_CASES } from '../../fixtures/gfm-cases.ts';
import { BLOCK_MATH, INLINE_MATH } from '../../fixtures/math-cases.ts';
import type { MessageDoc } from '../../packages/engine/src/document.ts';
import { root } from '../support/project-files.ts';
import { buildLibraryPage, type LibraryPage } from './library-page.ts';
import { lookTwice } from './look.ts';
import { frames } from './still.ts';

type Kept = 'map' | 'store' | 'nowhere';

declare global {
  interface Window {
    load(text: string, mode: 'read' | 'write', kept: Kept): Promise<void>;
    lost(texts: readonly string[]): readonly string[];
    doc(): MessageDoc;
    markdown(): Promise<unknown>;
    undo(): void;
    copyAll(): void;
  }
}

// Our extensions in a real editor of TipTap.
let built: LibraryPage;
test.beforeAll(async () => {
  built = await buildLibraryPage('tiptap');
});
test.beforeEach(({ page }) => built.open(page));

const CODE = '```ts:src/a.ts\nconst a = 1;\n```';
const EVERY_NODE = `# Title

Some **bold *both*** ~~old~~ \`code\` [link](https://x.org "t") <b>x</b> $a^2$ ![alt](https://x.org/a.png) note[^n]\\
next

> quote

- a
- b

3. c

4. d

- [x] done
- [ ] open

***

$$
x
$$

<div>html</div>

[^n]: The note

${CODE}

<!-- title: "Plans" -->
| a | b |
|---|---|
| 1 | 2 |

https://example.org/page
`;

const load = (page: Page, text: string, mode: 'read' | 'write', kept: Kept = 'map') =>
  page.evaluate(([t, m, k]) => window.load(t, m, k), [text, mode, kept] as const);
const doc = (page: Page) => page.evaluate(() => window.doc());
const editor = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const figure = (page: Page) => editor(page).getByRole('figure', { name: /src\/a\.ts/ });
const source = (page: Page) => page.locator('.mr-source');

/** Opens the embed above the last line. */
async function openLast(page: Page): Promise<void> {
  await editor(page).locator('> p').last().click();
  await page.keyboard.press('Home');
  await page.keyboard.press('Backspace');
  await expect(source(page)).toBeVisible();
}

const demo = ['hello', 'long'].map((name) => readFileSync(join(root, `fixtures/demo/${name}.md`), 'utf8'));
const TEXTS = [
  ...['', '>', '- ', '- [ ] a\n- [x] b', EVERY_NODE, ...demo],
  ...spec.tests.map(({ markdown }) => markdown.replaceAll('→', '\t')),
  ...Object.values(GFM_CASES).flatMap((cases) => cases.map(({ text }) => text)),
  ...[...INLINE_MATH, ...BLOCK_MATH].map(([text]) => text),
];

// In four parts: each has an editor for every text and mode.
for (const part of [0, 1, 2, 3])
  test(`D391 the editor gives every document back as it was loaded, in both modes, part ${part + 1}`, async ({
    page,
  }) => {
    const texts = TEXTS.filter((_, i) => i % 4 === part);
    expect(texts.length).toBeGreaterThan(150);
    expect(await page.evaluate((all) => window.lost(all), texts)).toEqual([]);
  });

test('D392 the nodes are shown by our components, and nobody who looks or listens is left out', async ({
  page,
}) => {
  await load(page, EVERY_NODE, 'read', 'store');
  await expect(figure(page)).toContainText('const a = 1;');
  await expect(editor(page).getByRole('figure', { name: /Plans/ })).toBeVisible();
  await expect(editor(page).getByRole('checkbox', { name: 'Done', exact: true })).toBeChecked();
  await expect(editor(page).locator('.katex')).toHaveCount(2);
  await expect(editor(page).locator('pre.mr-html')).toHaveText('<div>html</div>');
  // ProseMirror puts an image without a source behind a node that the caret must get past.
  await expect(editor(page).locator('img:not(.ProseMirror-separator), b')).toHaveCount(0);
  await lookTwice(page, 'tiptap');
  await editor(page).getByRole('checkbox', { name: 'Not done' }).click();
  expect(JSON.stringify(await doc(page))).not.toContain('"checked":false');
});

test('C34 a page with a reset of its own leaves lists and links in the editor as they are', async ({
  page,
}) => {
  await page.addStyleTag({
    content: '@layer base { ol, ul { list-style: none; } a { text-decoration: inherit; } }',
  });
  await load(page, '- a\n\n1. [b](https://x.org)', 'read');
  await expect(editor(page).locator('ul > li')).toHaveCSS('list-style-type', 'disc');
  await expect(editor(page).locator('ol > li')).toHaveCSS('list-style-type', 'decimal');
  await expect(editor(page).getByRole('link')).toHaveCSS('text-decoration-line', 'underline');
});

for (const mode of ['read', 'write'] as const)
  for (const kept of ['map', 'store'] as const)
    test(`D393 in ${mode} mode with a ${kept}, Backspace behind an embed opens its text, and leaving makes it the embed again`, async ({
      page,
    }) => {
      await load(page, `above\n${CODE}\nbelow`, mode, kept);
      await expect(figure(page)).toContainText('const a = 1;');
      const before = await doc(page);
      await openLast(page);
      await expect(source(page)).toHaveText(CODE);
      await expect(figure(page)).toHaveCount(0);
      // The caret is at the end of the text; the first line of what is above is left to reach.
      await page.keyboard.press('Control+Home');
      await expect(figure(page)).toBeVisible();
      expect(await doc(page)).toEqual(before);
      // Edited: behind the last character of its code.
      await openLast(page);
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('End');
      await page.keyboard.press('Enter');
      await page.keyboard.type('a + 1;');
      await editor(page).getByText('below').click();
      await expect(figure(page)).toContainText('a + 1;');
      const { attrs } = (await doc(page)).content.find(({ type }) => type === 'embed') as { attrs: object };
      expect(attrs).toMatchObject({ id: 'm:0', filename: 'src/a.ts', lineCount: 2, status: 'finished' });
      expect(await page.evaluate(() => window.markdown())).toEqual({
        markdown: expect.stringContaining('```ts:src/a.ts\nconst a = 1;\na + 1;\n```'),
      });
    });

test('D393 Backspace opens an embed that a click has selected, and Enter makes a line below it', async ({
  page,
}) => {
  const click = () => figure(page).getByText('TypeScript').click();
  // Of a document that begins with it, the embed is selected from the start; a click leaves it so.
  await load(page, CODE, 'read');
  await click();
  await page.keyboard.press('Enter');
  await page.keyboard.type('below');
  expect((await doc(page)).content.map(({ type }) => type)).toEqual(['embed', 'paragraph']);
  await click();
  await expect(editor(page).locator('.ProseMirror-selectednode')).toBeVisible();
  await page.keyboard.press('Backspace');
  await expect(source(page)).toHaveText(CODE);
});

test('D393 a key that is quicker than the word of the new selection opens the embed too', async ({
  page,
}) => {
  await load(page, `${CODE}\nbelow`, 'read');
  await editor(page).getByText('below').click();
  await editor(page).evaluate((element) => {
    const line = element.lastElementChild?.firstChild;
    if (line) getSelection()?.collapse(line, 0);
    const press = { key: 'Backspace', keyCode: 8, bubbles: true, cancelable: true };
    line?.parentElement?.dispatchEvent(new KeyboardEvent('keydown', press));
  });
  await expect(source(page)).toHaveText(CODE);
});

test('D395 each undo takes one thing back: the closing, what was typed, the opening', async ({ page }) => {
  await load(page, `${CODE}\nbelow`, 'write');
  const before = await doc(page);
  const undo = () => page.evaluate(() => window.undo());
  await openLast(page);
  await page.keyboard.type('x');
  await editor(page).getByText('below').click();
  await expect(source(page)).toHaveCount(0);
  await undo();
  await expect(source(page)).toHaveText(`${CODE}x`);
  await undo();
  await expect(source(page)).toHaveText(CODE);
  await undo();
  await expect(figure(page)).toBeVisible();
  expect(await doc(page)).toEqual(before);
});

test('D396 an opened text stays one text: it is not joined with its neighbours, has no marks, and what is pasted is text', async ({
  page,
}) => {
  await load(page, `above\n\n${CODE}\n\nbelow`, 'read');
  await openLast(page);
  await page.keyboard.press('Delete');
  await expect(source(page)).toHaveText(CODE);
  await page.keyboard.press('Shift+Home');
  await page.keyboard.press('Control+b');
  await expect(source(page).locator('strong')).toHaveCount(0);
  await page.keyboard.press('End');
  // The editor reads where the caret is by a task of its own, which a paste by hand comes behind.
  await frames(page);
  await source(page).evaluate((element) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', '\r\nb');
    clipboardData.setData('text/html', '<p>x</p><p>b</p>');
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(source(page)).toHaveText(`${CODE}\nb`);
  await editor(page).getByText('below').click();
  await expect(source(page)).toHaveCount(0);
  expect((await doc(page)).content.map(({ type }) => type)).toEqual([
    ...['paragraph', 'embed', 'paragraph', 'paragraph'],
  ]);
});

test('D397 a draft shows its lines with what stands out in them, and its keys make no marks', async ({
  page,
}) => {
  await load(page, '# Title\n\n```js\nopen', 'write');
  await expect(editor(page).locator('[data-highlight=heading]')).toHaveText('# Title');
  await expect(editor(page).locator('[data-highlight=code]')).toHaveText(['```js', 'open']);
  const before = await doc(page);
  await editor(page).getByText('open').dblclick();
  await page.keyboard.press('Control+b');
  expect(await doc(page)).toEqual(before);
  await load(page, 'word', 'read');
  await editor(page).getByText('word').dblclick();
  await page.keyboard.press('Control+b');
  await expect(editor(page).locator('strong')).toHaveText('word');
});

test('D398 an empty document has a line to write on as soon as somebody is in it', async ({ page }) => {
  await load(page, '', 'read');
  expect(await doc(page)).toEqual({ type: 'doc', content: [] });
  await editor(page).click();
  await expect(editor(page).locator('> p')).toHaveCount(1);
  await page.keyboard.type('Hello');
  expect(await doc(page)).toEqual({
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hello' }] }],
  });
});

test('D399 Backspace only selects an embed whose content is not known: nothing of it is lost', async ({
  page,
}) => {
  await load(page, `${CODE}\nbelow`, 'read', 'nowhere');
  const before = await doc(page);
  await editor(page).getByText('below').click();
  await page.keyboard.press('Home');
  for (const _ of ['selects', 'does no more']) {
    await page.keyboard.press('Backspace');
    await expect(editor(page).locator('.ProseMirror-selectednode')).toBeVisible();
    expect(await doc(page)).toEqual(before);
  }
});

test('D408 what is copied as HTML has every node, mark and attribute, also those of embeds', async ({
  page,
}) => {
  await load(page, EVERY_NODE, 'read');
  const before = await doc(page);
  await page.evaluate(() => window.copyAll());
  expect(await doc(page)).toEqual(before);
});
