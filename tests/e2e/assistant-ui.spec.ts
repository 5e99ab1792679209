import { expect, type Page, test } from '@playwright/test';
import { approvalInterrupt } from '../../packages/engine/src/approval.ts';
import { buildLibraryPage, type LibraryPage } from './library-page.ts';
import { violations } from './look.ts';

declare global {
  interface Window {
    say(message: unknown): void;
  }
}

// Our timeline in a real runtime of assistant-ui.
let built: LibraryPage;
test.beforeAll(async () => {
  built = await buildLibraryPage('assistant-ui');
});

const say = (page: Page, message: object): Promise<void> =>
  page.evaluate((next) => window.say(next), message);
const CALL = {
  ...{ type: 'tool-call', toolCallId: '1', toolName: 'read_file', args: { path: 'a.ts' } },
  argsText: '{"path":"a.ts"}',
} as const;
const STEPS = {
  type: 'data',
  name: 'thinking-steps',
  data: { steps: [{ id: 's', title: 'Planned the analysis', status: 'completed' }] },
} as const;
const body = (page: Page) => page.getByRole('region', { name: 'Body' });
const head = (page: Page) => page.locator('.mr-timeline-head');

test('T7 registered in assistant-ui, it draws the calls, thoughts and steps of a message', async ({
  page,
}) => {
  await built.open(page);
  const parts = [STEPS, { type: 'reasoning', text: 'The file is small.' } as const];
  const text = { type: 'text', text: 'Done.' } as const;
  const message = { id: 'm', role: 'assistant' } as const;
  await say(page, { ...message, content: [...parts, CALL], status: { type: 'running' } });
  await expect(head(page)).toContainText('Reading file a.ts');
  await expect(page.locator('.mr-timeline')).toHaveCount(1);
  await expect(page.getByRole('listitem')).toHaveText([
    /Planned the analysis/,
    /The file is small\./,
    /Reading file\s*a\.ts/,
  ]);
  const asked = { ...CALL, result: approvalInterrupt({ tool: 'read_file', input: CALL.args }) };
  await say(page, { ...message, content: [...parts, asked], status: { type: 'running' } });
  await expect(head(page)).toContainText('Paused at step 3');
  await expect(page.locator('[data-waiting]')).toBeVisible();
  const over = { ...CALL, result: 'text of a.ts' };
  const complete = { type: 'complete', reason: 'stop' } as const;
  await say(page, { ...message, content: [...parts, over, text], status: complete });
  await expect(head(page)).toHaveAttribute('aria-expanded', 'false');
  await expect(head(page)).toContainText('3 steps');
  await expect(body(page)).toContainText('Done.');
  expect(await violations(page)).not.toContainEqual(expect.stringContaining('mr-'));
});

test('T7 inside a message it draws what the message did, and the body shows none of it', async ({ page }) => {
  await page.goto('about:blank#plain');
  await built.open(page);
  const content = [
    CALL,
    { ...CALL, toolCallId: '2', toolName: 'task', args: { subagent_type: 'test_agent' }, argsText: '{}' },
    { ...CALL, toolCallId: '3', parentId: '2', result: 'no', isError: true },
    { type: 'text', text: 'I stopped.' } as const,
  ];
  const status = { type: 'incomplete', reason: 'cancelled' } as const;
  await say(page, { id: 'm', role: 'assistant', content, status });
  await expect(head(page)).toContainText('Stopped at step 2');
  await head(page).click();
  await expect(page.getByRole('group', { name: 'Tool call: read_file' })).toContainText('not run');
  await page.getByRole('button', { name: /^Test Agent/ }).click();
  await expect(page.getByRole('group', { name: 'Tool call: read_file' }).nth(1)).toContainText('failed');
  await expect(body(page)).toHaveText('I stopped.');
});
