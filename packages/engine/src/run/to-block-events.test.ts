import { expect, test } from 'vitest';
import { begin, log, step, TOOL_RUN, text } from '../../../../fixtures/sample-run.ts';
import type { ChatMessage } from '../message/message.ts';
import { createMessageReconstructor } from '../message/message-reconstructor.ts';
import { applyRunEvent, createRunState } from './apply-run-event.ts';
import type { RunEvent } from './run-events.ts';
import { toBlockEvents } from './to-block-events.ts';

/** The messages that a reader of the block stream has in the end. */
function read(events: readonly RunEvent[]) {
  const messages: ChatMessage[] = [];
  const errors: string[] = [];
  const reader = createMessageReconstructor({
    onMessageUpdate(message) {
      if (message === null) return;
      if (messages.at(-1)?.id !== message.id) messages.push(message);
      messages[messages.length - 1] = message;
    },
    onError: ({ message }) => errors.push(message),
  });
  for (const event of log(events).flatMap(toBlockEvents())) reader.processSSEEvent(event);
  reader.handleSSEClose();
  return { messages, errors };
}

test('C6 the reconstructor rebuilds the messages of a run, with the results of their calls', () => {
  const { messages, errors } = read(TOOL_RUN);
  const folded = log(TOOL_RUN).reduce(applyRunEvent, createRunState());
  expect(errors).toEqual([]);
  expect(messages).toEqual(folded.steps.map(({ message }) => message));
  expect(messages[0]?.content[3]).toMatchObject({ type: 'tool_result', content: 'Found 5 articles' });
});

test('C265 a restarted step is read as a fresh message', () => {
  const { messages } = read([
    step(1),
    begin('old'),
    ...text(0, 'lost'),
    { type: 'message_stop' },
    step(1, 2),
    begin('new'),
    ...text(0, 'kept'),
    { type: 'message_stop' },
    { type: 'complete' },
  ]);
  expect(messages.map(({ id, status }) => [id, status])).toEqual([
    ['old', 'in_progress'],
    ['new', 'completed'],
  ]);
});

test('C6 a run that ends badly is read as such', () => {
  const half = [step(1), begin('m'), ...text(0, 'kept')];
  expect(read([...half, { type: 'cancelled' }]).messages[0]).toMatchObject({
    status: 'cancelled',
    content: [{ text: 'kept' }],
  });
  const failed = read([...half, { type: 'error', message: 'Gone', code: 'network', retryable: true }]);
  expect(failed.messages[0]).toMatchObject({ status: 'failed', error: { code: 'network' } });
  expect(failed.errors).toEqual(['Gone']);
});

test('C6 a tool that is still at work keeps its message open', () => {
  const half = TOOL_RUN.slice(0, TOOL_RUN.findIndex(({ type }) => type === 'tool_start') + 1);
  const types = log(half)
    .flatMap(toBlockEvents())
    .map(({ type }) => type);
  expect(types).not.toContain('message_stop');
});

test('C41 a message of the block stream has the reason and the details of its stop', () => {
  const stop_details = { type: 'content_filter', reason: 'SAFETY', explanation: 'No.' } as const;
  const { messages } = read([
    step(1),
    begin('m'),
    ...text(0, 'So far'),
    { type: 'message_delta', delta: { stop_reason: 'refusal', stop_details } },
    { type: 'message_stop' },
    { type: 'complete' },
  ]);
  expect(messages[0]).toMatchObject({ finishReason: 'refusal', stopDetails: stop_details });
});
