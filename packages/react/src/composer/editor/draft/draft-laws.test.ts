import { Text } from '@codemirror/state';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Draft, light, parsed } from '../../../../../../fixtures/draft/draft.ts';
import { GOING, PREVIEW, START, STEP, TYPED, WRITING } from '../../../../../../fixtures/draft/steps.ts';
import { runs } from '../../../../../../fixtures/long.ts';
import { insertText } from '../paste/insert-pasted.ts';
import { AT_ONCE, blocksOf } from './doc-blocks.ts';
import { draftField, previewsOf } from './draft-field.ts';
import { sentText } from './sent-text.ts';

/** How often a law is tried; more for a long run. */
const RUNS = runs(300);

/** Milliseconds between two steps: what is written fast is one step of the history. */
const PACES = [0, 1000];

/** The text that stands for a paste. */
const TOKEN = /```\ufffc\w+-\d/;

test('D450 after any edits, pastes, undos and redos the previews are those of the text that is sent', () => {
  fc.assert(
    fc.property(START, fc.array(STEP, { minLength: 1, maxLength: 14 }), (text, steps) => {
      const draft = new Draft(text);
      for (const step of steps) {
        step(draft);
        expect(draft.embeds).toEqual(parsed(draft.sent));
        expect(draft.sent).not.toMatch(TOKEN);
      }
    }),
    { numRuns: RUNS },
  );
});

test.each(PACES)('D450 a preview below a fence that a composition opens is there in full: %j', (pace) => {
  const draft = new Draft('```js\nlet a;\n```\n', AT_ONCE, pace);
  draft.paste('a\tb\n1\t2');
  draft.enter(0);
  draft.compose(['n']);
  expect(draft.sent).toMatch(/^n```js[\s\S]*\| 1 \| 2 \|/);
  expect(draft.embeds).toEqual(parsed(draft.sent));
  for (let i = 0; i < 9; i++) draft.rewind('undo');
  expect(draft.state.doc.toString()).toBe('```js\nlet a;\n```\n');
});

test('D486 a long draft that is read in steps has the previews of what is sent when it was read, and reading changes nothing of that', () => {
  fc.assert(
    fc.property(
      START,
      fc.integer({ min: 1, max: 60 }),
      fc.array(fc.tuple(STEP, fc.nat(3)), { minLength: 1, maxLength: 10 }),
      (text, atOnce, steps) => {
        const draft = new Draft(text, atOnce);
        for (const [step, times] of steps) {
          step(draft);
          const { sent } = draft;
          draft.readOn(times);
          // Reading changes nothing of what is sent.
          expect(draft.sent.replaceAll('\n', '')).toBe(sent.replaceAll('\n', ''));
        }
        draft.readOn();
        expect(draft.embeds).toEqual(parsed(draft.sent));
        expect(draft.sent).not.toMatch(TOKEN);
      },
    ),
    { numRuns: RUNS },
  );
});

test('D486 a long draft that is read in steps is undone and redone as one that is read at once', () => {
  fc.assert(
    fc.property(
      START,
      fc.integer({ min: 1, max: 60 }),
      fc.array(fc.tuple(WRITING, fc.nat(3)), { minLength: 1, maxLength: 6 }),
      fc.constantFrom(...PACES),
      (text, atOnce, steps, pace) => {
        const draft = new Draft(text, atOnce, pace);
        draft.readOn();
        const first = draft.sent;
        for (const [step, times] of steps) {
          step(draft);
          draft.readOn(times);
        }
        draft.readOn();
        const last = draft.sent;
        for (let i = 0; i < 200; i++) draft.rewind('undo');
        draft.readOn();
        expect(draft.sent.trimEnd()).toBe(first.trimEnd());
        for (let i = 0; i < 200; i++) draft.rewind('redo');
        draft.readOn();
        expect(draft.sent.trimEnd()).toBe(last.trimEnd());
      },
    ),
    { numRuns: RUNS },
  );
});

