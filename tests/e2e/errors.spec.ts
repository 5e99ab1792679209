import { anthropicWire } from '../../fixtures/anthropic-wire.ts';
import { type FakeProvider, type Reply, startFakeProvider } from '../../fixtures/fake-provider.ts';
import { answer, expect, finished, send, test } from './app.ts';
import { violations } from './look.ts';

// One provider for this worker; what it answers is set by each test.
let fake: FakeProvider;
let chunks: string[] = [];
let cut = false;
let refusal: Partial<Reply> = {};

test.beforeAll(async () => {
  fake = await startFakeProvider(() => ({ chunks, cut, paceMs: 5, ...refusal }));
});
test.afterAll(() => fake.close());
test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to see what a fixture needs
  appOptions: async ({}, use) =>
    use({ pace: 4, env: { ANTHROPIC_API_KEY: 'secret-key', ANTHROPIC_BASE_URL: fake.url } }),
});

/** An answer without its last three events. */
const half = (...text: string[]): string =>
  anthropicWire
    .stream({ parts: [{ text }] })
    .slice(0, -3)
    .join('');

test('U14 an error stands below the text that had arrived, says what to do, and is still there after a reload', async ({
  page,
}) => {
  chunks = [half('The three plans', ' differ'), anthropicWire.trouble('Overloaded')];
  cut = false;
  await send(page, 'Compare');
  const problem = page.locator('.mr-notice');
  await expect(page.getByRole('alert')).toContainText('Anthropic has trouble');
  for (let round = 0; round < 2; round++) {
    await expect(problem).toContainText('Anthropic has trouble');
    await expect(problem).toContainText('Overloaded. Try again, or use another model.');
    await expect(problem).toContainText('The part that arrived is kept.');
    await expect(problem.getByRole('button', { name: 'Retry' })).toBeVisible();
    await expect(answer(page)).toHaveText('The three plans differ');
    await page.reload();
  }
  // A person who comes back is not interrupted with it.
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('U351 where the provider asks to wait, Retry counts down, and another model may answer at once', async ({
  page,
}) => {
  const problem = { type: 'error', error: { type: 'rate_limit_error', message: 'Too many requests' } };
  refusal = { status: 429, headers: { 'retry-after': '90' }, chunks: [JSON.stringify(problem)] };
  await send(page, 'Compare');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Anthropic is rate-limiting this key');
  await expect(alert).toContainText('Too many requests.');
  const retry = page.getByRole('button', { name: /^Retry in (8\d|90) s$/ });
  await expect(retry).toHaveAttribute('aria-disabled', 'true');
  await page.reload();
  await expect(retry).toBeVisible();
  await page.getByText('Details').click();
  await expect(page.getByText('rate_limited')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  refusal = {};
  chunks = anthropicWire.stream({ parts: [{ text: ['At last'] }] });
  const before = fake.requests.length;
  await page.getByRole('button', { name: /^Use .+ instead$/ }).click();
  await expect(answer(page)).toHaveText('At last');
  await expect(page.getByRole('group', { name: 'Versions of this message' })).toHaveText('2 of 2');
  expect(fake.requests[before]?.body.messages).toHaveLength(1);
  expect(fake.requests[before]?.body.model).not.toBe(fake.requests[before - 1]?.body.model);
});

test('U366 a provider that hangs up is an error that is told once, never an endless wait, and the answer goes on', async ({
  page,
}) => {
  chunks = [half('Half')];
  cut = true;
  await send(page, 'Compare');
  await expect(page.getByRole('alert')).toContainText(
    'The connection to Anthropic ended before the answer did',
  );
  await expect(answer(page)).toHaveText('Half');
  // No sentence stands there twice.
  await expect(page.locator('.mr-notice')).toHaveText(/kept/);
  expect((await page.locator('.mr-notice-words').innerText()).match(/kept/g)).toHaveLength(1);
  chunks = anthropicWire.stream({ parts: [{ text: ['way there.'] }] });
  cut = false;
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(answer(page)).toHaveText('Halfway there.');
  await expect(page.locator('.mr-message')).toHaveCount(2);
});

test('U365 a key that is refused leads to where it is entered', async ({ page }) => {
  const problem = { type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' } };
  refusal = { status: 401, chunks: [JSON.stringify(problem)] };
  await send(page, 'Compare');
  await expect(page.getByRole('alert')).toContainText('Anthropic refused the key');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Check the key' }).click();
  await expect(page).toHaveURL(/\/settings\/models\/anthropic$/);
  // This key is set by the environment: its row is open and says where.
  await expect(page.getByRole('button', { name: 'Manage Anthropic' })).toBeFocused();
  await expect(page.getByText(/ANTHROPIC_API_KEY/).last()).toBeVisible();
  refusal = {};
  chunks = anthropicWire.stream({ parts: [{ text: ['Welcome.'] }] });
  await page.goBack();
  await page.getByRole('button', { name: 'Retry', exact: true }).click();
  await expect(answer(page)).toHaveText('Welcome.');
  // The same turn, not another version of the question.
  await expect(page.getByRole('group', { name: 'Versions of this message' })).toHaveCount(0);
});

test('M1 with a key the provider answers, with the whole conversation, and the key stays on the server', async ({
  page,
}) => {
  const seen: string[] = [];
  page.on('response', async (response) => seen.push(await response.text().catch(() => '')));
  chunks = anthropicWire.stream({ parts: [{ text: ['First', ' answer'] }] });
  cut = false;
  const before = fake.requests.length;
  await send(page, 'One');
  expect(await finished(page)).toBe('First answer');
  await send(page, 'Two');
  await expect(page.locator('.mr-answer')).toHaveCount(2);
  await finished(page);
  // Between the two the provider was asked for a title.
  const asked = fake.requests.slice(before).filter(({ body }) => !JSON.stringify(body).includes('You name'));
  expect(asked[1]).toMatchObject({
    headers: { 'x-api-key': 'secret-key' },
    body: {
      messages: [
        { role: 'user', content: [{ text: 'One' }] },
        { role: 'assistant', content: [{ text: 'First answer' }] },
        { role: 'user', content: [{ text: 'Two' }] },
      ],
    },
  });
  await page.getByRole('combobox', { name: 'Model' }).selectOption('demo/demo');
  await send(page, 'Three');
  await expect(page.locator('.mr-answer')).toHaveCount(3);
  expect(await finished(page)).toContain('I am the demo model');
  expect(seen.join('')).not.toContain('secret-key');
});
