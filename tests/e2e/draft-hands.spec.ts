import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { isLong } from '../../fixtures/long.ts';
import { draftBlocks } from '../../packages/engine/src/document.ts';
import { type InputMethod, inputMethod } from './compose.ts';
import { listenInDom } from './heard.ts';
import { lookTwice, smallTargets } from './look.ts';
import { type ServedPage, servePage } from './served-page.ts';
import { frames } from './still.ts';

// Hands, eyes and ears at the message field: input methods, fingers, screen readers.
let served: ServedPage;
test.beforeAll(async () => {
  served = await servePage('composer');
});
test.afterAll(() => served.close());

const field = (page: Page): Locator => page.getByRole('textbox', { name: 'Message', exact: true });
const previews = (page: Page): Locator => page.locator('.mr-draft-preview .mr-embeds-item');
const text = (page: Page): Promise<string> => page.evaluate(() => globalThis.written);
async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** The page with its editor. */
async function open(page: Page, asked: Readonly<Record<string, string>> = {}): Promise<void> {
  await page.goto(`${served.url}/?${new URLSearchParams(asked)}`);
  await field(page).focus();
  await expect(page.locator('.cm-content')).toBeFocused();
}

/** Gives the field a text, as a page does. Nothing is left of the one before. */
async function put(page: Page, next: string): Promise<void> {
  await page.evaluate(async (given) => {
    for (const each of ['', given]) {
      globalThis.setText(each);
      // The editor may add a line to write on.
      while (globalThis.written.trimEnd() !== each.trimEnd()) await new Promise(requestAnimationFrame);
    }
  }, next);
}

const CODE = '```ts:a.ts\nlet a;\n```';
const OTHER = '```ts:b.ts\nlet b;\n```';
const TABLE = '| a | b |\n| --- | --- |\n| 1 |';

/** Writes by an input method: each step is shown, the last one stays. */
type Composing = (method: InputMethod) => Promise<string>;
const composing =
  (...words: readonly (readonly string[])[]): Composing =>
  async (method) => {
    for (const steps of words) {
      for (const step of steps) await method.show(step);
      await method.commit(steps.at(-1) ?? '');
    }
    return words.map((steps) => steps.at(-1)).join('');
  };
const LANGUAGES: Readonly<Record<string, Composing>> = {
  Japanese: composing(['n', 'に', 'にほn', 'にほん', '日本']),
  Chinese: composing(['n', 'ni', 'ni h', 'ni hao', '你好']),
  Korean: composing(['ㅎ', '하', '한'], ['ㄱ', '구', '국']),
  'dead key': composing(['´', 'é']),
};

const MARK = '¦';
const OPEN = '```ts\nlet a;\n``';

/** A text with a mark at the caret, and the keys that lead there from its start. */
interface Place {
  readonly text: string;
  readonly keys: readonly string[];
  /** The text afterwards, where it is not just the text with what was composed in the place of the caret. */
  readonly after?: string;
  /** How many closed blocks are text, because the caret is in them. */
  readonly entered?: number;
}
const PLACES: Readonly<Record<string, Place>> = {
  'an empty field': { text: '¦', keys: [] },
  'before a preview': { text: `¦\n${CODE}\nend`, keys: ['Control+Home'] },
  'a line of text before a preview': { text: `See¦\n${CODE}\n`, keys: ['Control+Home', 'End'] },
  'behind a preview': { text: `${CODE}\n¦`, keys: ['Control+End'] },
  'between two previews': { text: `${CODE}\n¦\nhttps://a.test/\n`, keys: ['Control+Home', 'ArrowDown'] },
  'text between two of one kind': {
    text: `${CODE}\nmid¦\n${OTHER}\n`,
    keys: ['Control+Home', 'ArrowDown', 'End'],
  },
  'a selected preview': { text: `${CODE}\nend`, after: `${CODE}\n¦\nend`, keys: ['Control+Home'] },
  'the line that closes a fence': { text: '```ts\nlet a;\n``¦', keys: ['Control+End'] },
  'an open fence': { text: '```ts\nlet ¦', keys: ['Control+End'] },
  'an entered block': { text: '```ts:a.ts\nlet a;¦\n```\n', keys: ['Control+End', 'Backspace'], entered: 1 },
  'a table': { text: `${TABLE}¦`, keys: ['Control+End'] },
};

