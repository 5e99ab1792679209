import { Text } from '@codemirror/state';
import { expect, type Locator, type Page, test } from '@playwright/test';
import expected from '../../fixtures/paste/expected.json' with { type: 'json' };
import type { PasteCase } from '../../fixtures/paste/paste-case.ts';
import { PASTE_CASES } from '../../fixtures/paste/payloads.ts';
import { parseMessage } from '../../packages/engine/src/document.ts';
import type { Pasted } from '../../packages/engine/src/paste.ts';
import { sentText } from '../../packages/react/src/composer/editor/draft/sent-text.ts';
import { CARET_WAYS } from './caret-ways.ts';
import { quickKeys, quickText } from './quick-keys.ts';
import { type ServedPage, servePage } from './served-page.ts';

// The composer alone, in a page that our server serves, so that its policy holds.
let served: ServedPage;
test.beforeAll(async () => {
  served = await servePage('composer');
});
test.afterAll(() => served.close());

const box = (page: Page): Locator => page.getByRole('textbox', { name: 'Message' });
const previews = (page: Page): Locator => page.locator('.mr-draft-preview .mr-embeds-item');
const written = (page: Page): Promise<string> => page.evaluate(() => globalThis.written);

/** Opens the page with a text in the box, and the editor in its place. */
async function open(page: Page, text = ''): Promise<void> {
  await page.goto(`${served.url}/?text=${encodeURIComponent(text)}`);
  await box(page).focus();
  await expect(page.locator('.cm-content')).toBeFocused();
}

const CODE = '```ts:src/app.ts\nconst a = 1;\n```';
const TABLE = '| a | b |\n| - | - |\n| 1 | 2 |\n';
const LINK = 'https://example.org';
const FAR = 'A line.\n'.repeat(300);

interface Sequence {
  readonly name: string;
  readonly text: string;
  readonly at: 'start' | 'end';
  readonly keys: readonly string[];
  readonly written: string;
  readonly previews: number;
}

