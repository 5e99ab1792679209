import { createUIMessageStream, readUIMessageStream, type UIMessage, type UIMessageChunk } from 'ai';
import type { UIMessageChunk as NewestChunk } from 'ai-7';
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

/** The chunks that version 6 knows. */
const olderChunks = (events: readonly RunEvent[]): UIMessageChunk[] =>
  project(events).flatMap((chunk) => (chunk.type === 'reset-step' ? [] : [chunk]));

/** Reads our stream with the AI SDK itself. It throws on a piece that it does not expect. */
async function read(
  events: readonly RunEvent[],
): Promise<{ message: UIMessage | undefined; errors: string[] }> {
  // Assignable without a cast: the chunks are the AI SDK's own, and `reset-step` is one of version 7.
  const newest: NewestChunk[] = project(events);
  const chunks = olderChunks(events);
  expect(chunks).toEqual(newest);
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
  const chunks = olderChunks(events);
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

const ASKED = { tool: 'act', input: {}, args_hash: 'h' };
const asks = (id: string): RunEvent => ({
  type: 'approval_request',
  approval_id: `ask-${id}`,
  tool_use_id: id,
  ...ASKED,
});
const decides = (id: string, type: 'approve' | 'reject'): RunEvent => ({
  type: 'approval_decision',
  approval_id: `ask-${id}`,
  tool_use_id: id,
  decision: { type },
  by: 'me',
});
const acts = (number: number, ...ids: readonly string[]): RunEvent[] => [
  step(number),
  begin(`m${number}`),
  ...ids.flatMap((id, index) => call(index, id, '{}')),
  ...end('tool_use'),
  ...ids.map(asks),
];
/** Two waits, of which the first has two calls. */
const TWO_WAITS: readonly RunEvent[] = [
  ...acts(1, 'a', 'b'),
  decides('a', 'reject'),
  ...work(2, 'a', 'no', true),
  decides('b', 'approve'),
  ...work(3, 'b', 'done'),
  ...acts(2, 'c'),
  decides('c', 'approve'),
  ...work(1, 'c', 'done'),
  step(3),
  begin('m3'),
  ...text(0, 'Over.'),
  ...end('end_turn'),
  { type: 'complete' },
];
const known = log(TWO_WAITS);

test('C291 a stream ends where the run only waits for calls, and the next ones tell the rest, each part once', () => {
  const whole = known.flatMap(toAiSdkStream({ messageId: 'run' }));
  const ends = new Set<number>();
  for (const { seq } of known) {
    const told = known.slice(0, seq).flatMap(toAiSdkStream({ endsAt: (at) => at === seq }));
    if (told.at(-1)?.type === 'finish' && seq < known.length) ends.add(seq);
  }
  const waits = known.flatMap(({ type, seq }, i) =>
    type === 'approval_request' && known[i + 1]?.type !== 'approval_request' ? [seq] : [],
  );
  // After the rejection, the call beside it still waits; its result may come before the next decision.
  expect([...ends]).toEqual(expect.arrayContaining(waits));
  const [first = 0, second = 0] = waits;
  const bare = (chunks: readonly AiSdkChunk[]): AiSdkChunk[] =>
    chunks.filter(({ type }) => type !== 'start' && type !== 'finish' && type !== 'finish-step');
  const one = known.slice(0, first).flatMap(toAiSdkStream({ messageId: 'run', endsAt: (at) => at >= first }));
  const two = known
    .slice(0, second)
    .flatMap(toAiSdkStream({ messageId: 'run', endsAt: (at) => at >= second, answered: ['ask-a', 'ask-b'] }));
  const three = known.flatMap(
    toAiSdkStream({ messageId: 'run', endsAt: (at) => at >= known.length, answered: ['ask-c'] }),
  );
  expect([...one, ...two, ...three].flatMap((chunk) => bare([chunk]))).toEqual(bare(whole));
  for (const part of [one, two]) {
    expect(part[0]).toEqual({ type: 'start', messageId: 'run' });
    expect(part.slice(-2)).toEqual([{ type: 'finish-step' }, { type: 'finish', finishReason: 'tool-calls' }]);
  }
  expect(three.at(-1)).toEqual({ type: 'finish', finishReason: 'stop' });
});

test('C291 a stream does not end while anything else happens, nor for what the reader can not decide', () => {
  const endsAt = (): boolean => true;
  const limit = {
    ...ASKED,
    type: 'approval_request',
    approval_id: 'l',
    tool_use_id: '',
    limit: { steps: 9 },
  };
  const inside = { ...asks('x'), span_id: 'a' };
  for (const events of [
    // A call beside it works, the message still comes, a sub-agent asks, a run asks whether it goes on.
    [...acts(1, 'a'), ...call(1, 'b', '{}'), { type: 'tool_start', tool_use_id: 'b', tool: 'act' }],
    [step(1), begin('m'), ...call(0, 'a', '{}'), asks('a')],
    // Another call has not been asked about yet.
    [step(1), begin('m'), ...call(0, 'a', '{}'), ...call(1, 'b', '{}'), ...end('tool_use'), asks('a')],
    [step(1), begin('m'), ...call(0, 'a', '{}'), ...end('tool_use'), inside],
    [step(1), begin('m'), ...text(0, 'x'), ...end('end_turn'), limit],
  ]) {
    const stream = toAiSdkStream({ endsAt });
    const told = log(events as RunEvent[]).map((event) => stream(event));
    expect(told.at(-1)?.some(({ type }) => type === 'finish')).toBe(false);
  }
});

test('C291 input that is asked about and that the model did not write is told first', () => {
  const other: RunEvent = { ...asks('a'), input: { safe: true } } as RunEvent;
  const told = project([step(1), begin('m'), ...call(0, 'a', '{}'), ...end('tool_use'), other]);
  expect(told.slice(-2)).toEqual([
    { type: 'tool-input-available', toolCallId: 'a', toolName: 'act', input: { safe: true } },
    { type: 'tool-approval-request', approvalId: 'ask-a', toolCallId: 'a' },
  ]);
});

test('C294 a reader of version 7 is told that a step begins again, and reads on', () => {
  const events: RunEvent[] = [
    ...[step(1), begin('m1'), ...text(0, 'First.'), ...end('tool_use')],
    ...[step(2), begin('lost'), ...text(0, 'lost').slice(0, -1)],
    ...[step(2, 2), begin('m2'), ...text(0, 'Second.'), ...end('end_turn'), { type: 'complete' } as const],
  ];
  const told = log(events).flatMap(toAiSdkStream({ version: 7 }));
  const from = told.findIndex(({ type }) => type === 'reset-step');
  expect(told.slice(from, from + 4)).toEqual([
    { type: 'reset-step' },
    { type: 'text-start', id: '2:0' },
    { type: 'text-delta', id: '2:0', delta: 'Second.' },
    { type: 'text-end', id: '2:0' },
  ]);
  expect(told.filter(({ type }) => type === 'error')).toEqual([]);
  expect(told.filter(({ type }) => type === 'start-step')).toHaveLength(2);
});
