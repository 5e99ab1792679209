import type { Page } from '@playwright/test';
import { injections } from '../../fixtures/injections.ts';
import { type AgentApp, test } from './agent-app.ts';
import { expect, finished, isOfDiagram, send } from './app.ts';

/** The tags that an answer may have, outside of formulas and icons, and those that formulas and icons may have. */
const TAGS =
  /^(a|bdi|blockquote|br|button|code|div|em|figcaption|figure|h[3-6]|hr|iframe|input|li|ol|p|pre|s|section|span|strong|sup|table|tbody|td|th|thead|tr|ul)$/;
const ATTRIBUTES =
  /^(class|dir|id|href|title|target|rel|role|tabindex|hidden|inert|start|type|disabled|checked|readonly|data-at|data-embed|data-one|data-opens|aria-[a-z]+|sandbox|src|height|scope|data-state)$/;
const DRAWN_TAGS = /^(span|svg|path|line|circle|rect|polyline|math|semantics|annotation|m[a-z]+)$/;
const DRAWN_ATTRIBUTES = /^(?!on|href|src|action|xlink|formaction|ping|poster|data$|background|srcset)/;

interface Found {
  readonly tags: readonly string[];
  readonly attributes: readonly string[];
  readonly drawn: { readonly tags: readonly string[]; readonly attributes: readonly string[] };
  readonly addresses: readonly string[];
  readonly frames: readonly string[];
}

function look(page: Page): Promise<Found> {
  return page.evaluate(() => {
    const all = [...document.querySelectorAll('.mr-doc, .mr-doc *')];
    const isDrawn = (element: Element): boolean => element.closest('.katex, svg') !== null;
    const namesOf = (elements: readonly Element[]) => ({
      tags: [...new Set(elements.map(({ localName }) => localName))],
      attributes: [
        ...new Set(elements.flatMap((element) => [...element.attributes].map(({ name }) => name))),
      ],
    });
    const valuesOf = (name: string): string[] => [
      ...new Set(all.flatMap((element) => element.getAttribute(name) ?? [])),
    ];
    return {
      ...namesOf(all.filter((element) => !isDrawn(element))),
      drawn: namesOf(all.filter(isDrawn)),
      addresses: valuesOf('href'),
      frames: [...valuesOf('src'), ...valuesOf('sandbox')],
    };
  });
}

/** Watches everything that a text could make a page do. */
async function watch(page: Page, app: AgentApp): Promise<() => Promise<string[]>> {
  const done: string[] = [];
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    const isOurs = origin === app.url && /^\/(api|assets|chat|diagram|favicon\.svg|$)/.test(pathname);
    if (!isOurs) done.push(`request ${request.url()}`);
  });
  page.on('dialog', (dialog) => done.push(`dialog ${dialog.message()}`));
  page.on('popup', (popup) => done.push(`popup ${popup.url()}`));
  page.on('download', (download) => done.push(`download ${download.url()}`));
  page.on('pageerror', (error) => done.push(`error ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !isOfDiagram(message)) done.push(`console ${message.text()}`);
  });
  page.on('framenavigated', (frame) => {
    if (!frame.url().startsWith(`${app.url}/`)) done.push(`navigation ${frame.url()}`);
  });
  await page.addInitScript(() => {
    const violations: string[] = [];
    Object.assign(window, { violations });
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      violations.push(`${violatedDirective} ${blockedURI} ${sample}`),
    );
  });
  return async () => {
    const [pwned, violations] = await page.evaluate(() => [
      Reflect.get(window, 'pwned') !== undefined,
      Reflect.get(window, 'violations') as string[],
    ]);
    return [...done, ...(pwned ? ['a script has run'] : []), ...violations.map((of) => `violation ${of}`)];
  };
}

test('X40 there are more than 300 texts to try, each another one', () => {
  expect(new Set(injections).size).toBe(injections.length);
  expect(injections.length).toBeGreaterThan(300);
});

test('X40 no text makes the page do anything', async ({ page, app }) => {
  test.setTimeout(120_000);
  const happened = await watch(page, app);
  await page.reload();
  const parts = 6;
  const size = Math.ceil(injections.length / parts);
  app.script = Array.from({ length: parts }, (_, i) => [
    injections
      .slice(i * size, (i + 1) * size)
      .map((text, k) => `${text}\n\nText ${i * size + k} is over.`)
      .join('\n\n'),
  ]);
  for (let i = 0; i < parts; i++) {
    await send(page, `Try ${i}`);
    await finished(page);
  }
  const check = async (): Promise<void> => {
    expect(await happened()).toEqual([]);
    const { tags, attributes, addresses, drawn, frames } = await look(page);
    expect(tags.filter((tag) => !TAGS.test(tag))).toEqual([]);
    expect(attributes.filter((name) => !ATTRIBUTES.test(name))).toEqual([]);
    expect(addresses.filter((address) => !/^(https?:\/\/|mailto:|#)/i.test(address))).toEqual([]);
    expect(drawn.tags.filter((tag) => !DRAWN_TAGS.test(tag))).toEqual([]);
    expect(drawn.attributes.filter((name) => !DRAWN_ATTRIBUTES.test(name))).toEqual([]);
    expect(frames.filter((value) => value !== '/diagram/' && value !== 'allow-scripts')).toEqual([]);
    expect(tags).toEqual(expect.arrayContaining(['a', 'pre', 'table', 'input', 'iframe']));
    expect(drawn.tags).toContain('math');
    // Every text is there to be read, up to the last.
    await expect(page.locator('.mr-doc').last()).toContainText(`Text ${injections.length - 1} is over.`);
  };
  for (const round of ['live', 'after a reload']) {
    if (round !== 'live') await page.reload();
    await finished(page);
    await expect(page.locator('.mr-formula:visible').first()).toBeVisible();
    await page.locator('.mr-diagram').first().scrollIntoViewIfNeeded();
    await expect(page.locator('.mr-diagram iframe:visible').first()).toBeVisible({ timeout: 20_000 });
    await check();
  }
});