const SEQUENCES: readonly Sequence[] = [
  {
    ...{ name: 'Backspace behind a preview edits it', text: `${CODE}\n`, at: 'end' },
    ...{ keys: ['Backspace', 'x'], written: '```ts:src/app.ts\nconst a = 1;x\n```\n', previews: 0 },
  },
  {
    ...{ name: 'leaving it makes the preview again', text: `${CODE}\n`, at: 'end' },
    ...{
      keys: ['Backspace', 'x', 'Escape', 'y'],
      written: '```ts:src/app.ts\nconst a = 1;x\n```\ny',
      previews: 1,
    },
  },
  {
    ...{ name: 'Delete before a preview edits it at its start', text: `a\n${CODE}\n`, at: 'start' },
    ...{ keys: ['End', 'Delete', '#'], written: 'a\n#```ts:src/app.ts\nconst a = 1;\n```\n', previews: 0 },
  },
  {
    ...{ name: 'a modifier removes it', text: `a\n${CODE}\n`, at: 'end' },
    ...{ keys: ['Control+Backspace', 'b'], written: 'a\nb', previews: 0 },
  },
  {
    ...{ name: 'an arrow selects it, a second one passes it', text: `a\n${CODE}\nb`, at: 'end' },
    ...{ keys: ['ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'c'], written: `ac\n${CODE}\nb`, previews: 1 },
  },
  {
    ...{ name: 'up and down too', text: `a\n${CODE}\nb`, at: 'end' },
    ...{
      keys: ['ArrowUp', 'ArrowUp', 'ArrowDown', 'ArrowDown', 'c'],
      written: `a\n${CODE}\ncb`,
      previews: 1,
    },
  },
  {
    ...{ name: 'typing over a selected one goes behind it', text: `${CODE}\n`, at: 'end' },
    ...{ keys: ['ArrowLeft', 'z'], written: `${CODE}\nz\n`, previews: 1 },
  },
  {
    ...{ name: 'Backspace on a selected one edits it', text: `${TABLE}\n`, at: 'end' },
    ...{
      keys: ['ArrowLeft', 'ArrowLeft', 'Backspace', 'Backspace'],
      written: '| a | b |\n| - | - |\n| 1 | 2 \n\n',
      previews: 0,
    },
  },
  {
    ...{ name: 'Escape passes a selected one', text: `a\n${CODE}\nb`, at: 'end' },
    ...{ keys: ['ArrowLeft', 'ArrowLeft', 'Escape', 'c'], written: `a\n${CODE}\ncb`, previews: 1 },
  },
  {
    ...{ name: 'Escape leaves an edited one, also one that was edited again', text: `${CODE}\n`, at: 'end' },
    ...{
      keys: ['Backspace', 'Escape', 'Backspace', 'x', 'Escape', 'y'],
      written: '```ts:src/app.ts\nconst a = 1;x\n```\ny',
      previews: 1,
    },
  },
  {
    ...{ name: 'Enter in an edited one sends nothing of it away', text: `${CODE}\n`, at: 'end' },
    ...{
      keys: ['Backspace', 'Shift+Enter', 'b', 'Escape', 'c'],
      written: '```ts:src/app.ts\nconst a = 1;\nb\n```\nc',
      previews: 1,
    },
  },
  {
    ...{ name: 'an undo returns it, a redo removes it', text: `a\n${CODE}\n`, at: 'end' },
    ...{
      keys: ['Control+Backspace', 'Control+z', 'Control+y', 'Control+z'],
      written: `a\n${CODE}\n`,
      previews: 1,
    },
  },
  {
    ...{ name: 'Enter opens it and Escape comes back, however often', text: `a\n${CODE}\nb`, at: 'end' },
    ...{
      keys: ['ArrowUp', 'Enter', 'Escape', 'Enter', 'Escape', 'Enter', 'Escape', 'ArrowDown', 'c'],
      written: `a\n${CODE}\ncb`,
      previews: 1,
    },
  },
  {
    ...{ name: 'a key behind the full screen edits it', text: `a\n${CODE}\nb`, at: 'end' },
    ...{
      keys: ['ArrowUp', 'Enter', 'Escape', 'Backspace', 'x'],
      written: 'a\n```ts:src/app.ts\nconst a = 1;x\n```\nb',
      previews: 0,
    },
  },
  {
    ...{ name: 'a key behind its menu edits it', text: `a\n${CODE}\nb`, at: 'end' },
    ...{
      keys: ['ArrowUp', 'Shift+F10', 'Escape', 'Shift+F10', 'Escape', 'Backspace', 'x'],
      written: 'a\n```ts:src/app.ts\nconst a = 1;x\n```\nb',
      previews: 0,
    },
  },
  {
    ...{ name: 'one that was far out of sight opens too', text: `${FAR}${CODE}\nb`, at: 'start' },
    ...{
      keys: ['Control+End', 'ArrowUp', 'Enter', 'Escape', 'ArrowUp', 'c'],
      written: `${FAR.slice(0, -1)}c\n${CODE}\nb`,
      previews: 1,
    },
  },
  {
    ...{ name: 'an address is passed like any other', text: `${LINK}\n`, at: 'end' },
    ...{ keys: ['ArrowUp', 'ArrowUp', 'a'], written: `a\n${LINK}\n`, previews: 1 },
  },
];

for (const [way, go] of Object.entries(CARET_WAYS))
  test(`D456 keys beside previews do the same after ${way}, without a pause`, async ({ page }) => {
    await open(page);
    for (const sequence of SEQUENCES)
      await test.step(sequence.name, async () => {
        await page.evaluate((text) => globalThis.setText(text), sequence.text);
        if (!sequence.text.startsWith(FAR)) await expect(previews(page)).toHaveCount(1);
        await go(page, sequence.at);
        await quickKeys(page, sequence.keys);
        await expect.poll(() => written(page)).toBe(sequence.written);
        await expect(previews(page)).toHaveCount(sequence.previews);
        await expect(page).not.toHaveURL(/#embed/);
        await page.evaluate(() => globalThis.setText(''));
        await expect(previews(page)).toHaveCount(0);
      });
  });

test('D457 what is typed becomes previews as it is closed, one undo returns the text, and all of it is sent', async ({
  page,
}) => {
  await open(page);
  await quickText(page, `Look:\n${CODE}`);
  await expect(previews(page)).toHaveCount(1);
  await quickText(page, `${TABLE}\n${LINK}`);
  await expect(page.locator('.mr-draft-url')).toHaveText(LINK);
  await quickText(page, ' end');
  await expect(page.locator('.mr-draft-tint')).toHaveCount(0);
  await expect(previews(page)).toHaveCount(3);
  const text = `Look:\n${CODE}\n${TABLE}\n${LINK}\nend`;
  await expect.poll(() => written(page)).toBe(text);
  await quickKeys(page, ['Backspace', 'Backspace', 'Backspace', 'Control+z', 'Control+z', 'Control+z']);
  await expect(previews(page)).toHaveCount(2);
  await quickKeys(page, Array(9).fill('Control+y'));
  await expect(previews(page)).toHaveCount(3);
  await quickText(page, '\n```js\nopen');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => globalThis.sent)).toEqual([`${await lastSent(page)}`]);
  expect(await lastSent(page)).toMatch(/```js\nopen\n```$/);
  await expect.poll(() => written(page)).toBe('');
});

const lastSent = (page: Page): Promise<string> => page.evaluate(() => globalThis.sent.at(-1) ?? '');

test('D457 a double click edits a preview, its cross removes it, Enter opens it, Escape comes back', async ({
  page,
}) => {
  await open(page, `a\n${CODE}\nb`);
  await previews(page).locator('strong').dblclick();
  await expect(previews(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(previews(page)).toHaveCount(1);
  await quickKeys(page, ['ArrowUp']);
  await expect(page.locator('.mr-draft-selected')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('const a = 1;');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(box(page)).toBeFocused();
  await page.getByRole('button', { name: /^Remove/ }).click();
  await expect.poll(() => written(page)).toBe('a\nb');
  await page.keyboard.press('Control+z');
  await expect(previews(page)).toHaveCount(1);
});

/** Pastes what a clipboard had, as the browser tells of it. */
async function paste(
  page: Page,
  types: Readonly<Record<string, string>>,
  files: readonly { readonly name: string; readonly type: string }[] = [],
): Promise<void> {
  await page.evaluate(
    ([texts, attached]) => {
      const data = new DataTransfer();
      for (const [type, text] of Object.entries(texts)) data.setData(type, text);
      for (const { name, type } of attached) data.items.add(new File(['123456789'], name, { type }));
      const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
    },
    [types, files] as const,
  );
}

const results: Readonly<Record<string, Pasted>> = expected as unknown as Readonly<Record<string, Pasted>>;
const note = (page: Page): Locator => page.locator('.mr-draft-note');

test('D458 every clipboard of the table becomes what the table says, and is sent in full', async ({
  page,
}) => {
  await open(page);
  const cases = PASTE_CASES.filter(({ options }) => options === undefined).map(({ name, payload }) => {
    const result = results[name];
    const text = result?.type === 'text' || result?.type === 'embed' ? result.markdown.trimEnd() : '';
    const count = result?.type === 'embed' ? 1 : previewsIn(text);
    return { name, payload, text, count, sent: text === '' ? '' : closed(text).trimEnd() };
  });
  const outcomes = await page.evaluate(pasteAll, cases);
  for (const [i, { name, text, count, sent }] of cases.entries())
    expect(outcomes[i], name).toEqual({ text, count, sent });
  const files = cases.filter(({ name }) => results[name]?.type === 'files');
  expect(files.length).toBeGreaterThan(0);
  for (const { payload } of files) {
    await page.evaluate(() => globalThis.setText(''));
    await paste(page, payload.types, payload.files);
    await expect(note(page)).toContainText('Files and pictures');
  }
});

interface Pasting {
  readonly payload: PasteCase['payload'];
  readonly text: string;
  readonly count: number;
}
/** Pastes one clipboard after the other and sends each; runs in the page. What does not come is told as it is. */
async function pasteAll(cases: readonly Pasting[]) {
  const until = async (isSo: () => boolean): Promise<void> => {
    for (let i = 0; i < 300 && !isSo(); i++) await new Promise(requestAnimationFrame);
  };
  const shown = (): number => document.querySelectorAll('.mr-draft-preview .mr-embeds-item').length;
  const outcomes: { text: string; count: number; sent: string }[] = [];
  for (const { payload, text, count } of cases) {
    const data = new DataTransfer();
    for (const [type, given] of Object.entries(payload.types)) data.setData(type, given);
    for (const { name, type } of payload.files) data.items.add(new File(['123456789'], name, { type }));
    const parts = { bubbles: true, cancelable: true };
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, ...parts }));
    await until(() => globalThis.written.trimEnd() === text && shown() === count);
    const found = { text: globalThis.written.trimEnd(), count: shown() };
    globalThis.sent = [];
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ...parts }));
    outcomes.push({ ...found, sent: globalThis.sent.join('').trimEnd() });
    globalThis.setText('');
    await until(() => globalThis.written === '' && shown() === 0);
  }
  return outcomes;
}

