import type { Locator, Page } from '@playwright/test';
import type { AgentApp, Part } from './agent-app.ts';
import { expect, send } from './app.ts';

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

/** A card takes no press in its first moment. */
export const settled = (page: Page): Promise<void> => page.waitForTimeout(600);

/** Lets the model make these calls, and waits until all of them ask. */
export async function ask(page: Page, app: AgentApp, ...parts: readonly Call[]): Promise<void> {
  app.script = [['I post it.', ...parts]];
  await send(page, 'Post the numbers');
  await expect(page.locator('[data-waiting]')).toHaveCount(parts.length);
  await settled(page);
}

/** What the model read of a call's result. */
export const resultTold = (app: AgentApp, id: string): string | undefined =>
  app.requests
    .at(-1)
    ?.messages.flatMap(({ content }) => content)
    .flatMap((block) => (block.type === 'tool_result' && block.tool_use_id === id ? [block.content] : []))[0];

export const theEnd = (page: Page): Promise<void> => expect(page.getByText('The end.')).toBeVisible();
