import { expect, test } from 'vitest';
import { historyProblem } from '../fixtures/check-history.ts';
import type { ModelBlock, ModelMessage } from '../packages/server/src/models/adapter/model.ts';

const text = (said = 'Hi'): ModelBlock => ({ type: 'text', text: said });
const call = (id: string): ModelBlock => ({ type: 'tool_use', id, name: 'look', input: {} });
const result = (id: string): ModelBlock => {
  return { type: 'tool_result', tool_use_id: id, name: 'look', content: '' };
};
const user = (...content: ModelBlock[]): ModelMessage => ({ role: 'user', content });
const model = (...content: ModelBlock[]): ModelMessage => ({ role: 'assistant', content });

test('M26 a history in order has no problem', () => {
  const image: ModelBlock = { type: 'image', media_type: 'image/png', data: '' };
  const calls = model({ type: 'thinking', thinking: '' }, text(), call('a'), call('b'));
  expect(historyProblem([user(text()), calls, user(result('a'), result('b'), image), user(text())])).toBe(
    undefined,
  );
});

test.each<[string, string, ModelMessage[]]>([
  ['no message', 'first message', []],
  ['a beginning of the assistant', 'first message', [model(text())]],
  ['an empty message', 'Message 1 is empty', [user(text()), model()]],
  ['a text without a word', 'without a word', [user(text(' \n'))]],
  ['a call at the end', 'a of message 1 has no result', [user(text()), model(call('a'))]],
  ['a call before words', 'has no result', [user(text()), model(call('a')), user(text()), user(result('a'))]],
  ['one result of two', 'b of message 1', [user(text()), model(call('a'), call('b')), user(result('a'))]],
  ['a result without a call', 'result for a', [user(result('a'))]],
  [
    'a result of another call',
    'result for b',
    [user(text()), model(call('a')), user(result('a'), result('b'))],
  ],
  [
    'a result that comes again',
    'result for a',
    [user(text()), model(call('a')), user(result('a')), model(text()), user(result('a'))],
  ],
  ['two results', 'two results', [user(text()), model(call('a')), user(result('a'), result('a'))]],
  [
    'results in another order',
    'order of their calls',
    [user(text()), model(call('a'), call('b')), user(result('b'), result('a'))],
  ],
  ['one id twice in a message', 'named already', [user(text()), model(call('a'), call('a'))]],
  [
    'one id twice in a conversation',
    'named already',
    [user(text()), model(call('a')), user(result('a')), model(call('a')), user(result('a'))],
  ],
  ['a call of the user', 'user has a tool_use', [user(call('a'))]],
  ['a result of the assistant', 'assistant has a tool_result', [user(text()), model(result('a'))]],
])('M26 %s is found', (_, words, messages) => {
  expect(historyProblem(messages)).toContain(words);
});
