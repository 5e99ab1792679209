import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { test } from './agent-app.ts';
import { expect, send } from './app.ts';
import { look, lookTwice } from './look.ts';
import { quickKeys, quickText } from './quick-keys.ts';
import { openSettings } from './settings-page.ts';
import { expectWritten } from './written.ts';

const box = (page: Page): Locator => page.getByRole('textbox', { name: 'Message', exact: true });
const list = (page: Page): Locator => page.getByRole('listbox');
const previews = (page: Page): Locator => page.locator('.mr-draft-preview .mr-embeds-item');

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((plain) => {
    const data = new DataTransfer();
    data.setData('text/plain', plain);
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, text);
}

test('D463 files are completed by @ and modes by a slash, with the keys, and both are plain text', async ({
  page,
  app,
}) => {
  mkdirSync(join(app.workspace, 'src'), { recursive: true });
  for (const name of ['src/app.ts', 'src/other.ts', 'notes of today.md'])
    writeFileSync(join(app.workspace, name), '');
  app.script = [['Read.']];
  await box(page).click();
  await box(page).pressSequentially('Look at @app');
  await expect(list(page).getByRole('option')).toHaveCount(1);
  await expect(box(page)).toHaveAttribute('aria-activedescendant', /app\.ts/);
  await page.keyboard.press('Enter');
  await expectWritten(box(page), 'Look at @src/app.ts ');
  await box(page).pressSequentially('@notes');
  await list(page).getByRole('option').first().click();
  await expectWritten(box(page), 'Look at @src/app.ts @"notes of today.md" ');
  await box(page).pressSequentially('@src');
  await expect(list(page).getByRole('option')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(list(page)).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.locator('.mr-bubble')).toHaveText('Look at @src/app.ts @"notes of today.md" @src');
  await expect(page.getByText('Read.')).toBeVisible();
  await page.route('**/api/completions/commands*', (route) =>
    route.fulfill({
      json: { commands: [{ name: 'review', description: 'Reads a change', argument_hint: 'path' }] },
    }),
  );
  await box(page).pressSequentially('/re');
  await expect(list(page).getByRole('option')).toHaveText([/review.*path.*Reads a change/]);
  await page.keyboard.press('Tab');
  await expectWritten(box(page), '/review ');
  for (let i = 0; i < '/review '.length; i++) await page.keyboard.press('Backspace');
  await box(page).pressSequentially('/cod');
  await list(page).getByRole('option', { name: /Code/ }).click();
  await expect(page.getByRole('combobox', { name: 'Mode', exact: true })).toHaveValue('code');
  await expectWritten(box(page), '');
});

const LINES = Array.from({ length: 50 }, (_, i) => `const a${i} = ${i};`).join('\n');

test('D464 D465 a pasted preview is kept over a reload, sent in full, and edited in the same field', async ({
  page,
  app,
}) => {
  app.script = [['One.'], ['Two.']];
  mkdirSync(app.workspace, { recursive: true });
  writeFileSync(join(app.workspace, 'notes.md'), '');
  await box(page).click();
  await expect(page.locator('.mr-composer .cm-content')).toBeFocused();
  await paste(page, LINES);
  await expect(previews(page)).toHaveCount(1);
  await page.reload();
  await expect(box(page)).toBeFocused();
  await expect(previews(page)).toHaveCount(1);
  await page.keyboard.press('Control+End');
  await box(page).pressSequentially('Why?');
  await page.keyboard.press('Enter');
  await expect(page.getByText('One.')).toBeVisible();
  const sent = JSON.stringify(app.requests.at(-1)?.messages);
  expect(sent).toContain(JSON.stringify(LINES).slice(1, -1));
  expect(sent).toContain('Why?');
  await page.locator('.mr-message-user').hover();
  await page.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('textbox', { name: 'Your message' });
  await expect(edit.locator('.mr-draft-preview')).toHaveCount(1);
  await page.keyboard.type(' See @no');
  // The same help as in the composer: what is chosen by Enter is not sent.
  await expect(list(page).getByRole('option')).toHaveText(/notes\.md/);
  await page.keyboard.press('Enter');
  await expect(list(page)).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Two.')).toBeVisible();
  expect(JSON.stringify(app.requests.at(-1)?.messages)).toContain('Why? See @notes.md');
});

