import type { Locator, Page } from '@playwright/test';
import { type AgentApp, test } from './agent-app.ts';
import { answer, expect, finished, send } from './app.ts';
import { copied } from './copied.ts';
import { look, lookTwice, violations } from './look.ts';

const TEXT = `## The mill

A **bold** word, *another*, \`code\` and a [link](https://example.org/a).

### Its parts

- the wheel
- the race
  1. with a gate
  2. and a weir

> Water is patient.

- [x] oiled
- [ ] mended

\`\`\`ts
const wheel = turn(24);
\`\`\`

| part | count |
|---|---|
| bucket | 24 |

See [google.com](https://evil.example/login) and $a^2 + b^2$.

## The end

Good bye.
`;

const RTL = `## الطاحونة

ارتفع معدل الإلغاء إلى 10.1٪ بعد تغيير \`trial_days=7\` في يوليو.

- أولاً
- ثانياً \`b = 2\`

> اقتباس قصير

English in between, with a list:

1. one
2. two

\`\`\`ts
const x = 1;
\`\`\`

שלום [קישור](https://example.org/a) עולם.

| الخطة | العدد |
|---|---|
| مجاني | 1,200 |

ملاحظة[^1]

[^1]: حاشية عربية
`;

async function show(page: Page, app: AgentApp, text: string): Promise<void> {
  app.script = [[text]];
  await send(page, 'Show me');
  await finished(page);
}