test('D451 what is typed behind a closed block never falls into it', () => {
  fc.assert(
    fc.property(START, fc.array(STEP, { maxLength: 8 }), GOING, TYPED, (text, steps, go, typed) => {
      const draft = new Draft(text);
      for (const step of steps) step(draft);
      go(draft);
      const { main } = draft.state.selection;
      if (!main.empty) return;
      const above = previewsOf(draft.state).filter(({ to }) => to < main.head);
      const before = above.map((block) => light(block, draft.references));
      draft.type(typed);
      expect(draft.embeds.slice(0, before.length)).toEqual(before);
    }),
    { numRuns: RUNS },
  );
});

test('D452 a letter beside a preview leaves it as it is, on either side', () => {
  fc.assert(
    fc.property(START, fc.array(STEP, { maxLength: 8 }), GOING, (text, steps, go) => {
      const draft = new Draft(text);
      for (const step of steps) step(draft);
      go(draft);
      const { main } = draft.state.selection;
      const { blocks, entered } = draft.state.field(draftField);
      // A letter in the text of a block, or of HTML, may open or close it; one at the mark of an item or a quote ends that, with what is open in it.
      const isMark = /^\s*(?:<|[-+*>]|\d+[.)])/.test(draft.state.doc.lineAt(main.head).text);
      const isInside =
        isMark || blocks.some(({ from, to, closed }) => !closed && from <= main.head && main.head <= to);
      if (!main.empty || isInside || entered !== undefined) return;
      const before = draft.embeds;
      draft.type('x');
      // It may be the end of what hid another block.
      expect(draft.embeds).toEqual(expect.arrayContaining(before));
    }),
    { numRuns: RUNS },
  );
});

test('D453 undone as often as it was done, a draft is as it was, and redone it is as it became', () => {
  const step = fc.oneof({ weight: 2, arbitrary: WRITING }, PREVIEW);
  fc.assert(
    fc.property(
      START,
      fc.array(step, { minLength: 1, maxLength: 8 }),
      fc.constantFrom(...PACES),
      (text, steps, pace) => {
        const draft = new Draft(text, AT_ONCE, pace);
        const first = draft.state.doc.toString();
        for (const step of steps) step(draft);
        const last = draft.state.doc.toString();
        // Behind a last preview there is a line to write on, which nobody wrote.
        for (let i = 0; i < 200; i++) draft.rewind('undo');
        expect(draft.state.doc.toString().trimEnd()).toBe(first.trimEnd());
        for (let i = 0; i < 200; i++) draft.rewind('redo');
        expect(draft.state.doc.toString().trimEnd()).toBe(last.trimEnd());
      },
    ),
    { numRuns: RUNS },
  );
});

test.each(PACES)('D453 what follows from a change goes with it, however busy the device is: %j', (pace) => {
  const draft = new Draft('a\n', AT_ONCE, pace);
  draft.paste('a\tb\n1\t2');
  // An empty line stands between a table and text.
  draft.type('\\');
  for (let i = 0; i < 2; i++) draft.rewind('undo');
  expect(draft.state.doc.toString()).toBe('a\n');
});

test('D453 a line that a change made behind a last preview goes with that change', () => {
  const start = 'a\n\n```js\nlet a;\n```\n';
  const draft = new Draft(start);
  draft.removePreview(0);
  draft.type('```\nb\n```');
  draft.type('```');
  draft.enter(0);
  draft.type('x');
  expect(draft.state.doc.toString()).toBe('a\n\nx```\nb\n```\n```\n');
  for (let i = 0; i < 20; i++) draft.rewind('undo');
  expect(draft.state.doc.toString()).toBe(start);
});

test('D452 a letter behind a fence that was composed is a part of its first line', () => {
  const draft = new Draft('x\n\njs\na\n```\n');
  draft.apply({ selection: { anchor: 3 } });
  draft.compose(['`', '``', '```']);
  draft.type('m');
  expect(draft.state.doc.toString()).toBe('x\n\n```mjs\na\n```\n');
});

test.each([
  ['```js\na\n```', '```js\na\n```\n', '```js\na\n``'],
  ['https://a.org ', 'https://a.org\n', 'https://a.org'],
])(
  'D454 closing a block moves the caret to a new line, and one undo or two return the text: %j',
  (typed, closed, open) => {
    const draft = new Draft('');
    draft.type(typed);
    expect(draft.state.doc.toString()).toBe(closed);
    expect(draft.state.selection.main.head).toBe(closed.length);
    expect(previewsOf(draft.state)).toHaveLength(1);
    draft.rewind('undo');
    expect(previewsOf(draft.state)).toHaveLength(0);
    draft.rewind('undo');
    expect(draft.state.doc.toString()).toBe(open);
  },
);