/** A text as it is sent. */
const closed = (text: string): string => sentText(text, Text.of(text.split('\n')));

function previewsIn(text: string): number {
  return parseMessage(text, { mode: 'write', messageId: 'm' }).embeds.length;
}

const LINES = Array.from({ length: 60 }, (_, i) => `const a${i} = ${i};`).join('\n');

test('D459 a long paste is a preview that can be kept as text: by the note, Ctrl+Z, its menu, or Ctrl+Shift+V at once', async ({
  page,
}) => {
  await open(page, 'See:');
  const keepers: readonly (() => Promise<void>)[] = [
    () => note(page).getByRole('button', { name: 'Keep as text' }).click(),
    () => page.keyboard.press('Control+z'),
    async () => {
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Shift+F10');
      await page.getByRole('menuitem', { name: 'Keep as text' }).click();
    },
  ];
  for (const keep of keepers) {
    await page.keyboard.press('Control+End');
    await paste(page, { 'text/plain': LINES });
    await expect(previews(page)).toHaveCount(1);
    await expect.poll(() => written(page)).toMatch(/^See:\n```\w+\nconst a0 = 0;[\s\S]*59;\n```\n$/);
    await keep();
    await expect(previews(page)).toHaveCount(0);
    await expect.poll(() => written(page)).toBe(`See:\n${LINES}\n`);
    await page.evaluate(() => globalThis.setText('See:'));
  }
  await page.keyboard.press('Control+End');
  await page.evaluate(() => {
    const event = new KeyboardEvent('keydown', { key: 'V', ctrlKey: true, shiftKey: true, bubbles: true });
    document.activeElement?.dispatchEvent(event);
  });
  await paste(page, { 'text/plain': LINES, 'text/html': '<b>Not this</b>' });
  await expect.poll(() => written(page)).toBe(`See:${LINES}`);
  await expect(previews(page)).toHaveCount(0);
});

