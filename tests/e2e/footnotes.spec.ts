import { anthropicWire } from '../../fixtures/anthropic-wire.ts';
import { type FakeProvider, startFakeProvider } from '../../fixtures/fake-provider.ts';
import { expect, finished, send, test } from './app.ts';
import { lookTwice } from './look.ts';

const filler = Array.from({ length: 30 }, (_, i) => `Line ${i + 1} of the report.`).join('\n\n');
const TEXT = `The wheel turns[^wheel], and the race feeds it[^race]. It is old[^wheel].

${filler}

[^race]: The channel that leads the water, see [the map](https://example.org/map).

[^wheel]:
    Overshot, with 24 buckets.

    \`\`\`js
    turn(24);
    \`\`\`
`;

let fake: FakeProvider;
test.beforeAll(async () => {
  const chunks = anthropicWire.stream({ parts: [{ text: TEXT.match(/[\s\S]{1,40}/g) ?? [] }] });
  fake = await startFakeProvider(() => ({ chunks }));
});
test.afterAll(() => fake.close());
test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to see what a fixture needs
  appOptions: async ({}, use) =>
    use({ pace: 20, env: { ANTHROPIC_API_KEY: 'secret-key', ANTHROPIC_BASE_URL: fake.url } }),
});

test('U28 a number leads to its footnote and back, with the keyboard and in each message', async ({
  page,
}) => {
  for (let round = 0; round < 2; round++) {
    await send(page, 'Tell me of the mill');
    await finished(page);
  }
  for (const answer of [page.locator('.mr-answer').first(), page.locator('.mr-answer').last()]) {
    const notes = answer.locator('[role=doc-endnotes] > ol > li');
    await expect(notes).toHaveCount(2);
    await expect(notes.first()).toContainText('Overshot, with 24 buckets.');
    await expect(answer.locator('[role=doc-noteref]')).toHaveText(['1', '2', '1']);

    await answer.getByRole('link', { name: 'Footnote 2' }).press('Enter');
    await expect(notes.last()).toBeFocused();
    await expect(notes.last()).toBeInViewport();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(answer.getByRole('link', { name: 'Back to reference 2' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(answer.getByRole('link', { name: 'Footnote 2' })).toBeFocused();
    await expect(answer.getByRole('link', { name: 'Footnote 2' })).toBeInViewport();

    await answer.getByRole('link', { name: 'Back to reference 1, place 2' }).click();
    await expect(answer.getByRole('link', { name: 'Footnote 1' }).last()).toBeFocused();
  }
  expect(new URL(page.url()).hash).toBe('');
});

test('U28 footnotes have no violations', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await send(page, 'Tell me of the mill');
  await finished(page);
  await page.getByRole('link', { name: 'Footnote 2' }).click();
  await lookTwice(page, 'footnotes');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('link', { name: 'Back to reference 2' }).click();
  await lookTwice(page, 'footnotes-phone');
});
