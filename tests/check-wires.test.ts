import { expect, test } from 'vitest';
import { refusedHistory } from '../fixtures/check-wires.ts';

const refusal = (path: string, body: object): string => refusedHistory(path, body) ?? 'taken';

const user = (...content: object[]) => ({ role: 'user', content });
const claude = (...content: object[]) => ({ role: 'assistant', content });
const text = (said = 'Hi') => ({ type: 'text', text: said });
const call = (id: string) => ({ type: 'tool_use', id, name: 'look', input: {} });
const result = (tool_use_id: string) => ({ type: 'tool_result', tool_use_id, content: '' });
const HI = user(text());

test.each<[string, string, object[]]>([
  ['a history in order', 'taken', [HI, claude(text(), call('a')), user(result('a'), text()), HI]],
  [
    'results in two messages',
    'taken',
    [HI, claude(call('a'), call('b')), user(result('b')), user(result('a'))],
  ],
  ['no message', 'at least one', []],
  ['a beginning of the assistant', 'first message', [claude(text()), HI]],
  ['an end of the assistant', 'prefill', [HI, claude(text())]],
  ['an empty message', 'non-empty content', [user()]],
  ['an empty text', 'non-empty', [user(text(' '))]],
  ['a call at the end', 'without `tool_result`', [HI, claude(call('a')), HI]],
  ['a result behind text', 'without `tool_result`', [HI, claude(call('a')), user(text(), result('a'))]],
  ['a result without a call', 'unexpected `tool_use_id`', [user(result('a'))]],
  [
    'a late result',
    'unexpected',
    [HI, claude(call('a')), user(result('a')), claude(text()), user(result('a'))],
  ],
  ['two results', 'single result', [HI, claude(call('a')), user(result('a'), result('a'))]],
  ['one id twice', 'must be unique', [HI, claude(call('a'), call('a')), user(result('a'))]],
  ['an id with other signs', 'match pattern', [HI, claude(call('a:0')), user(result('a:0'))]],
  ['unsealed thinking', 'signature', [HI, claude({ type: 'thinking', thinking: 'Hm', signature: '' }), HI]],
  ['hidden thinking of nothing', 'data', [HI, claude({ type: 'redacted_thinking', data: '' }), HI]],
  ['an image of the assistant', 'cannot be in', [HI, claude({ type: 'image' }), HI]],
  ['a call of the user', 'cannot be in', [user(call('a'))]],
])('M25 Anthropic and %s: %s', (_, words, messages) => {
  expect(refusal('/v1/messages', { messages })).toContain(words);
});

const said = (role: string, words = 'Hi') => ({
  type: 'message',
  role,
  content: [{ type: 'x', text: words }],
});
const fn = (call_id: string) => ({ type: 'function_call', call_id, name: 'look', arguments: '{}' });
const out = (call_id: string) => ({ type: 'function_call_output', call_id, output: '' });
const REASONING = { type: 'reasoning', id: 'rs_1', summary: [] };

test.each<[string, string, object[]]>([
  ['a history in order', 'taken', [said('user'), REASONING, said('assistant'), fn('a'), out('a')]],
  ['no item', 'Missing required', []],
  ['a call without an output', 'No tool output found', [said('user'), fn('a'), said('user')]],
  ['an output without a call', 'No tool call found', [said('user'), out('a')]],
  ['an output before its call', 'No tool call found', [out('a'), fn('a')]],
  ['two outputs', 'No tool call found', [fn('a'), out('a'), out('a')]],
  ['one id twice', 'Duplicate', [fn('a'), fn('a'), out('a')]],
  ['an empty message', 'empty array', [{ type: 'message', role: 'user', content: [] }]],
  ['an empty text', 'Empty text', [said('user', '')]],
  ['reasoning at the end', 'following item', [said('user'), REASONING]],
  ['reasoning before the user', 'following item', [REASONING, said('user')]],
])('M25 Responses and %s: %s', (_, words, input) => {
  expect(refusal('/v1/responses', { input })).toContain(words);
});

