import type { Page } from '@playwright/test';
import { germanWords } from '../../packages/react/src/words/german/german.ts';
import { englishWords } from '../../packages/react/src/words/strings.ts';
import { test } from './agent-app.ts';
import { expect } from './app.ts';
import { POST, settled } from './cards.ts';
import { type AxListener, type Heard, listenInDom, listenInTree } from './heard.ts';

const SLOW_FIRST = { id: 's0', name: 'slow', input: {} };
const SLOW = { id: 's', name: 'slow', input: {} };
const SLOW_AGAIN = { id: 's2', name: 'slow', input: {} };
const SLOW_ONCE_MORE = { id: 's3', name: 'slow', input: {} };
const LOOK = { id: 'l', name: 'look_up', input: { query: 'churn' } };
const LONG = `${'word '.repeat(100)}\n\nThe last words.`;

for (const [language, words] of [
  ['en', englishWords],
  ['de', germanWords],
] as const)
  test(`U490 over a whole run a screen reader hears each thing exactly once (${language})`, async ({
    page,
    app,
  }) => {
    await page.evaluate((chosen) => localStorage.setItem('millrace.language', chosen), language);
    const inDom = await listenInDom(page);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    // The page fetches the code of messages when it has time: the regions are there before the first answer.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/transcript-chunk')),
    );
    const tree = await listenInTree(page);
    const expected: Heard[] = [];
    /** Waits until both judges have heard all that was to be heard by now. */
    async function heard(...more: Heard[]): Promise<void> {
      expected.push(...more);
      await expect.poll(inDom).toEqual(expected);
      await inTree(tree, expected);
    }
    const polite = (text: string): Heard => ({ live: 'polite', text });
    const box = page.locator('#message');

    app.script = [['First I look.', LOOK, SLOW_FIRST], ['Now I post.', POST], ['Now I wait.', SLOW], [LONG]];
    await box.fill('Post the numbers');
    await box.press('Enter');
    await heard(polite(words.generating));
    await expect(page.getByText('Half of it is done')).toBeVisible();
    app.release();
    await expect(page.locator('[data-waiting]')).toHaveCount(1);
    // The steps before it are not said.
    await heard({ live: 'assertive', text: words.arrived(['Post to #growth']) });
    await settled(page);
    const decide = await held(page, '**/decisions');
    await page.locator('[data-waiting]').focus();
    await page.keyboard.press('Control+Enter');
    await heard(polite(words.sendingDecision));
    decide();
    await heard(polite(`${words.decisions.approve}: Post to #growth`));
    await expect(page.getByText('Half of it is done')).toBeVisible();

    await box.fill('And then?');
    await box.press('Enter');
    await heard(polite(words.queuedNext));

    await loses(page, ['**/events']);
    await heard(polite(words.reconnecting));
    await expect(page.locator('.mr-reconnecting')).toContainText(words.reconnecting);
    await page.unroute('**/events');
    await heard(polite(words.connectedAgain));

    await loses(page, ['**/events', '**/messages?*']);
    await heard(polite(words.unreached));
    await expect(page.locator('.mr-reconnecting')).toContainText(words.unreached);
    await page.unroute('**/events');
    await heard(polite(words.connectedAgain));
    await page.unroute('**/messages?*');

    // The message that waited is sent, and its answer fails.
    app.script = [...app.script, ['I try.', SLOW_AGAIN], [{ fails: 'The model is not there.' }]];
    app.release();
    await heard(polite(`${words.answerReady([words.parts.paragraphs(2)])}. ${words.generating}`));
    await expect(page.getByText('Half of it is done')).toBeVisible();
    app.release();
    await expect(page.getByRole('alert')).toBeVisible();
    const alert = (await page.getByRole('alert').innerText()).replace(/\s*\n\s*/g, '');
    await heard({ live: 'assertive', text: alert });

    app.script = [...app.script.slice(0, app.requests.length), ['Wait.', SLOW_ONCE_MORE]];
    await box.fill('Once more');
    await box.press('Enter');
    await expect(page.getByText('Half of it is done')).toBeVisible();
    await heard(polite(words.generating));
    await box.press('Escape');
    await heard(polite(words.answerStopped));
    await inTree(tree, expected);
    // Who comes back later is not told again.
    await page.reload();
    await expect(page.locator('.mr-message-assistant')).toHaveCount(3);
    expect(await inDom()).toEqual([]);
  });

/** Keeps requests to an address back until the returned function is called, so that what is said before that stands. */
async function held(page: Page, address: string): Promise<() => void> {
  let go = (): void => {};
  const gone = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route(address, async (route) => {
    await gone;
    await route.continue();
  });
  return go;
}

/** Cuts the page off from these addresses, and lets it find that out. */
async function loses(page: Page, addresses: readonly string[]): Promise<void> {
  for (const address of addresses) await page.route(address, (route) => route.abort());
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
}

/** Changes of two regions at once may be seen in either order. */
async function inTree(tree: AxListener, expected: readonly Heard[]): Promise<void> {
  const sorted = (all: readonly Heard[]): string[] => all.map(({ live, text }) => `${live} ${text}`).sort();
  await expect
    .poll(async () => {
      await tree.look();
      return sorted(tree.heard);
    })
    .toEqual(sorted(expected));
}