test('D460 a preview that was pasted is edited in full, and in code everything pasted is text', async ({
  page,
}) => {
  await open(page);
  await paste(page, { 'text/plain': 'a\tb\n1\t2' });
  await expect(previews(page)).toHaveCount(1);
  await quickKeys(page, ['Backspace']);
  await quickKeys(page, ['Backspace']);
  await expect(previews(page)).toHaveCount(0);
  expect(await written(page)).toMatch(/^\| a \| b \|\n\| --- \| --- \|\n\| 1 \| 2/);
  await page.evaluate(() => globalThis.setText('```js\n'));
  await page.keyboard.press('Control+End');
  await paste(page, { 'text/plain': LINES, 'text/html': `<table><tr><td>1</td></tr></table>` });
  await expect.poll(() => written(page)).toBe(`\`\`\`js\n${LINES}`);
});

test('D461 previews are copied with their content, also together with text, and pasted back they are the same', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, `a\n${CODE}\n`);
  for (const key of ['Control+End', 'ArrowLeft', 'Control+c']) await page.keyboard.press(key);
  const clipboard = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    return item?.types ?? [];
  });
  expect(clipboard).toEqual(expect.arrayContaining(['text/plain', 'text/html']));
  for (const key of ['Control+End', 'Control+v']) await page.keyboard.press(key);
  await expect.poll(() => written(page)).toBe(`a\n${CODE}\n${CODE}\n`);
  // It came as an embed of ours: Markdown would be text.
  await expect(note(page)).toContainText('Pasted as a preview');
  await expect(page.locator('.mr-draft-preview .mr-embeds-item')).toHaveCount(2);
  // References are copied in full.
  await page.evaluate(() => globalThis.setText(''));
  await paste(page, { 'text/plain': LINES });
  await expect(previews(page)).toHaveCount(1);
  for (const key of ['Control+a', 'Control+x']) await page.keyboard.press(key);
  await expect.poll(() => written(page)).toBe('');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('const a59 = 59;');
  await page.keyboard.press('Control+v');
  await expect.poll(() => written(page)).toContain('const a59 = 59;');
});