test('D461 a preview of an answer is pasted into another chat, and the model gets it there in full', async ({
  page,
  app,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const code = `\`\`\`ts:src/app.ts\n${LINES}\n\`\`\``;
  app.script = [[code], ['Two.']];
  await send(page, 'Write it');
  const figure = page.getByRole('figure', { name: /app\.ts/ });
  await figure.getByRole('button', { name: 'Copy' }).click();
  await expect(figure.getByRole('status')).toHaveText('Copied');
  await page.getByRole('button', { name: 'New chat' }).click();
  await expect(page).toHaveURL(`${app.url}/`);
  await box(page).click();
  await page.keyboard.press('Control+v');
  await expect(previews(page)).toHaveCount(1);
  await expect(page.getByText('Pasted as a preview.')).toBeVisible();
  await page.keyboard.type('Why?');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Two.')).toBeVisible();
  const sent = JSON.stringify(app.requests.at(-1)?.messages);
  expect(sent.split(JSON.stringify(LINES).slice(1, -1))).toHaveLength(2);
  expect(sent).not.toContain('Write it');
});

test('D491 a preview that was pasted can be text again after a reload, as long as it is as it was', async ({
  page,
}) => {
  await box(page).click();
  await expect(page.locator('.mr-composer .cm-content')).toBeFocused();
  await paste(page, LINES);
  await paste(page, 'a,\tb\n1\t2');
  await expect(previews(page)).toHaveCount(2);
  await page.reload();
  await expect(previews(page)).toHaveCount(2);
  const keep = page.getByRole('menuitem', { name: 'Keep as text' });
  await previews(page).last().getByRole('cell').first().click({ button: 'right' });
  await keep.click();
  await expect(previews(page)).toHaveCount(1);
  await expectWritten(box(page), /a,\tb\n1\t2/);
  // One that was edited is no more what was pasted.
  await previews(page).first().locator('strong').dblclick();
  await page.keyboard.type('x');
  await page.keyboard.press('Control+End');
  await expect(previews(page)).toHaveCount(1);
  await previews(page).first().locator('pre').click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: 'Edit as text' })).toBeVisible();
  await expect(keep).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+End');
  await expect(previews(page)).toHaveCount(1);
  await previews(page).first().locator('pre').click({ button: 'right' });
  await keep.click();
  await expect(previews(page)).toHaveCount(0);
});

test('D491 a long text that was pasted comes back after a reload as it was', async ({ page }) => {
  await box(page).click();
  await expect(page.locator('.mr-composer .cm-content')).toBeFocused();
  const text = `"a ",\tb\n${'1\t2\n'.repeat(6000)}3\t4`;
  await paste(page, text);
  await expect(previews(page)).toHaveText(/6,002 rows/);
  // The browser has it when its mark is there.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('millrace:pasted'))).toContain('null');
  await page.reload();
  await expect(previews(page)).toHaveText(/6,002 rows/);
  await previews(page).getByRole('cell').first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Keep as text' }).click();
  const draft = (): Promise<string> =>
    page.evaluate(() => (localStorage.getItem('millrace:draft:new') ?? '').trimEnd());
  await expect.poll(draft).toBe(text);
});

test('D489 the settings swap Enter and Ctrl+Enter, which the hint and the list of shortcuts say, and a message is edited so too', async ({
  page,
  app,
}) => {
  app.script = [['One.'], ['Two.']];
  const settings = await openSettings(page, 'Appearance');
  await settings
    .getByRole('group', { name: /^Send with/ })
    .getByRole('radio', { name: 'Ctrl or ⌘+Enter' })
    .click();
  await page.goto(app.url);
  await box(page).click();
  await expect(page.locator('.mr-composer .cm-content')).toBeFocused();
  await expect(box(page)).toHaveAccessibleDescription('Ctrl+↵ sends');
  await quickKeys(page, ['a', 'Enter', 'b', 'Enter', 'c']);
  await expectWritten(box(page), 'a\nb\nc');
  await expect(page.locator('.mr-bubble')).toHaveCount(0);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('One.')).toBeVisible();
  await expect(page.locator('.mr-bubble')).toHaveText('a\nb\nc');
  await page.locator('.mr-message-user').hover();
  await page.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('textbox', { name: 'Your message' });
  await expect(edit).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('d');
  await expect(page.getByText('Two.')).toHaveCount(0);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Two.')).toBeVisible();
  await expect(page.locator('.mr-bubble')).toHaveText('a\nb\nc\nd');
  await page.reload();
  await expect(box(page)).toHaveAccessibleDescription('Ctrl+↵ sends');
});

