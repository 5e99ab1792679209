import { anthropicWire } from '../../fixtures/anthropic-wire.ts';
import { type FakeProvider, startFakeProvider } from '../../fixtures/fake-provider.ts';
import type { Script } from '../../fixtures/script.ts';
import { expect, send, test, writing } from './app.ts';
import { openCall, press, reload, settled, unfold } from './cards.ts';
import { lookTwice } from './look.ts';

// One provider for this worker; what it answers is set by each test.
let fake: FakeProvider;
let chunks: string[] = [];
let hang = false;
let status = 200;
let refusals = 0;

test.beforeAll(async () => {
  fake = await startFakeProvider(({ body }) => {
    // After a call's result, its next answer is the last one.
    if (JSON.stringify(body?.messages?.at(-1) ?? '').includes('tool_result'))
      return { chunks: anthropicWire.stream({ parts: [{ text: ['So be it.'] }] }) };
    if (refusals > 0) {
      refusals -= 1;
      const headers = { 'retry-after': '2' };
      return { status: 529, headers, chunks: [anthropicWire.refusal('overloaded', 'Overloaded')] };
    }
    return { chunks, hang, status, paceMs: 5 };
  });
});
test.afterAll(() => fake.close());
test.beforeEach(() => {
  hang = false;
  status = 200;
});
test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to see what a fixture needs
  appOptions: async ({}, use) =>
    use({ pace: 20, env: { ANTHROPIC_API_KEY: 'secret-key', ANTHROPIC_BASE_URL: fake.url } }),
});

const FILE = Array.from({ length: 30 }, (_, i) => `export const line${i} = ${i};`).join('\n');
const SCRIPT: Script = {
  parts: [
    { thinking: ['The file is small.', ' I write it whole.'] },
    { text: ['I write the file now.'] },
    { calls: [{ id: 'c1', name: 'write_to_file', input: { path: 'src/lines.ts', content: FILE } }] },
  ],
  stop: 'tool_use',
};

test('R231 a call is seen while its input is written, then with its result', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const events = anthropicWire.stream(SCRIPT);
  chunks = events.slice(0, Math.floor(events.length * 0.6));
  hang = true;
  await send(page, 'Write the file');
  const card = page.getByRole('group', { name: 'Tool call: write_to_file' });
  await expect(card).toContainText('writing…');
  await expect(card).toContainText('src/lines.ts');
  await expect(card).toContainText('export const line5 = 5;');
  await expect(card).not.toContainText('line29');
  await expect(page.getByRole('button', { name: /^Thought about it/ })).toBeVisible();
  await lookTwice(page, 'call-writing');
  await page.setViewportSize({ width: 390, height: 844 });
  await lookTwice(page, 'call-writing-phone');
});

test('R231 a finished call keeps its input, its result and its place after a reload', async ({ page }) => {
  chunks = anthropicWire.stream(SCRIPT);
  await send(page, 'Write the file');
  const card = page.getByRole('group', { name: 'Tool call: write_to_file' });
  await expect(card.locator('[data-waiting]')).toBeVisible();
  // A card that is scrolled to has moved, and takes no press for a moment.
  await card.getByRole('button', { name: 'Approve' }).scrollIntoViewIfNeeded();
  await settled(page);
  await press(card, 'Approve');
  const node = await card.elementHandle();
  await expect(writing(page)).toHaveCount(0);
  await unfold(page);
  for (let round = 0; round < 2; round++) {
    await expect(card).toContainText('Wrote src/lines.ts');
    const head = card.locator('.mr-step-head').first();
    if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
    await expect(card).toContainText('export const line29 = 29;');
    await card.getByText('What the model was told').click();
    await expect(card.getByText('Created src/lines.ts: 30 lines.')).toBeVisible();
    await expect(page.locator('.mr-answer')).toHaveText(['So be it.']);
    await page.getByRole('button', { name: /^Thought about it/ }).click();
    await expect(page.getByText('The file is small. I write it whole.')).toBeVisible();
    if (round === 0) expect(await card.evaluate((now, before) => now === before, node)).toBe(true);
    await reload(page);
  }
});

test('R4 a call that was cut off says so and keeps what had come', async ({ page }) => {
  const events = anthropicWire.stream(SCRIPT);
  // The last pieces of the input are lost on the way.
  chunks = [...events.slice(0, -6), ...events.slice(-3)];
  await send(page, 'Write the file');
  const card = page.getByRole('group', { name: 'Tool call: write_to_file' });
  await expect(card).toContainText('The model’s input could not be read.');
  await expect(writing(page)).toHaveCount(0);
  await unfold(page);
  await expect(await openCall(card, 'Input')).toContainText('src/lines.ts');
});

test('U364 a provider that is busy is asked again by itself, and the page counts down until then', async ({
  page,
}) => {
  refusals = 1;
  chunks = anthropicWire.stream({ parts: [{ text: ['There', ' it is.'] }] });
  await send(page, 'Go');
  // The wait is counted down, and said once.
  await expect(page.locator('.mr-status')).toHaveText(
    /^Anthropic has trouble \(\d+\)\. Trying again in [12] s…$/,
  );
  await expect(page.locator('.mr-answer')).toHaveText('There it is.');
  await expect(page.locator('.mr-status')).toHaveCount(0);
});
