import {
  answer,
  answerText,
  expect,
  finished,
  midStream,
  pageKey,
  recorded,
  recordedSource,
  send,
  storedAnswer,
  test,
  watchProblems,
  writing,
} from './app.ts';
import { frames } from './still.ts';

const LONG = 'Write a long answer.';

test.describe('while it is written slowly enough for a busy machine', () => {
  test.use({ appOptions: { pace: 30, env: {} } });

  test('U1 a prompt of the empty page streams from the labelled demo model', async ({ page }) => {
    await expect(page.getByText('You are using the built-in demo model.')).toBeVisible();
    await expect(page.getByText('Your chats will be listed here')).toBeVisible();
    await expect(page.locator('.app-prompts button')).toHaveCount(4);
    await page.getByRole('button', { name: 'Turn this CSV into a table' }).click();
    await midStream(page, 20);
    await expect(page).toHaveURL(/\/chat\/[\w-]+$/);
    expect(await finished(page)).toContain('Most of the loss is in the Free plan');
    await expect(page.getByRole('link', { name: /^Turn plans.csv into a table/ })).toHaveAttribute(
      'aria-current',
      'page',
    );
  });

  test('U3 Stop ends the run on the server and keeps the text, also after a reload', async ({
    page,
    app,
    context,
  }) => {
    await send(page, LONG);
    await midStream(page);
    await page.reload();
    await midStream(page);
    const acknowledged = page.waitForResponse((response) => response.url().endsWith('/cancel'));
    const pressed = Date.now();
    await writing(page).click();
    expect((await (await acknowledged).json()).status).toBe('cancelled');
    test.info().annotations.push({ type: 'stop acknowledged', description: `${Date.now() - pressed} ms` });
    await expect(page.getByText(/^You stopped this after \d+ s\.$/)).toBeVisible();
    const kept = await answerText(page);
    const stored = await storedAnswer(page);
    expect(recordedSource('long').startsWith(stored)).toBe(true);
    expect(stored.length).toBeLessThan(recordedSource('long').length);
    await frames(page);
    expect(await answerText(page)).toBe(kept);
    await page.reload();
    await expect.poll(() => answerText(page)).toBe(kept);
    const { chats } = await (await context.request.get(`${app.url}/api/chats`, await pageKey(page))).json();
    expect(chats[0].run_id).toBeNull();
  });
});

test.describe('while it is written for some seconds', () => {
  test.use({ appOptions: { pace: 12, env: {} } });

  test('U3 a reload in mid-stream goes on, to the same text as an undisturbed run', async ({ page }) => {
    await send(page, LONG);
    const before = await midStream(page);
    await page.reload();
    const after = await midStream(page, before.length);
    // The last words may still change their looks.
    expect(after.startsWith(before.slice(0, 150))).toBe(true);
    await page.reload();
    expect(await finished(page)).toBe(recorded('long'));
    await page.reload();
    await expect(answer(page)).toHaveText(recorded('long'), { useInnerText: false });
    expect(await answerText(page)).toBe(recorded('long'));
    await expect(page.locator('.mr-message-assistant')).toHaveCount(1);
  });
});

test('U3 a connection that breaks again and again loses and doubles nothing', async ({ page, app }) => {
  const resumed: string[] = [];
  page.on('request', (request) => {
    const id = request.headers()['last-event-id'];
    if (id !== undefined) resumed.push(id);
  });
  await send(page, LONG);
  for (let i = 0; i < 2; i++) {
    await midStream(page, 100);
    // Being offline cuts no open connection in Chromium; a server that goes away does.
    await app.restart('SIGTERM');
  }
  expect(await finished(page)).toBe(recorded('long'));
  expect(resumed.length).toBeGreaterThan(0);
  expect(resumed[0]).toMatch(/^1-\d+$/);
});

test.describe('kills', () => {
  test.describe.configure({ retries: 0 });
  test('L12 a server that is killed in mid-answer takes the run up again', async ({ page, app }) => {
    await send(page, LONG);
    await midStream(page);
    await app.restart('SIGKILL');
    expect(await finished(page)).toBe(recorded('long'));
    await page.reload();
    await expect.poll(() => answerText(page)).toBe(recorded('long'));
  });
});

test('U3 a second tab shows the same, as it comes', async ({ page, app, context }) => {
  await send(page, LONG);
  await midStream(page);
  const second = await context.newPage();
  const problems = watchProblems(second);
  await second.goto(`${app.url}/`);
  await second.getByRole('link', { name: LONG }).click();
  await midStream(second);
  expect(await finished(second)).toBe(recorded('long'));
  expect(await finished(page)).toBe(recorded('long'));
  // And the other way round: what is asked there appears here.
  await send(second, 'Hello');
  await expect(page.locator('.mr-bubble').last()).toHaveText('Hello');
  expect(await finished(page)).toBe(recorded('hello'));
  expect(problems).toEqual([]);
});

test('U3 closing every tab does not stop the run', async ({ page, app, context }) => {
  await send(page, LONG);
  await midStream(page);
  const address = page.url();
  const key = await pageKey(page);
  await page.close();
  const later = await context.newPage();
  // No page is open while the run goes on to its end.
  await expect
    .poll(
      async () => {
        const { chats } = (await (await context.request.get(`${app.url}/api/chats`, key)).json()) as {
          chats: { run_id: string | null }[];
        };
        return chats[0]?.run_id;
      },
      { timeout: 30_000 },
    )
    .toBeNull();
  await later.goto(address);
  await expect.poll(() => answerText(later)).toBe(recorded('long'));
});

test('U3 Escape in the message box stops, and the next message goes on', async ({ page }) => {
  await send(page, LONG);
  await midStream(page);
  await page.getByRole('textbox', { name: 'Message' }).press('Escape');
  await expect(page.getByText(/^You stopped this/)).toBeVisible();
  // The box takes a message when the run has ended for the page too.
  await expect(writing(page)).toBeHidden();
  await send(page, 'Go on');
  expect(await finished(page)).toBe(recorded('hello'));
});

test('U11 a selection in the first paragraph survives the rest of the stream, whose end keeps the DOM nodes that were there', async ({
  page,
}) => {
  await send(page, LONG);
  await midStream(page, 300);
  const first = answer(page).locator('p').first();
  // A press on the text takes the focus out of the message field.
  await first.click();
  const selected = await first.evaluate((element) => {
    getSelection()?.selectAllChildren(element);
    return String(getSelection());
  });
  expect(selected).toContain('I read the change twice');
  await answer(page).evaluate((element) => element.setAttribute('data-seen', 'yes'));
  await finished(page);
  expect(await page.evaluate(() => String(getSelection()))).toBe(selected);
  expect(await first.evaluate((element) => getSelection()?.containsNode(element, true))).toBe(true);
  await frames(page);
  await expect(answer(page)).toHaveAttribute('data-seen', 'yes');
});