const asks = (content: unknown = 'Hi') => ({ role: 'user', content });
const calls = (...ids: string[]) => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'look', arguments: '{}' } })),
});
const tool = (tool_call_id: string) => ({ role: 'tool', tool_call_id, content: '' });

test.each<[string, string, object[]]>([
  ['a history in order', 'taken', [asks(), calls('a', 'b'), tool('b'), tool('a'), asks([text()])]],
  ['no message', 'empty array', []],
  ['a call at the end', 'must be followed', [asks(), calls('a')]],
  ['a call before words', 'must be followed', [asks(), calls('a'), asks(), tool('a')]],
  ['one result of two', 'Missing: b', [asks(), calls('a', 'b'), tool('a'), asks()]],
  ['a result without a call', 'must be a response to a preceding', [asks(), tool('a')]],
  ['two results', 'must be a response', [asks(), calls('a'), tool('a'), tool('a')]],
  ['one id twice', 'Duplicate', [asks(), calls('a', 'a'), tool('a')]],
  ['an empty question', "Invalid value for 'content'", [asks('')]],
  ['a question without parts', "Invalid value for 'content'", [asks([])]],
  ['an empty part', "Invalid value for 'content'", [asks([text('')])]],
  ['an empty answer', "Invalid value for 'content'", [asks(), { role: 'assistant', content: null }]],
])('M25 Chat Completions and %s: %s', (_, words, messages) => {
  expect(refusal('/v1/chat/completions', { messages })).toContain(words);
});

const turn = (role: string, ...parts: object[]) => ({ role, parts });
const asked = turn('user', { text: 'Hi' });
const functionCall = (id?: string) => ({ functionCall: { id, name: 'look', args: {} } });
const response = (id?: string, name = 'look') => ({ functionResponse: { id, name, response: {} } });

test.each<[string, string, object[]]>([
  [
    'a history in order',
    'taken',
    [asked, turn('model', functionCall(), functionCall()), turn('user', response(), response()), asked],
  ],
  ['a seal on nothing', 'taken', [asked, turn('model', { text: '', thoughtSignature: 'x' })]],
  ['no turn', 'not specified', []],
  ['a turn without parts', 'must not be empty', [turn('user')]],
  ['an empty text', "required oneof field 'data'", [turn('user', { text: '' })]],
  ['a call at the end', 'number of function response parts', [asked, turn('model', functionCall())]],
  [
    'one response of two',
    'number of function response parts',
    [asked, turn('model', functionCall('a'), functionCall('b')), turn('user', response('a'))],
  ],
  [
    'a call before words',
    'number of function response parts',
    [asked, turn('model', functionCall()), asked, turn('user', response())],
  ],
  ['a response without a call', 'immediately after a function call', [asked, turn('user', response())]],
  ['a response at the beginning', 'immediately after a function call', [turn('user', response())]],
  [
    'a call behind a turn of the model',
    'immediately after a user turn',
    [asked, turn('model', { text: 'x' }), turn('model', functionCall()), turn('user', response())],
  ],
  [
    'a response to another call',
    'id and name',
    [asked, turn('model', functionCall('a')), turn('user', response('b'))],
  ],
  [
    'a response of another function',
    'id and name',
    [asked, turn('model', functionCall('a')), turn('user', response('a', 'hear'))],
  ],
])('M25 Gemini and %s: %s', (_, words, contents) => {
  expect(refusal('/v1beta/models/m:streamGenerateContent?alt=sse', { contents })).toContain(words);
});

test('M25 a refusal has the form of its service, and other requests are not looked at', () => {
  expect(JSON.parse(refusal('/v1/messages', { messages: [] }))).toMatchObject({
    type: 'error',
    error: { type: 'invalid_request_error' },
  });
  expect(JSON.parse(refusal('/x:generateContent', { contents: [] }))).toMatchObject({
    error: { code: 400, status: 'INVALID_ARGUMENT' },
  });
  expect(JSON.parse(refusal('/chat/completions', { messages: [] }))).toMatchObject({
    error: { type: 'invalid_request_error' },
  });
  expect(refusal('/v1/models?limit=1000', {})).toBe('taken');
});