/** Records each preview that comes or goes between the first sign of a composition and its last. */
async function watchPreviews(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seenPreviews: seen });
    const content = document.querySelector('.cm-content');
    const context: unknown = content && Reflect.get(content, 'editContext');
    const source = context instanceof EventTarget ? context : document;
    const hosts = (): Element[] => [...document.querySelectorAll('.mr-draft-host')];
    let before: Element[] | undefined;
    source.addEventListener('compositionstart', () => {
      before = hosts();
    });
    source.addEventListener('compositionend', () => {
      before = undefined;
    });
    new MutationObserver(() => {
      const now = hosts();
      if (before !== undefined && now.some((each, i) => each !== before?.[i]))
        seen.push(`${before.length} became ${now.length}`);
      else if (before !== undefined && now.length < before.length) seen.push('one is gone');
    }).observe(document.body, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => Reflect.get(window, 'seenPreviews') as string[]);
}

/** The previews that a text has, but for the one that is entered. */
const closedIn = (given: string): number => draftBlocks(given).blocks.filter(({ closed }) => closed).length;

/** Composes at a place: in one language, and each language at one place at least; in the long form in all of them. */
async function composeAt(page: Page, method: InputMethod, name: string, nth: number): Promise<void> {
  for (const [place, language] of Object.keys(LANGUAGES).entries())
    if (isLong || place === nth % 4) await composeIn(page, method, name, language);
}

async function composeIn(page: Page, method: InputMethod, name: string, language: string): Promise<void> {
  const { text: marked, keys, after = marked, entered = 0 } = PLACES[name] ?? { text: MARK, keys: [] };
  const compose = LANGUAGES[language] ?? composing();
  await put(page, marked.replace(MARK, ''));
  await press(page, ...keys);
  const composed = await compose(method);
  const told = `${name}, ${language}`;
  await expect.poll(() => text(page), told).toBe(after.replace(MARK, composed));
  await page.keyboard.type('.');
  const whole = after.replace(MARK, `${composed}.`);
  await expect.poll(() => text(page), told).toBe(whole);
  await expect(previews(page), told).toHaveCount(closedIn(whole) - entered);
}

test('D470 what an input method composes is there once, in its place, and no preview comes or goes meanwhile', async ({
  page,
}) => {
  await open(page);
  const method = await inputMethod(page);
  const seen = await watchPreviews(page);
  for (const [nth, name] of Object.keys(PLACES).entries()) await composeAt(page, method, name, nth);
  await put(page, OPEN);
  await press(page, 'Control+End');
  await method.show('`');
  await expect.poll(() => text(page)).toBe(`${OPEN}\``);
  // One syllable ends and the next begins before anything else happens.
  await field(page).evaluate((element) => {
    element.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
    element.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
  });
  await frames(page);
  expect(await seen()).toEqual([]);
  await expect(previews(page)).toHaveCount(0);
  await method.commit('`');
  await expect(previews(page)).toHaveCount(1);
  await page.keyboard.type('on');
  await expect.poll(() => text(page)).toBe(`${OPEN}\`\non`);
});