test('D461 text that is cut with a preview of 5 MB comes back with that preview, and elsewhere as its Markdown', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, '');
  await page.keyboard.type('above ');
  await paste(page, { 'text/plain': LINES.repeat(5000) });
  await expect(note(page)).toContainText('Pasted as a preview');
  await page.keyboard.type('below');
  await expect(previews(page)).toHaveCount(1);
  const whole = /^above \n```\w+\nconst a0 = 0;[\s\S]*59;\n```\nbelow$/;
  await expect.poll(() => written(page)).toMatch(whole);
  const { length } = await written(page);
  for (const key of ['Control+a', 'Control+x']) await page.keyboard.press(key);
  await expect.poll(() => written(page)).toBe('');
  await page.keyboard.press('Control+v');
  await expect(previews(page)).toHaveCount(1);
  await expect.poll(async () => (await written(page)).length).toBe(length);
  // It is the same reference, which can still be text.
  for (const key of ['ArrowUp', 'Shift+F10']) await page.keyboard.press(key);
  await expect(page.getByRole('menuitem', { name: 'Keep as text' })).toBeVisible();
  await page.keyboard.press('Escape');
  const copied = await page.evaluate(async () => (await navigator.clipboard.readText()).length);
  expect(copied).toBe(length);
});

test('D462 5 MB are pasted and sent in full, and what is too much is refused with a way out', async ({
  page,
}) => {
  await open(page);
  const result = await page.evaluate(async () => {
    const line = 'const value = compute(1, 2, "three"); // a line of code\n';
    const text = line.repeat(Math.ceil(5_000_000 / line.length));
    const data = new DataTransfer();
    data.setData('text/plain', text);
    const seen: string[] = [];
    const observer = new MutationObserver(() =>
      seen.push(document.querySelector('.mr-draft-note')?.textContent ?? ''),
    );
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
    while (!seen.some((words) => words.includes('Pasted')))
      await new Promise((done) => requestAnimationFrame(done));
    return { length: text.length, seen };
  });
  await expect(previews(page)).toHaveCount(1);
  await expect.poll(async () => (await written(page)).length).toBeGreaterThan(result.length);
  await quickText(page, 'x');
  await page.keyboard.press('Enter');
  expect((await lastSent(page)).length).toBeGreaterThan(result.length);
  expect(await lastSent(page)).toMatch(/x$/);
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text/plain', 'x'.repeat(50_000_000));
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await expect(note(page)).toContainText('too long');
  expect(await written(page)).toBe('');
});

