import type { ChatEvent } from '@millrace/engine/run';
import { expect, test } from 'vitest';
import { applyChatEvent, endingOf, missingWords, NOTHING_YET, type Streaming } from './general-chat-state.ts';

const after = (...events: readonly ChatEvent[]): Streaming => events.reduce(applyChatEvent, NOTHING_YET);
const start = (id: string, tool = 'look_up'): ChatEvent => ({
  type: 'tool_start',
  tool,
  tool_use_id: id,
  input: { of: id },
});
const progress = (id: string, message: string): ChatEvent => ({
  ...{ type: 'tool_progress', tool: 'look_up', tool_use_id: id, message },
  ...{ stage: 's', progress: null, data: null },
});
const done = (id: string, index: number): ChatEvent => ({
  type: 'tool_complete',
  tool: 'look_up',
  tool_use_id: id,
  index,
});
const text = (piece: string): ChatEvent => ({ type: 'text_delta', text: piece });

test('C22 a status stands until there is text or a call is over', () => {
  const thinking = after({ type: 'status', message: 'Thinking...' });
  expect(thinking.status).toBe('Thinking...');
  expect(applyChatEvent(thinking, text('Hi'))).toMatchObject({ status: null, text: 'Hi' });
  expect(after(start('a')).status).toBe('Running look_up...');
  expect(after(start('a'), done('a', 0))).toMatchObject({ status: null, active: [] });
});

test('C22 two calls of one tool at once keep their own progress, and the other goes on when one is over', () => {
  const both = after(
    start('a'),
    start('b'),
    progress('a', 'one'),
    progress('b', 'two'),
    progress('a', 'three'),
  );
  const messages = both.active.map(({ updates }) => updates.map(({ message }) => message));
  expect(messages).toEqual([['one', 'three'], ['two']]);
  const left = applyChatEvent(both, done('b', 0));
  expect(left.active.map(({ id }) => id)).toEqual(['a']);
  expect(left.status).toBe('Running look_up...');
  expect(left.history).toMatchObject([{ tool_name: 'look_up', input: { of: 'b' }, tool_use_id: 'b' }]);
});

test('C28 an event that does not name its call is about the first one of that tool', () => {
  const both = after(start('a'), start('b'), start('c', 'other'), progress('', 'one'));
  expect(both.active.map(({ updates }) => updates.length)).toEqual([1, 0, 0]);
  const left = applyChatEvent(both, done('', 0));
  expect(left.active.map(({ id }) => id)).toEqual(['b', 'c']);
  expect(left.history).toMatchObject([{ tool_name: 'look_up', input: { of: 'a' } }]);
  // Nor does the start of a call have to.
  const nameless = after(start(''), start('', 'other'), done('', 0));
  expect(nameless.active.map(({ toolName }) => toolName)).toEqual(['other']);
  expect(nameless.history.map(({ tool_use_id }) => tool_use_id)).toEqual(['0']);
});

test('C22 replaced text takes the calls of the attempt that was given up with it', () => {
  const said = after(
    start('a'),
    text('[[tool:0]]'),
    done('a', 0),
    text('more'),
    start('b'),
    text('[[tool:1]]'),
  );
  const again = applyChatEvent(applyChatEvent(said, done('b', 1)), {
    type: 'status',
    message: 'Again...',
    replace_text: '[[tool:0]]\n\n',
  });
  expect(again).toMatchObject({ text: '[[tool:0]]\n\n', status: 'Again...', active: [] });
  expect(again.history.map(({ tool_use_id }) => tool_use_id)).toEqual(['a']);
});

const again = (words: string): ChatEvent => ({
  ...{ type: 'status', message: 'Again...', replace_text: 'So: ' },
  replaced: { cause: 'restart', text: words },
});

test('C274 words that a restart took away are kept unless they come again', () => {
  const said = after(text('So: '), text('ten per'), again('ten per'), text('nine.'));
  const lost = [{ cause: 'restart', text: 'ten per' }];
  expect(missingWords(said)).toEqual(lost);
  for (const end of [{ type: 'cancelled' }, { type: 'error', message: 'No', code: 'x', retryable: false }])
    expect(endingOf(said, end as ChatEvent)).toMatchObject({ content: 'So: nine.', earlier: lost });
  const same = after(text('So: '), text('ten per'), again('ten per'), text('ten percent.'));
  expect(missingWords(same)).toEqual([]);
  expect(endingOf(same, { type: 'cancelled' })).not.toHaveProperty('earlier');
});

test('C22 what the end says holds; without it, what has come does', () => {
  const said = after(text('partial'));
  const payload = { message: 'whole', tool_history: [], custom_payload: { type: 'tool_history', data: [] } };
  expect(endingOf(said, { type: 'complete', payload })).toMatchObject({
    content: 'whole',
    status: 'completed',
  });
  // @ts-expect-error: a server of another make
  expect(endingOf(said, { type: 'complete', payload: { suggested_values: 1 } })).toEqual({
    content: 'partial',
    status: 'completed',
  });
  expect(endingOf(said, { type: 'error', message: 'No', code: 'x', retryable: false })).toMatchObject({
    content: 'partial',
    status: 'failed',
    error: 'No',
  });
  expect(endingOf(said, { type: 'cancelled' })).toMatchObject({ content: 'partial', status: 'cancelled' });
  expect(endingOf(said, text('x'))).toBeUndefined();
});

test('C41 the end of an answer brings its stop; one that makes no sense is none', () => {
  const end = (stop: unknown) =>
    // A server of another make may send anything.
    endingOf(NOTHING_YET, { type: 'complete', payload: { message: 'x', stop } as never })?.stop;
  const details = { type: 'refusal', explanation: 'No.' };
  expect(end({ reason: 'refusal', details })).toEqual({ reason: 'refusal', details });
  expect(end({ reason: 'sleepy' })).toEqual({
    reason: 'other',
    details: { type: 'other', reason: 'sleepy' },
  });
  for (const nonsense of [undefined, null, 7, 'x', [], {}, { reason: 7 }, { reason: 'end_turn' }])
    expect(end(nonsense)).toBeUndefined();
});