test('D465 a draft that the browser can not keep is told, and pastes stay text when the person wants that', async ({
  page,
}) => {
  await page.evaluate(() => localStorage.setItem('millrace.paste', 'never'));
  await page.reload();
  await box(page).click();
  await expect(page.locator('.mr-composer .cm-content')).toBeFocused();
  await paste(page, LINES);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('millrace:draft:new'))).toBe(LINES);
  await expect(previews(page)).toHaveCount(0);
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('There is no room.', 'QuotaExceededError');
    };
  });
  await page.keyboard.type('x');
  await expect(page.getByRole('alert')).toContainText('too long for the browser to keep');
});

test('D465 a draft of 5 MB and the key before a reload are there after it, and gone when they are deleted', async ({
  page,
}) => {
  await box(page).click();
  await expect(page.locator('.mr-composer .cm-content')).toBeFocused();
  // That is more than a browser keeps among small things.
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text/plain', `const value = ${'x'.repeat(1000)};\n`.repeat(5300));
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  });
  await expect(page.getByText('Pasted as a preview.')).toBeVisible();
  await page.keyboard.type('Why?');
  // More than the server takes is told before it is sent.
  await expect(page.getByRole('alert')).toContainText('at most 400,000 characters, and this one has 5,3');
  await page.keyboard.press('Enter');
  await page.keyboard.type('!');
  await page.reload();
  await expect(previews(page)).toHaveText(/5,300 lines/);
  await expectWritten(box(page), /Why\?!$/);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.reload();
  await expectWritten(box(page), '');
  await expect(previews(page)).toHaveCount(0);
});