test('D461 a preview is copied from its menu by right click and Shift+F10, and from full screen, as an embed of ours', async ({
  page,
}) => {
  await open(page, `a\n${CODE}\n`);
  const copies: readonly (() => Promise<void>)[] = [
    async () => {
      await previews(page).locator('pre').click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Copy' }).click();
    },
    async () => {
      for (const key of ['Control+End', 'ArrowLeft', 'Shift+F10']) await page.keyboard.press(key);
      await page.getByRole('menuitem', { name: 'Copy' }).click();
    },
    async () => {
      for (const key of ['Control+End', 'ArrowLeft', 'Enter']) await page.keyboard.press(key);
      await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).click();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    },
    async () => {
      for (const key of ['Control+End', 'ArrowLeft', 'Control+c']) await page.keyboard.press(key);
    },
  ];
  for (const copy of copies) {
    await copy();
    await box(page).focus();
    await page.evaluate(() => {
      globalThis.clipboard = undefined;
      document.addEventListener(
        'paste',
        (event) => {
          const { clipboardData: data } = event;
          globalThis.clipboard = Object.fromEntries(
            (data?.types ?? []).map((type) => [type, data?.getData(type) ?? '']),
          );
          event.preventDefault();
          event.stopImmediatePropagation();
        },
        { capture: true, once: true },
      );
    });
    await page.keyboard.press('Control+v');
    const flavours = await page.evaluate(() => globalThis.clipboard);
    expect(flavours).toMatchObject({ 'text/plain': CODE, 'text/markdown': CODE });
    expect(flavours?.['text/html']).toContain('data-openmates-embed');
    expect(JSON.parse(flavours?.['application/x-openmates-embed+json'] ?? '{}')).toMatchObject({
      ...{ version: 1, type: 'code', language: 'ts', filename: 'src/app.ts', inlineContent: 'const a = 1;' },
      contentRef: expect.stringMatching(/^cid:sha256:[0-9a-f]{64}$/),
    });
  }
  // In another browser there is only what the clipboard has.
  const flavours = (await page.evaluate(() => globalThis.clipboard)) ?? {};
  const { 'application/x-openmates-embed+json': own = '', ...texts } = flavours;
  const { inlineContent: _gone, ...without } = JSON.parse(own);
  await page.goto('about:blank');
  for (const types of [
    { 'application/x-openmates-embed+json': own },
    // Of a content that is gone there is still its Markdown.
    { ...texts, 'text/html': '', 'application/x-openmates-embed+json': JSON.stringify(without) },
  ]) {
    await open(page);
    await paste(page, types);
    await expect(previews(page)).toHaveCount(1);
    await expect.poll(async () => (await written(page)).trimEnd()).toBe(CODE);
  }
});

test('D483 what is dropped is read as a paste at its place, and a dragged preview is there in full', async ({
  page,
}) => {
  await open(page, 'above\nbelow');
  const drop = (types: Readonly<Record<string, string>>, names: readonly string[], line: number) =>
    page.evaluate(
      ([texts, files, nth]) => {
        const dataTransfer = new DataTransfer();
        for (const [type, text] of Object.entries(texts)) dataTransfer.setData(type, text);
        for (const name of files)
          dataTransfer.items.add(new File(['raw text'], name, { type: 'text/plain' }));
        const target = document.querySelectorAll('.cm-line')[nth];
        const { left, right, top, height } = target?.getBoundingClientRect() ?? new DOMRect();
        const at = { clientX: (left + right) / 2, clientY: top + height / 2 };
        target?.dispatchEvent(
          new DragEvent('drop', { dataTransfer, ...at, bubbles: true, cancelable: true }),
        );
      },
      [types, names, line] as const,
    );
  await drop({}, ['a.txt'], 0);
  await expect(note(page)).toContainText('Files and pictures');
  expect(await written(page)).toBe('above\nbelow');
  await drop(
    { 'text/plain': 'a\tb\n1\t2', 'text/html': '<table><tr><td>a<td>b<tr><td>1<td>2</table>' },
    [],
    0,
  );
  await expect(previews(page)).toHaveCount(1);
  await expect
    .poll(() => written(page))
    .toMatch(/^above\n+\| a \| b \|\n\| --- \| --- \|\n\| 1 \| 2 \|\n+below$/);
  await page.keyboard.press('Control+a');
  const dragged = await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    const line = document.querySelector('.cm-line');
    line?.dispatchEvent(new DragEvent('dragstart', { dataTransfer, bubbles: true, cancelable: true }));
    line?.dispatchEvent(new DragEvent('dragend', { bubbles: true }));
    return dataTransfer.getData('text/plain');
  });
  expect(dragged).toBe(await written(page));
});
