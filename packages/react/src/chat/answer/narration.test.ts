import type { ContentBlock } from '@millrace/engine';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recordAnswer } from './answer.ts';
import { answerTexts } from './answer-texts.ts';
import { narrationOf, textWithout } from './narration.ts';

const times = { start_timestamp: null, stop_timestamp: null };
const say = (text: string): ContentBlock => ({ type: 'text', id: text, text, ...times });
const call = (name: string, speaks?: string): ContentBlock => ({
  ...{ type: 'tool_use', id: name, name, input: {}, ...times },
  ...(speaks !== undefined && { speaks }),
});
const answerOf = (...content: readonly ContentBlock[]) =>
  recordAnswer({
    ...{ seq: 2, id: 'm', ts: 1, role: 'assistant', text: '', status: 'completed' },
    content,
  }).blocks;
/** The texts that are narration, and the answer without them. */
const split = (...content: readonly ContentBlock[]) => {
  const blocks = answerOf(...content);
  const texts = answerTexts(blocks);
  const narration = narrationOf(blocks, texts, { chart: true });
  return {
    said: [...narration].sort().map((at) => texts.get(at)?.text),
    left: textWithout(narration, blocks, texts),
  };
};

test('T304 a few plain words with a call behind them are narration, the rest is the answer', () => {
  const { said, left } = split(
    say('I look.'),
    call('look'),
    say('Now the tests.'),
    call('run'),
    say('All pass.'),
  );
  expect([said, left]).toEqual([['I look.', 'Now the tests.'], 'All pass.']);
});

test.each([
  ['a table', '| a | b |\n|---|---|\n| 1 | 2 |'],
  ['code', 'So:\n\n```ts\nlet a = 1;\n```'],
  ['a heading', '## Plan\n\nFirst this.'],
  ['a long text', 'word '.repeat(200)],
])('T304 %s stays in the answer, whatever comes behind it', (_, text) => {
  expect(split(say(text), call('look'), say('Done.')).said).toEqual([]);
});

test('T304 words before a product, and before words to the person, belong to the answer', () => {
  expect(split(say('Here it is.'), call('chart'), say('Done.')).said).toEqual([]);
  expect(split(say('I am done.'), call('attempt_completion', 'result')).said).toEqual([]);
  const offer: ContentBlock = { ...call('suggest_values'), offers: true } as ContentBlock;
  expect(split(say('Shall I?'), offer, say('Choose.')).said).toEqual([]);
  expect(split(say('Here it is.'), call('chart'), say('And now?'), call('look')).said).toEqual(['And now?']);
});

test('T304 every text is narration or answer, never both, and the last words are always the answer', () => {
  const part = fc.constantFrom('text', 'look', 'chart');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const content = parts.map((kind, i) => (kind === 'text' ? say(`t${i}.`) : call(kind)));
      const { said, left } = split(...content, say('end.'));
      const all = [...said.flatMap((text) => text?.match(/t\d+\./g) ?? []), ...(left.match(/t\d+\./g) ?? [])];
      expect(all.toSorted()).toEqual(
        parts.flatMap((kind, i) => (kind === 'text' ? [`t${i}.`] : [])).toSorted(),
      );
      expect(left.endsWith('end.')).toBe(true);
    }),
  );
});
