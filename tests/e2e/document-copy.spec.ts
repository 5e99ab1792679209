import { type AgentApp, test } from './agent-app.ts';
import { answer, expect, finished, send } from './app.ts';
import { copied } from './copied.ts';

const MILL =
  'A **heavy wheel** turns by [the *old* race](https://example.org/race), `gate = 1` and ~~no~~ $a^2$ steam.';

test('D100 a part of a paragraph is copied with its marks', async ({ page, app }) => {
  app.script = [[MILL]];
  await send(page, 'Show me');
  await finished(page);
  await expect(answer(page).locator('math').first()).toBeAttached();
  const some = await copied(page, 'wheel', 'gate');
  expect(some['text/markdown']).toBe('**wheel** turns by [the *old* race](https://example.org/race), `gate`');
  expect(some['text/html']).toBe(
    '<p><strong>wheel</strong> turns by <a href="https://example.org/race">the <em>old</em> race</a>, <code>gate</code></p>\n',
  );
  expect(some['text/plain']).toBe('wheel turns by the old race, gate');
  expect((await copied(page, 'eavy', 'heavy'))['text/markdown']).toBe('**eavy**');
  expect((await copied(page, 'ld', 'old'))['text/markdown']).toBe('[*ld*](https://example.org/race)');
  expect((await copied(page, ' = 1', 'steam'))['text/markdown']).toBe('`= 1` and ~~no~~ $a^2$ steam');
});

test('D100 neither numbers of sources nor hosts behind links are copied', async ({ page, app }) => {
  const source = {
    ...{ type: 'web_search_result_location', url: 'https://water.example/mills', title: 'How mills work' },
    cited_text: 'By water.',
  };
  app.script = [
    [
      { text: 'It **turns', citations: [source] },
      ' round** by [mill.example](https://other.example/a) and so on.',
    ],
  ];
  await send(page, 'Show me');
  await finished(page);
  await expect(answer(page).locator('p').first()).toContainText(
    'turns1 round by mill.example (other.example)',
  );
  const some = await copied(page, 'turns', 'and so');
  expect(some['text/markdown']).toBe('**turns round** by [mill.example](https://other.example/a) and so');
  expect(some['text/plain']).toBe('turns round by mill.example and so');
  expect(some['text/html']).not.toContain('(other.example)');
});

async function talk(app: AgentApp, page: Parameters<typeof send>[0]): Promise<void> {
  app.script = [
    ['The **first** answer.\n\n- one\n- two'],
    [
      'The *second* one.\n\n```ts\nconst wheel = turn(24);\nstop();\n```\n\n| part | count |\n|---|---|\n| bucket | 24 |\n',
    ],
  ];
  await send(page, 'Tell me');
  await finished(page);
  await page.getByRole('textbox', { name: 'Message' }).fill('Tell *me* more');
  await page.keyboard.press('Enter');
  await expect(page.locator('.mr-answer')).toHaveCount(2);
  await finished(page);
}

test('D101 a selection over answers is copied with the question between them', async ({ page, app }) => {
  await talk(app, page);
  const some = await copied(page, 'irst', 'second');
  expect(some['text/markdown']).toBe('**irst** answer.\n\n- one\n- two\n\nTell *me* more\n\nThe *second*');
  expect(some['text/html']).toContain('<li>two</li>');
  expect((await copied(page, 'me* more', 'turn'))['text/markdown']).toBe(
    'me* more\n\nThe *second* one.\n\n```ts\nconst wheel = turn\n```',
  );
});

test('D101 a selection inside code, a table or a question is the browser’s', async ({ page, app }) => {
  await talk(app, page);
  expect(await copied(page, 'wheel =', 'stop')).toEqual({});
  expect(await copied(page, 'part', 'bucket')).toEqual({});
  expect(await copied(page, 'me* more', 'more')).toEqual({});
  expect((await copied(page, 'stop', 'bucket'))['text/markdown']).toContain('```ts\nstop();\n```\n\n');
});
