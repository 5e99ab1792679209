import { createUIMessageStream, readUIMessageStream, type UIMessage, type UIMessageChunk } from 'ai';
import { expect, test } from 'vitest';
import {
  begin,
  call,
  end,
  log,
  step,
  TOOL_RUN,
  text,
  thinking,
  work,
} from '../../../../fixtures/sample-run.ts';
import type { AiSdkChunk } from './ai-sdk-chunks.ts';
import { applyRunEvent, createRunState, runStop } from './apply-run-event.ts';
import type { RunEvent } from './run-events.ts';
import { toAiSdkStream } from './to-ai-sdk-stream.ts';
import { withoutOldAttempts } from './without-old-attempts.ts';

const project = (events: readonly RunEvent[]): AiSdkChunk[] =>
  log(events).flatMap(toAiSdkStream({ messageId: 'run' }));

/** Reads our stream with the AI SDK itself. It throws on a piece that it does not expect. */
async function read(
  events: readonly RunEvent[],
): Promise<{ message: UIMessage | undefined; errors: string[] }> {
  // Assignable without a cast: the chunks are the AI SDK's own.
  const chunks: UIMessageChunk[] = project(events);
  const errors: string[] = [];
  let message: UIMessage | undefined;
  const stream = new ReadableStream<UIMessageChunk>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  for await (const state of readUIMessageStream({ stream, onError: (error) => errors.push(String(error)) })) {
    message = state;
  }
  return { message, errors };
}

test('C6 the AI SDK reads text, reasoning, a streamed input and a result', async () => {
  const { message, errors } = await read(TOOL_RUN);
  expect(errors).toEqual([]);
  expect(message).toMatchObject({
    id: 'run',
    role: 'assistant',
    parts: [
      { type: 'step-start' },
      { type: 'reasoning', text: 'Search first.', state: 'done' },
      { type: 'text', text: 'Let me search.', state: 'done' },
      {
        type: 'tool-search',
        toolCallId: 'c1',
        state: 'output-available',
        input: { q: 'rain' },
        output: 'Found 5 articles',
      },
      { type: 'step-start' },
      { type: 'text', text: 'It rains.', state: 'done' },
    ],
  });
});

test('C6 failed inputs, failed tools, refusals and questions are told as the AI SDK tells them', async () => {
  const request = { approval_id: 'a1', tool_use_id: 'c3', tool: 'search', input: {}, args_hash: 'h' };
  const { message, errors } = await read([
    step(1),
    begin('m'),
    ...call(0, 'c1', '{"q":'),
    ...call(1, 'c2', '{}'),
    ...call(2, 'c3', '{}'),
    ...work(3, 'c2', { reason: 'no network' }, true),
    { type: 'approval_request', ...request },
    {
      type: 'approval_decision',
      approval_id: 'a1',
      tool_use_id: 'c3',
      decision: { type: 'reject' },
      by: 'me',
    },
    { type: 'complete', suggested_values: [{ label: 'Yes', value: 'yes' }] },
  ]);
  expect(errors).toEqual([]);
  expect(message?.parts).toMatchObject([
    { type: 'step-start' },
    { toolCallId: 'c1', state: 'output-error', errorText: expect.stringContaining('not valid JSON') },
    { toolCallId: 'c2', state: 'output-error', errorText: '{"reason":"no network"}' },
    { toolCallId: 'c3', state: 'output-denied' },
    { type: 'data-suggestions', data: { suggested_values: [{ value: 'yes' }] } },
  ]);
});

test('C290 the AI SDK shows a rejected call as denied and the changed input of an edited one', async () => {
  const asked = { tool: 'search', input: {}, args_hash: 'h' };
  const { message, errors } = await read([
    step(1),
    begin('m'),
    ...call(0, 'c1', '{}'),
    ...call(1, 'c2', '{"q":"rain"}'),
    { type: 'approval_request', approval_id: 'a1', tool_use_id: 'c1', ...asked },
    { type: 'approval_request', approval_id: 'a2', tool_use_id: 'c2', ...asked },
    {
      type: 'approval_decision',
      approval_id: 'a1',
      tool_use_id: 'c1',
      decision: { type: 'reject', message: 'Not now.' },
      by: 'me',
    },
    ...work(2, 'c1', 'Not now.', true),
    {
      type: 'approval_decision',
      approval_id: 'a2',
      tool_use_id: 'c2',
      decision: { type: 'edit', edited_action: { name: 'search', args: { q: 'snow' } } },
      by: 'me',
    },
    ...work(3, 'c2', 'It snows.'),
    { type: 'complete' },
  ]);
  expect(errors).toEqual([]);
  expect(message?.parts).toMatchObject([
    { type: 'step-start' },
    { toolCallId: 'c1', state: 'output-denied' },
    { toolCallId: 'c2', state: 'output-available', input: { q: 'snow' }, output: 'It snows.' },
  ]);
});

