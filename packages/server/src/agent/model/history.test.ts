import type { ContentBlock } from '@millrace/engine';
import type { MessageRecord } from '@millrace/engine/run';
import { expect, test } from 'vitest';
import { toHistory } from './history.ts';

const times = { start_timestamp: null, stop_timestamp: null };
const text = (said: string): ContentBlock => ({ ...times, id: 't', type: 'text', text: said });
const call = (id: string): ContentBlock => ({
  ...times,
  id,
  type: 'tool_use',
  name: 'look',
  input: { at: id },
});
const result = (id: string, content: unknown, is_error = false): ContentBlock => ({
  ...times,
  id: `r${id}`,
  type: 'tool_result',
  tool_use_id: id,
  content,
  is_error,
});
const thinking: ContentBlock = { ...times, id: 'h', type: 'thinking', thinking: 'Hm', signature: 's' };

function record(role: 'user' | 'assistant', more: Partial<MessageRecord>): MessageRecord {
  return { seq: 1, id: 'm', ts: 0, status: 'completed', text: '', role, ...more };
}
const answered = (...content: ContentBlock[]) => toHistory([record('assistant', { content })]);
const asked = (id: string) => ({ type: 'tool_use', id, name: 'look', input: { at: id } });
const told = (id: string, content: string, more: object = {}) => ({
  type: 'tool_result',
  tool_use_id: id,
  name: 'look',
  content,
  ...more,
});

test('M1 the model reads what was said, without thinking and without empty messages', () => {
  expect(
    toHistory([
      record('user', { text: 'Hi' }),
      record('assistant', { text: ' ' }),
      record('user', { text: 'Still there?', context: { page: 1 } }),
      record('assistant', { content: [thinking, text('Yes.')] }),
    ]),
  ).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Hi' },
        { type: 'text', text: 'What the page shows, as JSON:\n{"page":1}' },
        { type: 'text', text: 'Still there?' },
      ],
    },
    { role: 'assistant', content: [{ type: 'text', text: 'Yes.' }] },
  ]);
});

test('M1 calls that stand together are answered together, before the text that follows', () => {
  const blocks = [
    text('Look.'),
    call('a'),
    call('b'),
    result('b', { seen: 2 }),
    result('a', 'no', true),
    text('Done.'),
  ];
  expect(answered(...blocks)).toEqual([
    { role: 'assistant', content: [{ type: 'text', text: 'Look.' }, asked('a'), asked('b')] },
    { role: 'user', content: [told('a', 'no', { is_error: true }), told('b', '{"seen":2}')] },
    { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] },
  ]);
});

test('M12 what was said about a call goes with it', () => {
  expect(
    answered({ ...call('a'), type: 'tool_use', name: 'look', input: {}, message: 'odd' })[0]?.content,
  ).toEqual([{ type: 'tool_use', id: 'a', name: 'look', input: {}, message: 'odd' }]);
});

test('A2 a call that never ran has a result all the same', () => {
  expect(answered(call('a'))).toEqual([
    { role: 'assistant', content: [asked('a')] },
    { role: 'user', content: [told('a', 'This call was not run.', { is_error: true })] },
  ]);
});
