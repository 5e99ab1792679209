import type { ContentBlock } from '@millrace/engine';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { recordAnswer } from './answer.ts';
import { AnswerBlocks } from './answer-blocks.tsx';
import { type AnswerOptions, AnswerOptionsContext } from './answer-options.ts';

const times = { start_timestamp: null, stop_timestamp: null };
const use = (id: string, name: string): ContentBlock => ({ type: 'tool_use', id, name, input: {}, ...times });
const result = (id: string): ContentBlock => ({
  ...{ id: `r${id}`, tool_use_id: id, content: 'RESULT', is_error: false, ...times },
  type: 'tool_result',
});
const text = (id: string, words: string): ContentBlock => ({ type: 'text', id, text: words, ...times });
const CONTENT = [
  text('a', 'First.'),
  use('1', 'chart'),
  result('1'),
  use('2', 'query'),
  result('2'),
  text('b', 'Last.'),
];

const ANSWER = recordAnswer({
  ...{ seq: 2, id: 'm', ts: 1, role: 'assistant', text: '', status: 'completed' },
  content: CONTENT,
});

/** The answer as text, with marks for timelines. */
const draw = (options: AnswerOptions): string =>
  renderToStaticMarkup(
    <AnswerOptionsContext value={options}>
      <AnswerBlocks {...ANSWER} />
    </AnswerOptionsContext>,
  )
    .replace(/<button[^>]*class="mr-timeline-head"[^>]*>/g, '[')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

test('T4 the body has what was said, and only products of calls', () => {
  expect(draw({})).toBe('[ Worked · 2 steps Last.');
  const chart: AnswerOptions['bodyTools'] = {
    chart: ({ toolCallId, result: given }) => `${toolCallId} ${given}`,
  };
  expect(draw({ bodyTools: chart })).toBe('[ Worked · 2 steps First. 1 RESULT Last.');
});

test('T17 steps stand above the answer, or where they came', () => {
  expect(draw({ layout: 'split' })).toBe('[ Worked · 2 steps Last.');
  expect(draw({ layout: 'interleaved' })).toBe('First. [ Worked · 2 steps Last.');
});