/** Holds back the editor until it is released. */
async function holdEditor(page: Page): Promise<() => void> {
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/draft-editor-*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test('D472 keys of a composition neither send nor stop, and the editor waits for its end', async ({
  page,
}) => {
  const release = await holdEditor(page);
  const asked = page.waitForRequest('**/draft-editor-*.js');
  await page.goto(`${served.url}/?running&hint=Enter+sends`);
  await expect(field(page)).toHaveAccessibleDescription('Enter sends');
  await field(page).focus();
  const request = await asked;
  const method = await inputMethod(page);
  const ignored = async (): Promise<void> => {
    await method.press('Enter');
    await method.press('Escape');
    await field(page).evaluate((element) => {
      // Safari sends the key that ended a composition after its end.
      for (const key of ['Enter', 'Escape'])
        for (const parts of [{ isComposing: true }, { keyCode: 229 }])
          element.dispatchEvent(
            new KeyboardEvent('keydown', { key, ...parts, bubbles: true, cancelable: true }),
          );
    });
    expect(await page.evaluate(() => [globalThis.sent, globalThis.stops])).toEqual([[], 0]);
  };
  await method.show('に');
  await ignored();
  release();
  await (await request.response())?.finished();
  await frames(page);
  await expect(page.locator('textarea')).toHaveValue('に');
  await method.show('日');
  await method.commit('日本');
  await expect(page.locator('.cm-content')).toBeFocused();
  expect(await text(page)).toBe('日本');
  await expect(field(page)).toHaveAccessibleDescription('Enter sends');
  await method.show('ご');
  await ignored();
  await method.commit('語');
  await expect.poll(() => text(page)).toBe('日本語');
  await ignored();
  await press(page, 'Escape', 'Enter');
  await expect.poll(() => page.evaluate(() => [globalThis.sent, globalThis.stops])).toEqual([['日本語'], 1]);
});

test('D484 what is pasted before the editor or its readers are there stands in its place as what it is, and keys behind it', async ({
  page,
}) => {
  const cells = { 'text/plain': 'a\tb\n1\t2' };
  const table = '| a | b |\n| --- | --- |\n| 1 | 2 |';
  const release = await holdEditor(page);
  await page.goto(served.url);
  await field(page).focus();
  await page.keyboard.type('See');
  await putOnClipboard(page, cells);
  await press(page, 'Control+v');
  await page.keyboard.type('Why');
  await press(page, 'Shift+Enter');
  await expect(page.locator('textarea')).toHaveValue('Seea\tb\n1\t2Why\n');
  await page.keyboard.type('?');
  release();
  await expect(previews(page)).toHaveCount(1);
  await page.keyboard.type('!');
  await expect.poll(() => text(page)).toBe(`See\n\n${table}\n\nWhy\n?!`);
  const back = await holdEditor(page);
  await page.goto(served.url);
  await field(page).focus();
  await putOnClipboard(page, { 'text/plain': LINES.repeat(30) });
  await press(page, 'Control+v');
  await page.keyboard.type('Why');
  back();
  await expect(previews(page)).toHaveCount(1);
  await page.keyboard.type('?');
  await expect.poll(() => text(page)).toMatch(/^```\w+\nconst line0 = 0;[\s\S]*211;\n```\nWhy\?$/);
  let readersCome: () => void = () => {};
  const coming = new Promise<void>((resolve) => {
    readersCome = resolve;
  });
  await page.route('**/paste-late-*.js', (route) => coming.then(() => route.continue()));
  await page.goto(served.url);
  await field(page).focus();
  await expect(page.locator('.cm-content')).toBeFocused();
  await page.keyboard.type('See');
  await paste(page, cells);
  await page.keyboard.type('Why');
  await paste(page, { 'text/plain': 'c\td\n3\t4' });
  await page.keyboard.type('?');
  readersCome();
  await expect(previews(page)).toHaveCount(2);
  await page.keyboard.type('!');
  const other = table.replace('a | b', 'c | d').replace('1 | 2', '3 | 4');
  await expect.poll(() => text(page)).toBe(`See\n\n${table}\n\nWhy\n\n${other}\n\n?!`);
});

test('D473 without its editor the field is a text area in which one writes and sends', async ({ page }) => {
  await page.route('**/draft-editor-*.js', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await page.goto(served.url);
  await field(page).focus();
  await failed;
  await page.keyboard.type('One');
  await press(page, 'Shift+Enter');
  await page.keyboard.type('two');
  await expect(page.locator('textarea')).toHaveValue('One\ntwo');
  await press(page, 'Enter');
  await expect.poll(() => page.evaluate(() => globalThis.sent)).toEqual(['One\ntwo']);
  await expect(page.locator('textarea')).toHaveValue('');
  await putOnClipboard(page, { 'text/plain': LINES.repeat(30) });
  await press(page, 'Control+v');
  await expect(page.locator('textarea')).toHaveValue(LINES.repeat(30));
});

/** Pastes what another program has put on the clipboard. */
const paste = (page: Page, types: Readonly<Record<string, string>>): Promise<void> =>
  field(page).evaluate((element, given) => {
    const clipboardData = new DataTransfer();
    for (const [type, data] of Object.entries(given)) clipboardData.setData(type, data);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, types);

/** Lets the next paste by keys have what another program has put on the clipboard. */
const putOnClipboard = (page: Page, types: Readonly<Record<string, string>>): Promise<void> =>
  page.evaluate((given) => {
    addEventListener(
      'copy',
      (event) => {
        for (const [type, data] of Object.entries(given)) event.clipboardData?.setData(type, data);
        event.preventDefault();
      },
      { capture: true, once: true },
    );
    document.execCommand('copy');
  }, types);

const LINES = Array.from({ length: 212 }, (_, i) => `const line${i} = ${i};`).join('\n');
const LONG = `\`\`\`ts:src/app.ts\n${LINES}\n\`\`\`\n`;
const SHEETS = [1, 2, 3].map((n) => `| Plan | Lost |\n| --- | --- |\n| Free | ${n} |\n\n`).join('');
const NAME = 'src/app.ts, TypeScript, 212 lines. Enter opens, Backspace edits as text.';
const group = (page: Page): Locator => page.getByRole('group', { name: NAME, exact: true });
const selected = (page: Page): Locator => page.locator('.mr-draft-selected .mr-draft-current');

/** The names of what Tab leads to, until it leaves the box. */
async function stops(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (;;) {
    await press(page, 'Tab');
    const name = await page.evaluate(() => {
      const { activeElement: element } = document;
      if (element?.closest('.mr-draft-preview') == null) return undefined;
      return element.getAttribute('aria-label') ?? element.tagName;
    });
    if (name === undefined) return found;
    found.push(name);
  }
}

test('D476 a preview is a group with its name, whose buttons Tab reaches only while it is selected', async ({
  page,
}) => {
  await open(page, { text: LONG });
  await expect(group(page)).toHaveCount(1);
  await press(page, 'Control+End');
  expect(await stops(page)).toEqual([]);
  await field(page).focus();
  await press(page, 'ArrowUp');
  await expect(selected(page)).toHaveCount(1);
  const found = await stops(page);
  expect(found).toContain('Remove: src/app.ts');
  expect(found.some((name) => name.startsWith('Full screen') || name.startsWith('Open'))).toBe(true);
  await field(page).focus();
  await press(page, 'ArrowDown');
  await expect(selected(page)).toHaveCount(0);
  expect(await stops(page)).toEqual([]);
});

test('D500 a right click selects a preview, and behind its menu, or when it is gone, the field has the focus', async ({
  page,
}) => {
  await open(page, { text: `${CODE}\nend` });
  await previews(page).locator('pre').click({ button: 'right' });
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await expect(selected(page)).toHaveCount(1);
  await press(page, 'Escape');
  await expect(field(page)).toBeFocused();
  await press(page, 'Tab');
  await expect(previews(page).locator(':focus')).toHaveCount(1);
  await put(page, 'Gone.');
  await expect(field(page)).toBeFocused();
});

test('D477 a preview is said when it is selected, and the outcome of a paste, each once', async ({
  page,
}) => {
  await page.goto(served.url);
  const heard = await listenInDom(page);
  await field(page).focus();
  await expect(page.locator('.cm-content')).toBeFocused();
  const once = async (...words: readonly string[]): Promise<void> => {
    const all = words.map((each) => ({ live: 'polite', text: each }));
    await expect.poll(heard).toEqual(all);
    await frames(page);
    expect(await heard()).toEqual(all);
  };
  // What is passed within one picture is not said.
  const slowly = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) {
      await press(page, key);
      await frames(page);
    }
  };
  await paste(page, { 'text/plain': 'a\tb\n1\t2\n3\t4' });
  const note = 'Pasted as a preview.Keep as text';
  await once(note);
  await put(page, LONG);
  await slowly('Control+End', 'ArrowUp');
  await once(note, NAME);
  await slowly('ArrowDown', 'ArrowUp');
  await once(note, NAME, NAME);
  await put(page, SHEETS);
  await slowly('Control+Home', 'ArrowRight');
  const sheet = (n: number): string =>
    `Table, 2 rows, 2 columns. ${n} of 3. Enter opens, Backspace edits as text.`;
  await once(note, NAME, NAME, sheet(1), sheet(2));
});

test('D478 every state of the field is accessible: light, dark, with few colours, narrow, in two directions', async ({
  page,
}) => {
  await open(page);
  await lookTwice(page, 'draft-empty');
  await put(page, `لماذا ارتفع؟\nWhy?\n${LONG}\n${SHEETS}\n# Title\n${OPEN}`);
  await press(page, 'Control+End');
  await expect(page.locator('.mr-draft-code .mr-code-keyword')).toHaveText('let');
  await lookTwice(page, 'draft-open');
  await expect(page.locator('.mr-draft-fence')).toHaveText('```');
  await expect(page.locator('.mr-draft-info')).toHaveText('ts');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await tintContrast(page)).toBeGreaterThan(1.07);
  }
  const gaps = await page.locator('.cm-line').evaluateAll((lines) =>
    lines.slice(0, 2).map((line) => {
      const range = document.createRange();
      range.selectNodeContents(line);
      const [words, whole] = [range.getBoundingClientRect(), line.getBoundingClientRect()];
      return { left: words.left - whole.left, right: whole.right - words.right };
    }),
  );
  expect(gaps[0]?.right).toBeLessThan(20);
  expect(gaps[1]?.left).toBeLessThan(20);
  await expect(page.locator('.cm-editor')).toHaveCSS('outline-style', 'none');
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce', colorScheme: 'light' });
  await expect(page.locator('.mr-draft-tint').last()).toHaveCSS('border-inline-start-style', 'solid');
  await expect(page.locator('.mr-slider .mr-embeds-track')).toHaveCSS('scroll-behavior', 'auto');
  await previews(page).first().click();
  await expect(selected(page)).toHaveCSS('outline-style', 'solid');
  await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'no-preference' });
  await lookTwice(page, 'draft-selected');
  for (const width of [640, 320]) {
    await page.setViewportSize({ width, height: 512 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await press(page, 'Backspace');
  await expect(group(page)).toHaveCount(0);
  await lookTwice(page, 'draft-entered');
  await put(
    page,
    'https://a.test/page\nhttps://a.test/b.png\nhttps://www.youtube.com/watch?v=dQw4w9WgXcQ\nend',
  );
  await expect(previews(page)).toHaveCount(3);
  const links = previews(page).locator('a strong, p > a, .mr-embed-open a');
  const accent = await page.locator('.cm-content').evaluate((each) => getComputedStyle(each).caretColor);
  for (const link of await links.all()) await expect(link).toHaveCSS('color', accent);
  expect(await links.count()).toBeGreaterThanOrEqual(2);
  await lookTwice(page, 'draft-links');
  await put(page, '');
  await paste(page, { 'text/plain': 'a\tb\n1\t2\n3\t4' });
  await expect(page.getByRole('button', { name: 'Keep as text' })).toBeVisible();
  await lookTwice(page, 'draft-pasted');
});

/** The contrast of a tint with the box that it stands in. */
function tintContrast(page: Page): Promise<number> {
  return page.evaluate(() => {
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    const light = (...layers: readonly string[]): number => {
      const parts = layers.map((name) => document.querySelector(name)).filter((part) => part !== null);
      for (const part of parts) {
        if (context === null) break;
        context.fillStyle = getComputedStyle(part).backgroundColor;
        context.fillRect(0, 0, 1, 1);
      }
      const [r = 0, g = 0, b = 0] = Array.from(context?.getImageData(0, 0, 1, 1).data ?? [], (value) => {
        const share = value / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
    };
    const [box, tint] = [
      light('.mr-composer-box'),
      light('.mr-composer-box', '.mr-draft-tint.mr-draft-code'),
    ];
    return Math.max(box, tint) / Math.min(box, tint);
  });
}

test('D479 neighbours of one kind are one row, in which arrows select one after the other and show it', async ({
  page,
}) => {
  await open(page, { text: SHEETS });
  const bar = page.locator('.mr-slider-bar > [aria-hidden]');
  await expect(page.locator('.mr-slider')).toHaveCount(1);
  await press(page, 'Control+Home');
  for (const [i, place] of ['1 of 3', '2 of 3', '3 of 3'].entries()) {
    await expect(bar).toHaveText(place);
    await expect(previews(page).nth(i)).toHaveClass(/mr-draft-current/);
    await expect(selected(page)).toBeInViewport({ ratio: 0.95 });
    await press(page, 'ArrowRight');
  }
  await expect(selected(page)).toHaveCount(0);
  await press(page, 'ArrowLeft', 'ArrowLeft');
  await expect(previews(page).nth(1)).toHaveClass(/mr-draft-current/);
  // The next one is seen, so that one knows that there is more.
  await press(page, 'ArrowLeft');
  await expect(previews(page).nth(1)).toBeInViewport({ ratio: 0.5 });
});

/** A key of a keyboard on the screen: the page hears of no key, only of what it does. */
const touchKey = async (page: Page, command: string): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  const key = { key: 'Unidentified', windowsVirtualKeyCode: 229 };
  await session.send('Input.dispatchKeyEvent', { ...key, type: 'rawKeyDown', commands: [command] });
  await session.send('Input.dispatchKeyEvent', { ...key, type: 'keyUp' });
  await session.detach();
};
const send = (page: Page): Locator => page.getByRole('button', { name: 'Send' });

/** Handles change the selection of the page: a preview is taken whole or not at all. */
const takeByHandles = async (page: Page): Promise<void> => {
  for (const [end, left] of [
    ['pre', `Hello \n${CODE}\nthe end`],
    ['.cm-line:last-child', 'Hello  end'],
  ] as const) {
    await put(page, `Hello wide world\n${CODE}\nthe end`);
    await dragHandle(page, end);
    await touchKey(page, 'deleteBackward');
    await expect.poll(() => text(page)).toBe(left);
    await expect(previews(page)).toHaveCount(closedIn(left));
  }
};

async function copyByTouch({
  page,
  context,
}: {
  readonly page: Page;
  readonly context: BrowserContext;
}): Promise<void> {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, { text: `${CODE}\n` });
  await longPress(page, previews(page).locator('pre'));
  await page.getByRole('menuitem', { name: 'Copy' }).tap();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(CODE);
  await put(page, '');
  await field(page).focus();
  await press(page, 'Control+v');
  await expect(previews(page)).toHaveCount(1);
  // Markdown would be text.
  await expect(page.getByText('Pasted as a preview.')).toBeVisible();
  await expect.poll(() => text(page)).toBe(`${CODE}\n`);
}

test.describe('on a phone', () => {
  test.use({
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
    // With this name the editor takes its text from the edit context, as on a real phone.
    userAgent:
      'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  });

  test('D471 a keyboard that composes each word writes beside previews as any other', async ({ page }) => {
    await open(page);
    const method = await inputMethod(page);
    const seen = await watchPreviews(page);
    const names = [
      'an empty field',
      'between two previews',
      'a selected preview',
      'an open fence',
      'a table',
    ];
    for (const [nth, name] of names.entries()) await composeAt(page, method, name, nth);
    await put(page, OPEN);
    await press(page, 'Control+End');
    await method.show('`');
    await expect.poll(() => text(page)).toBe(`${OPEN}\``);
    await frames(page);
    await expect(previews(page)).toHaveCount(0);
    await method.commit('`');
    await expect(previews(page)).toHaveCount(1);
    expect(await seen()).toEqual([]);
  });

  test('D474 a finger selects a preview, opens its menu, edits it with two Backspaces and sends', async ({
    page,
  }) => {
    await open(page, { text: LONG });
    await press(page, 'Control+End');
    await touchKey(page, 'deleteBackward');
    await expect(selected(page)).toHaveCount(1);
    await expect(page.getByText('Backspace again to edit as text')).toBeVisible();
    expect(await text(page)).toBe(LONG);
    await touchKey(page, 'deleteBackward');
    await expect(previews(page)).toHaveCount(0);
    await page.keyboard.type('!');
    await expect.poll(() => text(page)).toBe(LONG.replace(/\n```\n$/, '!\n```\n'));
    await put(page, LONG);
    await previews(page).locator('pre').tap();
    await expect(selected(page)).toHaveCount(1);
    await expect(page.locator('.cm-content')).toBeFocused();
    await put(page, '');
    const cells = 'a\tb\n1\t2\n3\t4';
    await paste(page, { 'text/plain': cells });
    await longPress(page, previews(page).getByRole('cell').first());
    const menu = page.getByRole('menu', { name: 'Table' });
    await expect(menu.getByRole('menuitem')).toHaveText(ACTIONS);
    expect(await smallTargets(page)).toEqual([]);
    await menu.getByRole('menuitem', { name: 'Keep as text' }).tap();
    await expect.poll(() => text(page)).toBe(`${cells}\n`);
    await takeByHandles(page);
    await put(page, CODE);
    await longPress(page, previews(page).locator('pre'));
    await page.getByRole('menuitem', { name: 'Remove' }).tap();
    await expect.poll(() => text(page)).toBe('');
    await page.keyboard.type('One');
    await touchKey(page, 'insertNewline');
    await expect.poll(() => text(page)).toBe('One\n');
    await page.keyboard.type('two');
    await expect.poll(() => text(page)).toBe('One\ntwo');
    await press(page, 'Enter');
    await expect.poll(() => text(page)).toBe('One\ntwo\n');
    expect(await page.evaluate(() => globalThis.sent)).toEqual([]);
    await send(page).tap();
    await expect.poll(() => page.evaluate(() => globalThis.sent)).toEqual(['One\ntwo\n']);
  });

  test('D461 a long press copies a preview as an embed of ours', copyByTouch);

  test('D475 the field fits a phone: readable text, five lines of code, and a row that a finger moves', async ({
    page,
  }) => {
    await open(page, { text: `Speed this up, it takes 9 s on 40k rows:\n${LONG}${SHEETS}` });
    await press(page, 'Control+End');
    await expect(page.locator('.cm-line').first()).toHaveCSS('font-size', '16px');
    const code = previews(page).locator('pre').first();
    await expect(code).toHaveCSS('font-size', '13px');
    await expect(code).toHaveCSS('line-height', '20px');
    expect((await code.boundingBox())?.height).toBe(124);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    const sheets = page.locator('.mr-slider');
    await sheets.scrollIntoViewIfNeeded();
    const box = (await sheets.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await swipe(page, { x: box.x + 280, y: box.y + 60 }, -220);
    await expect(sheets.locator('.mr-slider-bar > [aria-hidden]')).toHaveText('2 of 3');
    // It comes to rest where an item begins.
    const atRest = async (): Promise<number> =>
      Math.abs(((await sheets.getByRole('listitem').nth(1).boundingBox())?.x ?? 0) - box.x);
    await expect.poll(atRest).toBeLessThan(1);
    await press(page, 'Control+End');
    expect(await stops(page)).toEqual([]);
    await previews(page).first().locator('pre').tap();
    await lookTwice(page, 'draft-phone');
  });
});

/** Selects the second word of the text as a long press does, and moves the end of the selection into an element as its handle does. */
async function dragHandle(page: Page, into: string): Promise<void> {
  await field(page).evaluate((content, end) => {
    const textIn = (part: Element | null): Node | null =>
      part && document.createTreeWalker(part, NodeFilter.SHOW_TEXT).nextNode();
    const [word, other] = [textIn(content.querySelector('.cm-line')), textIn(content.querySelector(end))];
    if (word === null || other === null) throw new Error('There is no such text.');
    getSelection()?.setBaseAndExtent(word, 6, word, 10);
    getSelection()?.extend(other, 3);
  }, into);
  // The editor hears of it a moment later.
  await frames(page);
}

/** The menu of a pasted preview: the actions of the field, and those that every preview has. */
const ACTIONS = ['Edit as text', 'Keep as text', 'Remove', 'Copy', 'Open', 'Download'];

/** Lets a finger stay on an element until the menu is there. */
async function longPress(page: Page, target: Locator): Promise<void> {
  const { x, y } = (await target.boundingBox()) ?? { x: 0, y: 0 };
  const session = await page.context().newCDPSession(page);
  const touchPoints = [{ x: x + 40, y: y + 40 }];
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await expect(page.getByRole('menu')).toBeVisible();
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}

/** Moves a finger sideways. */
async function swipe(page: Page, { x, y }: { x: number; y: number }, by: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (let step = 0; step <= 10; step += 1)
    await session.send('Input.dispatchTouchEvent', {
      type: step === 0 ? 'touchStart' : 'touchMove',
      touchPoints: [{ x: x + (by * step) / 10, y }],
    });
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}
