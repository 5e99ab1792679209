import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { expect } from './app.ts';

/** The folder for the pictures of `npm run images`; the tests alone take none. */
const pictures = process.env['MILLRACE_PICTURES'];
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Takes a picture, where somebody wants it, and fails on violations of accessibility. */
export async function look(page: Page, name: string): Promise<void> {
  await picture(page, name);
  expect(await violations(page)).toEqual([]);
}

/** The rules of axe that look at colours: its category "color" without the stricter contrast, which is off unless asked for. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** Looks at it in light and in dark. Both pictures come first: what is at work does not stay as it is. A theme changes colours and
 * nothing else, so the dark one is held to the rules of colours alone. */
export async function lookTwice(page: Page, name: string): Promise<void> {
  for (const act of [picture, expectNone])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await act(page, `${name}-${colorScheme}`, colorScheme === 'dark' ? OF_COLOURS : undefined);
    }
}

async function expectNone(page: Page, name: string, rules?: readonly string[]): Promise<void> {
  expect([name, await violations(page, rules)]).toEqual([name, []]);
}

async function picture(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return;
  await page.evaluate(() => document.fonts.ready);
  await settle(page);
  await page.screenshot({ path: `${pictures}/${name}.png` });
}

/** Waits until everything has faded in. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter((each) => each.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });
}

/** The violations of these rules, or of all. */
export async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  const found = await axeFinds(page, rules);
  // Something may have begun to fade or fold meanwhile: what is wrong stays wrong.
  return found.length === 0 ? found : axeFinds(page, rules);
}

async function axeFinds(page: Page, rules?: readonly string[]): Promise<string[]> {
  await settle(page);
  // The page's own policy forbids scripts from strings, so axe comes in by the debugger; once for each page.
  const session = await page.context().newCDPSession(page);
  if (!(await page.evaluate(() => 'axe' in window)))
    await session.send('Runtime.evaluate', { expression: axe });
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: { type: 'rule', values: rules } }) };
  const { result } = await session.send('Runtime.evaluate', {
    expression: `axe.run(${JSON.stringify(options)}).then((found) => found.violations.map(({ id, nodes }) => id + ': ' + nodes.map((n) => n.html).join(' | ')))`,
    awaitPromise: true,
    returnByValue: true,
  });
  await session.detach();
  return result.value as string[];
}

/** The targets that a finger could miss: buttons in reach and links that stand alone, lower than 44 px. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.locator('button:visible, summary:visible, a:visible').evaluateAll((elements) =>
    elements
      .filter((element) => !element.closest('[inert], p, li, td') && !element.matches('.app-skip'))
      .filter((element) => element.getBoundingClientRect().height < 44)
      .map((element) => element.outerHTML.slice(0, 80)),
  );
}
