import type { Locator, Page } from '@playwright/test';
import type { AgentApp, Part } from './agent-app.ts';
import { expect, send } from './app.ts';
import { still } from './still.ts';

export type Call = Extract<Part, { readonly input: unknown }>;

export const POST: Call = {
  id: 'c1',
  name: 'post_message',
  input: { channel: '#growth', text: 'Q3 churn was 10.1%.' },
};

/** The card that asks about a call, by what it says. */
export const card = (page: Page, sentence = 'Post to #growth'): Locator =>
  page.getByRole('group', { name: `Waiting for you ${sentence}`, exact: true });

export const calls = (page: Page): Locator => page.getByRole('group', { name: /^Tool call/ });

export const press = (where: Locator, name: string): Promise<void> =>
  where.getByRole('button', { name, exact: true }).click();

/** A card takes no press in the half second after it appeared or moved: waits until none moves, and sets the page's clock on. */
export async function settled(page: Page): Promise<void> {
  await still(page, '[data-waiting]');
  await page.evaluate(() => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + 600;
  });
}

/** Lets the model make these calls, and waits until all of them ask. */
export async function ask(page: Page, app: AgentApp, ...parts: readonly Call[]): Promise<void> {
  app.script = [['I post it.', ...parts]];
  await send(page, 'Post the numbers');
  await expect(page.locator('[data-waiting]')).toHaveCount(parts.length);
  await settled(page);
}

/** The result of a call, as the model read it. */
export const resultTold = (app: AgentApp, id: string): string | undefined =>
  app.requests
    .at(-1)
    ?.messages.flatMap(({ content }) => content)
    .flatMap((block) => (block.type === 'tool_result' && block.tool_use_id === id ? [block.content] : []))[0];

/** Waits for the end of the answer, and shows its steps. */
export async function theEnd(page: Page): Promise<void> {
  await expect(page.getByText('The end.')).toBeVisible();
  await unfold(page);
}

/** Buttons with which a call could be decided. */
export const deciding = (call: Locator): Locator => call.locator('.mr-approval').getByRole('button');

/** Opens what a call was given and what came back, and gives what is shown. */
export async function openCall(call: Locator, tab: 'Input' | 'Output' = 'Output'): Promise<Locator> {
  const head = call.locator('.mr-step-head').first();
  if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
  await call.getByRole('tab', { name: tab }).click();
  return call.getByRole('tabpanel');
}

/** Opens the steps of all answers that are finished. */
export async function unfold(page: Page): Promise<void> {
  await expect(page.getByRole('log')).toHaveAttribute('aria-busy', 'false');
  const heads = page.locator('.mr-timeline-head:not([aria-disabled])');
  for (const head of await heads.all()) {
    // A click makes its state the person's choice, so it does not fold by itself.
    await head.click();
    if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
  }
}

/** Loads the page again, and shows the steps of its answers. */
export async function reload(page: Page): Promise<void> {
  await page.reload();
  await expect(page.locator('.mr-message-assistant').first()).toBeVisible();
  await unfold(page);
}