/** How many characters of any text are read by some work. */
function charactersRead(work: () => void): number {
  const kinds = [Text.of(['a']), Text.of(Array(5000).fill('a'))].map((each) => Object.getPrototypeOf(each));
  let read = 0;
  // A text is a tree: the parts of it that a reading asks are not counted again.
  let depth = 0;
  const originals = kinds.map((kind) => kind.sliceString);
  for (const [i, kind] of kinds.entries())
    kind.sliceString = function sliceString(this: Text, ...range: [number, number?, string?]): string {
      depth += 1;
      const text: string = originals[i].apply(this, range);
      depth -= 1;
      if (depth === 0) read += text.length;
      return text;
    };
  try {
    work();
  } finally {
    for (const [i, kind] of kinds.entries()) kind.sliceString = originals[i];
  }
  return read;
}

/** A draft of so many lines, with 400 previews. */
function longDraft(lines: number): Draft {
  const block = '```js\nlet a = 1;\n```\nhttps://example.org/a\n\n';
  const fill = 'Some prose on a line.\n'.repeat(Math.max(1, Math.round(lines / 200) - 5));
  const draft = new Draft(Array.from({ length: 200 }, () => block + fill).join(''));
  draft.readOn();
  return draft;
}

test.each(['x', ' ', '\n', '`', '#'])(
  'D403 a key in the field reads as little of 20,000 lines with 400 previews as of 2,000: %j',
  (key) => {
    const reads = [2000, 20_000].map((lines) => {
      const draft = longDraft(lines);
      expect(previewsOf(draft.state)).toHaveLength(400);
      draft.apply({
        selection: { anchor: draft.state.doc.toString().indexOf('prose', draft.state.doc.length / 2) },
      });
      const old = previewsOf(draft.state).map(({ source }) => source);
      const read = charactersRead(() => draft.type(key));
      // No preview is another one than before, so none is drawn again.
      expect(previewsOf(draft.state).filter(({ source }, i) => source !== old[i])).toEqual([]);
      return read;
    });
    expect(Math.max(...reads)).toBeLessThanOrEqual(4096);
  },
);

test.each([
  ['words', 'Some words on a line, and more of them.\n'],
  ['parts', 'Part\n\n'],
  ['previews', '```js\nlet a = 1;\n```\n\nSome words between them.\n\n'],
])(
  'D486 a paste of megabytes that stays text, and each step behind it, reads little of it: %s',
  (_name, line) => {
    const draft = new Draft('# Start\n');
    const text = line.repeat(460_000 / line.length);
    const reads = [charactersRead(() => insertText(draft.editable, text))];
    expect(draft.sent).toBe(`# Start\n${text}`);
    for (let steps = 1; blocksOf(draft.state.doc).unread !== undefined; steps++) {
      reads.push(charactersRead(() => draft.readOn(1)));
      // A key in between is a part of no step.
      if (steps === 2) reads.push(charactersRead(() => draft.type('x')));
    }
    expect(reads.length).toBeGreaterThanOrEqual(5);
    // A reader takes a piece more than it uses, and the text between two previews is looked at.
    expect(Math.max(...reads)).toBeLessThanOrEqual(AT_ONCE + 70_000 + 34 * previewsOf(draft.state).length);
    expect(draft.embeds).toHaveLength(parsed(draft.sent).length);
    for (let i = 0; i < 2; i++) draft.rewind('undo');
    expect(draft.state.doc.toString()).toBe('# Start\n');
  },
  // On a busy machine the parts alone took a minute.
  300_000,
);

test('D482 what is sent reads only the last block of a long draft again, and closes its fence', () => {
  const draft = longDraft(20_000);
  draft.type('```js\nopen');
  const text = draft.state.doc.toString();
  let sent = '';
  const read = charactersRead(() => {
    sent = sentText(text, draft.state.doc);
  });
  expect(sent).toBe(`${text}\n\`\`\``);
  expect(read).toBeLessThanOrEqual(100);
});
