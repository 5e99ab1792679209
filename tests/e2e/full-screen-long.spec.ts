import type { WholeStore as Store } from '../../fixtures/whole-store.ts';
import { type AgentApp, test } from './agent-app.ts';
import { expect } from './app.ts';
import { opens, screen } from './embeds-app.ts';

const CHAT = 'long';
const EMBEDS: Readonly<Record<number, string>> = {
  2: '```ts:src/app.ts\nconst limit = 60;\n```',
  90: '| part | count |\n|---|---|\n| bucket | 24 |',
  170: '```ts:src/app.ts\nconst limit = 90;\n```',
};

/** A chat of 340 messages, of which three have an embed and only those at the end are drawn. */
async function longChat(app: AgentApp): Promise<string> {
  await app.restart(async (store) => {
    await store.createChat(CHAT, 1);
    for (let i = 1; i <= 170; i++) await exchange(store, i);
  });
  return `${app.url}/chat/${CHAT}`;
}

async function exchange(store: Store, i: number): Promise<void> {
  const ids = { commandId: `c${i}`, chatId: CHAT, messageId: `m${i}`, runId: `r${i}` };
  await store.postMessage({ ...ids, text: `Question ${i}`, model: 'test/script', ts: i });
  await store.claimRun(ids.runId, { owner: 'o', now: i, leaseMs: 1000 });
  const text = `Answer ${i}.\n\n${EMBEDS[i] ?? 'No more.'}`;
  const record = { role: 'assistant', text, status: 'completed' } as const;
  await store.endRun({ runId: ids.runId, fence: 1 }, 0, { type: 'complete' }, record, i);
}

test('U103 full screen goes to previews of messages that are not drawn, and leads to them', async ({
  page,
  app,
}) => {
  test.setTimeout(120_000);
  const address = await longChat(app);
  await page.goto(address);
  await expect(page.getByText('Answer 170.')).toBeVisible();
  await expect(page.locator('.mr-embed')).toHaveCount(1);
  await opens(page, /app\.ts/).click();
  await expect(screen(page)).toContainText('version 2 of 2');
  await expect(screen(page).locator('.cm-deletedChunk')).toHaveText('const limit = 60;');
  await page.keyboard.press('ControlOrMeta+ArrowUp');
  await expect(page.getByRole('dialog', { name: 'Table' }).getByRole('grid')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+ArrowUp');
  await expect(page.getByRole('dialog', { name: 'src/app.ts' })).toBeVisible();
  await expect(screen(page).locator('.cm-line')).toHaveText('const limit = 60;');
  const first = page.url();
  await page.keyboard.press('ControlOrMeta+ArrowUp');
  await expect(screen(page).locator('.cm-line')).toHaveText('const limit = 60;');
  await page.keyboard.press('Escape');
  await expect(screen(page)).toHaveCount(0);
  const early = page.locator('[data-message="r2"]');
  await expect(early.getByRole('button', { name: 'Full screen' })).toBeFocused();
  await expect(early.locator('.mr-embed')).toBeInViewport();

  // Its address opens it, wherever the reader is.
  await page.goto('about:blank');
  await page.goto(first);
  await expect(screen(page).locator('.cm-line')).toHaveText('const limit = 60;');
  await page.keyboard.press('ControlOrMeta+ArrowDown');
  await expect(screen(page).getByRole('grid')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+ArrowDown');
  await expect(screen(page).locator('.mr-sheet-address')).toHaveText('A2');
  await page.keyboard.press('ControlOrMeta+ArrowDown');
  await expect(screen(page)).toContainText('version 2 of 2');
  await page.keyboard.press('Escape');
  await expect(opens(page, /app\.ts/).last()).toBeFocused();
});