test('D465 a long draft that the browser can’t read now is told and kept, with what was written meanwhile', async ({
  page,
}) => {
  await box(page).click();
  await expect(page.locator('.mr-composer .cm-content')).toBeFocused();
  await paste(page, `const value = ${'x'.repeat(1000)};\n`.repeat(600));
  await expect(previews(page)).toHaveText(/600 lines/);
  await page.reload();
  await expect(previews(page)).toHaveText(/600 lines/);
  await page.addInitScript(() => {
    const { open } = IDBFactory.prototype;
    Object.assign(window, { isBroken: true });
    IDBFactory.prototype.open = function (this: IDBFactory, ...given: Parameters<IDBFactory['open']>) {
      if (Reflect.get(window, 'isBroken') === true)
        throw new DOMException('There is no disk.', 'UnknownError');
      return open.apply(this, given);
    };
  });
  await page.reload();
  const notice = page.getByText('The browser can’t read your draft now. It is still there.');
  await expect(notice).toBeVisible();
  await box(page).click();
  await page.keyboard.type('Why?');
  await expectWritten(box(page), 'Why?');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(notice).toBeVisible();
  await page.reload();
  await expect(notice).toBeVisible();
  await expectWritten(box(page), 'Why?');
  await lookTwice(page, 'draft-unread');
  await page.evaluate(() => Object.assign(window, { isBroken: false }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(notice).toHaveCount(0);
  await expect(previews(page)).toHaveText(/600 lines/);
  await expectWritten(box(page), /Why\?$/);
});

test('D466 keys that come faster than the page draws are all written, previewed and sent', async ({
  page,
  app,
}) => {
  app.script = [['One.'], ['Two.'], ['Three.']];
  await box(page).click();
  await expect(page.locator('.mr-composer .cm-content')).toBeFocused();
  for (const [sent, answer] of [
    ['Hi', 'One.'],
    ['x', 'Two.'],
  ] as const) {
    await quickKeys(page, [...sent, 'Enter']);
    await expect(page.locator('.mr-bubble').last()).toHaveText(sent);
    await expect(page.getByText(answer)).toBeVisible();
    await expectWritten(box(page), '');
  }
  const words = 'Why does this throw, and what else is there to say about it? '.repeat(3);
  await quickText(page, words);
  await expectWritten(box(page), words);
  await quickText(
    page,
    '\n```ts:src/app.ts\nlet a;\n```Compare:\n| a |\n| - |\n| 1 |\n\n| b |\n| - |\n| 2 |\n\nend',
  );
  await expect(previews(page)).toHaveCount(3);
  await quickKeys(page, ['.', 'Enter']);
  await expect(page.getByText('Three.')).toBeVisible();
  await expectWritten(box(page), '');
  expect(JSON.stringify(app.requests.at(-1)?.messages)).toContain(
    JSON.stringify(
      `${words}\n\`\`\`ts:src/app.ts\nlet a;\n\`\`\`\nCompare:\n| a |\n| - |\n| 1 |\n\n| b |\n| - |\n| 2 |\n\nend.`,
    ).slice(1, -1),
  );
});

test('D462 the worker of long pastes is started by the page, and by its policy nothing else is', async ({
  page,
}) => {
  await box(page).click();
  await expect(page.locator('.mr-composer .cm-content')).toBeFocused();
  const worker = page.waitForEvent('worker');
  await paste(page, LINES.repeat(300));
  expect((await worker).url()).toMatch(/\/assets\/paste-worker-[\w-]+\.js$/);
  await expect(previews(page)).toHaveCount(1);
  const refused = await page.evaluate(() => {
    const tries: readonly (() => unknown)[] = [
      () => new Worker('/assets/other.js'),
      () => new Worker('https://example.org/assets/paste-worker-x.js'),
    ];
    return tries.map((attempt) => {
      try {
        attempt();
        return 'done';
      } catch {
        return 'refused';
      }
    });
  });
  expect(refused).toEqual(['refused', 'refused']);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('D463 D475 a finger completes a file, and above the keyboard all of the field can be used', async ({
    page,
    app,
  }) => {
    mkdirSync(join(app.workspace, 'src'), { recursive: true });
    writeFileSync(join(app.workspace, 'src/app.ts'), '');
    app.script = [['Read.']];
    await box(page).tap();
    await expect(page.locator('.mr-composer .cm-content')).toBeFocused();
    // The keyboard takes the lower part: the page is as high as what is left of the window.
    const [height, field] = [440, page.locator('.mr-composer-box')];
    await page.setViewportSize({ width: 390, height });
    await page.keyboard.type('Look at @app');
    await list(page).getByRole('option').tap();
    await expectWritten(box(page), 'Look at @src/app.ts ');
    await page.keyboard.insertText(`\n\`\`\`js:src/app.js\n${LINES}\n\`\`\``);
    await expect(previews(page)).toHaveCount(1);
    const sendButton = page.getByRole('button', { name: 'Send' });
    for (const state of ['written', 'selected']) {
      if (state === 'selected') await previews(page).locator('pre').tap();
      await expect(page.locator('.mr-draft-selected')).toHaveCount(state === 'selected' ? 1 : 0);
      await expect(sendButton).toBeInViewport({ ratio: 1 });
      const { y, height: high } = (await field.boundingBox()) ?? { y: -1, height: 0 };
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y + high).toBeLessThanOrEqual(height);
    }
    await expect(page.getByText('Backspace again to edit as text')).toBeInViewport({ ratio: 0.9 });
    await look(page, 'draft-keyboard');
    await sendButton.tap();
    await expect(page.getByText('Read.')).toBeVisible();
    expect(JSON.stringify(app.requests.at(-1)?.messages)).toContain('Look at @src/app.ts');
    await expectWritten(box(page), '');
    await box(page).tap();
    await page.keyboard.type('/cod');
    await list(page).getByRole('option', { name: /Code/ }).tap();
    await expect(page.getByRole('combobox', { name: 'Mode', exact: true })).toHaveValue('code');
    await expectWritten(box(page), '');
  });
});