test('C6 tools of the provider and sources pass', async () => {
  const { message, errors } = await read([
    step(1),
    begin('m'),
    {
      type: 'content_block_start',
      index: 0,
      content_block: { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'rain' } },
    },
    { type: 'content_block_stop', index: 0 },
    {
      type: 'content_block_start',
      index: 1,
      content_block: { type: 'web_search_tool_result', tool_use_id: 's1', content: [{ title: 'Rain' }] },
    },
    { type: 'content_block_stop', index: 1 },
    { type: 'content_block_start', index: 2, content_block: { type: 'text', text: 'Wet.' } },
    {
      type: 'content_block_delta',
      index: 2,
      delta: { type: 'citations_delta', citation: { url: 'https://example.org', title: 'Rain' } },
    },
    { type: 'complete' },
  ]);
  expect(errors).toEqual([]);
  expect(message?.parts).toMatchObject([
    { type: 'step-start' },
    { type: 'tool-web_search', state: 'output-available', input: { query: 'rain' }, providerExecuted: true },
    { type: 'text', text: 'Wet.', state: 'done' },
    { type: 'source-url', url: 'https://example.org', title: 'Rain' },
  ]);
});

test('C6 an error and a cancel close what is open', async () => {
  const half: RunEvent[] = [step(1), begin('m'), ...thinking(0, 'Hm'), ...text(1, 'kept').slice(0, -1)];
  const failed = await read([...half, { type: 'error', message: 'Gone', code: 'network', retryable: true }]);
  expect(failed.errors.join()).toContain('Gone');
  expect(failed.message?.parts.at(-1)).toMatchObject({ type: 'text', text: 'kept', state: 'done' });
  expect(project([...half, { type: 'cancelled' }]).at(-1)).toEqual({ type: 'abort' });
});

test('C6 a piece of a block that the step does not have is not sent: the AI SDK would refuse the stream', async () => {
  const { message, errors } = await read([
    step(1),
    begin('m1'),
    ...text(0, 'open').slice(0, -1),
    step(2),
    begin('m2'),
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'nowhere' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'complete' },
  ]);
  expect(errors).toEqual([]);
  expect(message?.parts).toMatchObject([
    { type: 'step-start' },
    { type: 'text', text: 'open', state: 'done' },
  ]);
});

test('C265 a restart is an error for who was reading, and no trace for who reads again', async () => {
  const events: RunEvent[] = [
    step(1),
    begin('m1'),
    ...text(0, 'First.'),
    ...end('tool_use'),
    step(2),
    begin('lost'),
    ...text(0, 'lost'),
    step(2, 2),
    begin('m2'),
    ...text(0, 'Second.'),
    ...end('end_turn'),
    { type: 'complete' },
  ];
  const chunks = project(events);
  expect(chunks.at(-1)).toMatchObject({ type: 'error' });
  expect(chunks.filter(({ type }) => type === 'error')).toHaveLength(1);
  const again = withoutOldAttempts(log(events));
  const { message, errors } = await read(again);
  expect(errors).toEqual([]);
  expect(message?.parts.filter(({ type }) => type === 'text')).toMatchObject([
    { text: 'First.' },
    { text: 'Second.' },
  ]);
});

/** The AI SDK's own reason why a message is over. */
function finishReasonOf(events: readonly RunEvent[]): Promise<string | undefined> {
  const chunks: UIMessageChunk[] = project(events);
  return new Promise((resolve, reject) => {
    const stream = createUIMessageStream({
      execute: ({ writer }) => {
        for (const chunk of chunks) writer.write(chunk);
      },
      onFinish: ({ finishReason }) => resolve(finishReason),
      onError: (error) => {
        reject(error);
        return String(error);
      },
    });
    void stream.pipeTo(new WritableStream()).catch(reject);
  });
}

test.each([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['tool_use', 'tool-calls'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['refusal', 'content-filter'],
  ['pause_turn', 'other'],
  ['other', 'other'],
  ['a name of the future', 'other'],
  ['constructor', 'other'],
])('C40 an answer that ended with %s is over for the AI SDK with %s', async (reason, told) => {
  const events: RunEvent[] = [step(1), begin('m1'), ...text(0, 'Hi'), ...end(reason), { type: 'complete' }];
  expect(await finishReasonOf(events)).toBe(told);
  const stop = runStop(log(events).reduce(applyRunEvent, createRunState()));
  const data = project(events).filter(({ type }) => type === 'data-stop');
  expect(data).toEqual(stop === undefined ? [] : [{ type: 'data-stop', data: stop }]);
});

test('C40 a log that tells no reason ends as before', () => {
  const events: RunEvent[] = [
    step(1),
    begin('m1'),
    ...text(0, 'Hi'),
    { type: 'message_stop' },
    { type: 'complete' },
  ];
  expect(project(events).at(-1)).toEqual({ type: 'finish' });
});
