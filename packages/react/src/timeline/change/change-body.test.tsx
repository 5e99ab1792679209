import type { ProposedFile } from '@millrace/engine/run';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CallBody } from '../call-body.tsx';
import { timelineTools } from '../own/timeline-tools.ts';
import type { StepDetails } from '../step/step-details.ts';
import type { TimelineToolProps } from '../tool/timeline-tool.ts';

interface Drawn extends Partial<TimelineToolProps> {
  readonly toolName?: string;
}

/** The page below the row of a call, and its text. */
function draw(details: StepDetails, more: Drawn = {}): { readonly html: string; readonly text: string } {
  const call = { kind: 'tool-call', id: 'c', toolName: 'apply_diff', args: {}, status: 'completed' } as const;
  const item = { ...call, ...more };
  const html = renderToStaticMarkup(
    <CallBody item={item} details={details} Tool={timelineTools[item.toolName]} open={true} />,
  );
  const text = html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll('&gt;', '>')
    .trim();
  return { html, text };
}
const diff = '@@ -6,3 +6,3 @@\n a\n-old\n+  limit: 60,\n b\n';
const file: ProposedFile = { path: 'src/app.ts', diff, added: 1, removed: 1 };
const search = (from: string, to: string): string =>
  `<<<<<<< SEARCH\n-------\n${from}\n=======\n${to}\n>>>>>>> REPLACE`;
const RAW = /SEARCH|REPLACE|=======|role="tab"|&quot;path&quot;/;

test('A517 a step that changed files shows path, counts in words and diff, and no raw argument', () => {
  const args = { path: 'src/app.ts', diff: search('old', '  limit: 60,') };
  const { html, text } = draw(
    { change: { made: { files: [file, { ...file, path: 'b' }] } } },
    { args, result: 'x' },
  );
  expect(text).toContain('src/app.ts 1 line added, 1 removed');
  expect(text).toContain('5 lines the same 6 6 a 7 − old 7 + limit: 60, 8 8 b');
  expect(html.match(/<figure/g)).toHaveLength(2);
  expect(html).not.toMatch(RAW);
  const states = (['new', 'same', 'no_text', 'long_file', 'long_diff'] as const).map((state) => {
    const { diff: _, ...rest } = file;
    return draw({ change: { made: { files: [{ ...rest, state }] } } }, { args }).text;
  });
  expect(states.map((said) => /[^.]+\.$/.exec(said)?.[0]?.trim())).toEqual([
    expect.stringContaining('A new file.'),
    expect.stringContaining('Nothing changed.'),
    expect.stringContaining('It replaced a file that was not text.'),
    expect.stringContaining('The file is too large to show what changed.'),
    expect.stringContaining('The change is too large to show here.'),
  ]);
});

test('A518 a step that a person edited says what they changed, rings it, and offers what was asked for', () => {
  const asked = { files: [{ ...file, diff: diff.replace('60', '100') }], shows: [] };
  const edited = {
    asked: { path: 'src/app.ts', diff: search('old', '  limit: 100,') },
    ran: { path: 'src/app.ts', diff: search('old', '  limit: 60,') },
  };
  const { html, text } = draw({ change: { made: { files: [file] }, asked, edited } }, { args: edited.ran });
  expect(text).toContain('You changed this before it ran: limit 100 → 60 What it asked for');
  expect(/<mark[^>]*>(.*?)<\/mark>/.exec(html)?.[1]?.replace(/<[^>]*>/g, '')).toBe('60');
  expect(html).not.toMatch(RAW);
  const result = `Edited. This ran: ${JSON.stringify(edited.ran)}\n\nMade 1 change.`;
  for (const status of ['completed', 'error'] as const) {
    const told = draw(
      { change: { made: { files: [file] }, asked, edited } },
      { args: edited.ran, result, status },
    );
    expect(told.text).toContain('Made 1 change.');
    expect(told.html).not.toMatch(RAW);
  }
  // The arguments say what was asked for, if nobody kept it.
  expect(draw({ change: { made: { files: [file] }, edited } }, { args: edited.ran }).text).toContain(
    'limit 100 → 60',
  );
  expect(draw({ change: { made: { files: [file] } } }).text).not.toContain('You changed');
});

test('A519 a step that changed nothing, or is older than its data, shows what it asked for and why it failed', () => {
  const args = { path: 'a.ts', diff: search('one', 'two') };
  const failed = draw({}, { args, status: 'error', result: 'a.ts: made 0 of 1 change.' });
  expect(failed.text).toBe('a.ts 1 line added, 1 removed a.ts: made 0 of 1 change. − one + two');
  const asked = { files: [{ ...file, path: 'a.ts' }], shows: [] };
  expect(draw({ change: { asked } }, { args, status: 'cancelled' }).text).toMatch(
    /7 − old 7 \+ limit: 60 ?,/,
  );
  for (const [toolName, given] of [
    ['write_to_file', { path: 'a.ts', content: 'two' }],
    ['new_rule', { path: 'a.ts', content: 'two' }],
    ['insert_content', { path: 'a.ts', line: 1, content: 'two' }],
    ['search_and_replace', { path: 'a.ts', search: 'one', replace: 'two' }],
    ['edit_file', { target_file: 'a.ts', instructions: 'Do.', code_edit: 'two' }],
    ['apply_diff', { args: `<file><path>a.ts</path><diff>${search('one', 'two')}</diff></file>` }],
  ] as const)
    for (const status of ['completed', 'error', 'cancelled'] as const) {
      const { html, text } = draw({}, { toolName, args: given, status, result: 'Said.' });
      expect(text).toMatch(/^a\.ts .*two( What the model was told Said\.)?$/);
      expect(html).not.toMatch(RAW);
    }
  const writing = draw(
    { state: 'writing' },
    { args: { diff: '<<<<<<< SEARCH\none\n====' }, status: 'running' },
  );
  expect(writing.text).toBe('− one − ====');
  // Arguments of another kind are shown like those of any call.
  expect(draw({}, { args: { what: 1 } }).html).toContain('role="tab"');
});