test('D91 headings leave out no level, and nothing else is wrong', async ({ page, app }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await show(page, app, TEXT);
  await expect(page.getByRole('heading', { name: 'The mill', level: 3 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Its parts', level: 4 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'The end', level: 3 })).toBeVisible();
  await expect(answer(page).getByRole('link', { name: 'google.com (evil.example)' })).toBeVisible();
  await expect(answer(page).getByRole('link', { name: 'link', exact: true })).toHaveAttribute(
    'title',
    'example.org',
  );
  await lookTwice(page, 'document-view');
  await page.setViewportSize({ width: 390, height: 844 });
  await lookTwice(page, 'document-view-phone');
});

test('U25 each block has the direction of its text, and code runs from left to right', async ({
  page,
  app,
}) => {
  await show(page, app, RTL);
  const direction = (selector: string, at = 0): Promise<string> =>
    answer(page)
      .locator(selector)
      .nth(at)
      .evaluate((element) => getComputedStyle(element).direction);
  expect(await direction('h3')).toBe('rtl');
  expect(await direction('p')).toBe('rtl');
  expect(await direction('ul')).toBe('rtl');
  expect(await direction('blockquote')).toBe('rtl');
  expect(await direction('ol')).toBe('ltr');
  expect(await direction('code')).toBe('ltr');
  expect(await direction('pre')).toBe('ltr');
  // Marks and the line of a quote stand where the text begins.
  const [list, item] = await answer(page)
    .locator('ul')
    .first()
    .evaluate((ul) => {
      const range = document.createRange();
      range.selectNodeContents(ul.querySelector('p') ?? ul);
      return [ul.getBoundingClientRect().right, range.getBoundingClientRect().right];
    });
  expect(Math.round((list ?? 0) - (item ?? 0))).toBe(24);
  // The first column of a table stands there too, and so does a footnote.
  const left = async (name: string) => (await answer(page).getByRole('cell', { name }).boundingBox())?.x ?? 0;
  expect(await left('الخطة')).toBeGreaterThan(await left('العدد'));
  const [note, words] = await answer(page)
    .locator('.mr-footnotes li')
    .evaluate((li) => {
      const range = document.createRange();
      range.selectNodeContents(li.querySelector('p') ?? li);
      return [li.getBoundingClientRect().right, range.getBoundingClientRect().right];
    });
  expect(Math.round((note ?? 0) - (words ?? 0))).toBe(0);
  await look(page, 'document-rtl');
  await page.setViewportSize({ width: 390, height: 844 });
  await look(page, 'document-rtl-phone');
  await answer(page).getByRole('button', { name: 'Full screen' }).last().click();
  const address = page.locator('.mr-sheet-address');
  await expect(page.getByRole('grid')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(address).toHaveText('B1');
  await page.keyboard.press('ArrowRight');
  await expect(address).toHaveText('A1');
});

test('D112 what belongs to a task stands below it, and a wide formula scrolls in its own line', async ({
  page,
  app,
}) => {
  const wide = Array.from({ length: 12 }, (_, i) => `\\sum_{i=0}^{${i}} a_i`).join(' + ');
  await show(
    page,
    app,
    `- [ ] outer task\n  - [x] inner task\n\n    \`\`\`js\n    code()\n    \`\`\`\n\n$$\n${wide}\n$$\n\n$$\nx^2\n$$`,
  );
  const place = async (locator: Locator) =>
    (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const outer = await place(answer(page).getByText('outer task'));
  const inner = await place(answer(page).getByText('inner task'));
  const code = await place(answer(page).locator('figure'));
  expect(inner.x).toBeGreaterThan(outer.x);
  expect(inner.y).toBeGreaterThanOrEqual(outer.y + outer.height);
  expect(code.x).toBe(inner.x);
  expect(code.y).toBeGreaterThanOrEqual(inner.y + inner.height);

  const formulas = answer(page).locator('.mr-formula-block');
  await expect(formulas.first()).toHaveAttribute('tabindex', '0');
  await expect(formulas.last()).not.toHaveAttribute('tabindex');
  const line = await place(formulas.first());
  expect(line.width).toBe((await place(answer(page))).width);
  await formulas.first().focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => formulas.first().evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  expect(await violations(page)).toEqual([]);
});

test('D112 however deep a text nests, it can be read on a phone', async ({ page, app }) => {
  const list = Array.from({ length: 40 }, (_, i) => `${'  '.repeat(i)}- level${i}`).join('\n');
  await page.setViewportSize({ width: 320, height: 640 });
  await show(page, app, `${'> '.repeat(90)}quoted words\n\n${list}`);
  const sizes = await page
    .locator('.mr-transcript')
    .evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
  expect(sizes[0]).toBe(sizes[1]);
  for (const words of ['quoted words', 'level39'])
    expect((await answer(page).getByText(words).boundingBox())?.width).toBeGreaterThan(100);
});

test('D61 formulas are drawn when what draws them comes at the second try', async ({ page, app }) => {
  app.script = [['It is $a^2$.'], ['It is $b^2$.']];
  await page.route('**/katex-*.js', (route) => route.abort());
  await send(page, 'One');
  await finished(page);
  await expect(answer(page).locator('code.mr-math')).toHaveText('a^2');
  await page.unroute('**/katex-*.js');
  await page.getByRole('textbox', { name: 'Message' }).fill('Two');
  await page.keyboard.press('Enter');
  await expect(answer(page).locator('math')).toBeAttached();
});

test('U25 at twice the size nothing scrolls sideways', async ({ page, app }) => {
  await show(page, app, TEXT);
  await page.setViewportSize({ width: 640, height: 400 });
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
  await look(page, 'document-zoom');
});

test('D95 a selection is copied as text, Markdown and HTML', async ({ page, app }) => {
  await show(page, app, TEXT);
  const some = await copied(page, 'word', 'with a gate');
  expect(some['text/markdown']).toBe(
    'word, *another*, `code` and a [link](https://example.org/a).\n\n### Its parts\n\n- the wheel\n- the race\n  1. with a gate',
  );
  expect(some['text/html']).toContain('<h3>Its parts</h3>');
  expect(some['text/plain']).toContain('with a gate');
  expect(some['text/plain']).not.toContain('- ');

  const whole = await copied(page, 'The mill', 'Good bye.');
  const { text } = (await page.evaluate(async () => {
    const path = location.pathname.split('/').at(-1);
    const headers = { 'x-millrace-key': localStorage.getItem('millrace:key') ?? '' };
    const answered = await fetch(`/api/chats/${path}/messages`, { headers });
    return (await answered.json()).messages.at(-1);
  })) as { text: string };
  expect(whole['text/markdown']?.replace(/^\*\*\*$/gm, '---')).toBe(
    text.trim().replace(/\|---\|---\|/, '| --- | --- |'),
  );

  expect(await copied(page, 'const', 'turn')).toEqual({});
  const across = await copied(page, 'wheel =', 'bucket');
  expect(across['text/markdown']).toContain('```ts\nwheel = turn(24);\n```');
});
