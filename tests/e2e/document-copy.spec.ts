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
  expect((await copied(page, ' more', 'turn'))['text/markdown']).toBe(
    'more\n\nThe *second* one.\n\n```ts\nconst wheel = turn\n```',
  );
});

test('D101 a selection inside code or a table is the browser’s, one inside a question a document', async ({
  page,
  app,
}) => {
  await talk(app, page);
  expect(await copied(page, 'wheel =', 'stop')).toEqual({});
  expect(await copied(page, 'part', 'bucket')).toEqual({});
  expect((await copied(page, 'me', ' more'))['text/markdown']).toContain('*me* more');
  expect((await copied(page, 'stop', 'bucket'))['text/markdown']).toContain('```ts\nstop();\n```\n\n');
});

const BLOCKS = `Before.

\`\`\`ts:src/long.ts
${Array.from({ length: 20 }, (_, i) => `// line ${i}`).join('\n')}
\`\`\`

Between, with $a^2$.

<!-- title: "Parts" -->
| part | count | a | b | last |
| --- | --- | --- | --- | --- |
${Array.from({ length: 9 }, (_, i) => `| p${i} | ${i} | x | y | z${i} |`).join('\n')}

After[^1].

[^1]: The note.
`;

test('D113 of a preview that is selected in part lines and rows are copied, and the rest when it goes on', async ({
  page,
  app,
}) => {
  app.script = [[BLOCKS]];
  await send(page, 'Show me');
  await finished(page);
  const markdown = async (from: string, to: string) => (await copied(page, from, to))['text/markdown'];
  expect(await markdown('Before', 'line 1')).toBe('Before.\n\n```ts:src/long.ts\n// line 0\n// line 1\n```');
  // Only twelve lines are shown, and six rows of four columns.
  const rest = await markdown('line 10', 'Between');
  expect(rest).toMatch(/^```ts:src\/long\.ts\nline 10\n\/\/ line 11[\s\S]*\/\/ line 19\n```\n\nBetween$/);
  expect(await markdown('Between', 'p1')).toBe(
    'Between, with $a^2$.\n\n<!-- title: "Parts" -->\n| part | count | a | b | last |\n| --- | --- | --- | --- | --- |\n| p0 | 0 | x | y | z0 |\n| p1 | 1 | x | y | z1 |',
  );
  const rows = await markdown('p3', 'After');
  expect(rows).toContain(
    '| part | count | a | b | last |\n| --- | --- | --- | --- | --- |\n| p3 | 3 | x | y | z3 |\n',
  );
  expect(rows).toContain('| p8 | 8 | x | y | z8 |\n\nAfter');
});

test('D357 what a preview does not show is in the plain text too, and footnotes come along', async ({
  page,
  app,
}) => {
  app.script = [[BLOCKS]];
  await send(page, 'Show me');
  await finished(page);
  const all = await copied(page, 'Before', 'The note.');
  expect(all['text/markdown']).toBe(BLOCKS.trim());
  expect(all['text/plain']).toBe(all['text/markdown']);
  expect(all['text/html']).toContain('<p><strong>Parts</strong></p>\n<table>');
  expect(all['text/html']).not.toContain('&lt;!--');
});
