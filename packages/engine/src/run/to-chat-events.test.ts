import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countLooks } from '../../../../fixtures/count-looks.ts';
import { begin, call, end, log, step, TOOL_RUN, text, work } from '../../../../fixtures/sample-run.ts';
import type { StopDetails } from '../message/stop-reason.ts';
import type { ChatEvent } from './chat-events.ts';
import type { RunEvent } from './run-events.ts';
import { toChatEvents } from './to-chat-events.ts';

const project = (events: readonly RunEvent[]): ChatEvent[] => log(events).flatMap(toChatEvents());

/** The text that a reader has in the end. */
function shown(events: readonly ChatEvent[]): string {
  let collected = '';
  for (const event of events) {
    if (event.type === 'text_delta') collected += event.text;
    if (event.type === 'status' && event.replace_text !== undefined) collected = event.replace_text;
  }
  return collected;
}

const payloadOf = (events: readonly ChatEvent[]) => {
  const last = events.at(-1);
  return last?.type === 'complete' ? last.payload : undefined;
};

test('C1 a run becomes the eight events of a chat, each tool event with its call', () => {
  expect(project(TOOL_RUN)).toEqual([
    { type: 'status', message: 'Thinking...' },
    { type: 'text_delta', text: 'Let me' },
    { type: 'text_delta', text: ' search.' },
    { type: 'tool_start', tool: 'search', input: { q: 'rain' }, tool_use_id: 'c1' },
    {
      type: 'tool_progress',
      tool: 'search',
      tool_use_id: 'c1',
      stage: 'searching',
      message: 'Found 15...',
      progress: 0.5,
      data: null,
    },
    { type: 'text_delta', text: '\n\n[[tool:0]]\n\n' },
    { type: 'tool_complete', tool: 'search', index: 0, tool_use_id: 'c1' },
    { type: 'status', message: 'Thinking...' },
    { type: 'text_delta', text: 'It' },
    { type: 'text_delta', text: ' rains.' },
    {
      type: 'complete',
      payload: {
        message: 'Let me search.\n\n[[tool:0]]\n\nIt rains.',
        tool_history: [
          { tool_name: 'search', input: { q: 'rain' }, output: 'Found 5 articles', tool_use_id: 'c1' },
        ],
        custom_payload: {
          type: 'tool_history',
          data: [
            { tool_name: 'search', input: { q: 'rain' }, output: 'Found 5 articles', tool_use_id: 'c1' },
          ],
        },
      },
    },
  ]);
});

test('C1 an error and a cancel end the stream and keep the text', () => {
  const error = { type: 'error', message: 'Too many', code: 'rate_limited', retryable: true } as const;
  expect(project([step(1), begin('m'), ...text(0, 'kept ['), error]).slice(-2)).toEqual([
    { type: 'text_delta', text: '[' },
    error,
  ]);
  expect(project([step(1), { type: 'cancelled' }]).at(-1)).toEqual({ type: 'cancelled' });
});

test('C295 a call that waits for a person is a status with all that a decision needs', () => {
  const request = { approval_id: 'a', tool_use_id: 'c1', tool: 'search', input: {}, args_hash: 'h' };
  expect(project([{ type: 'approval_request', ...request }])).toEqual([
    { type: 'status', message: 'Waiting for you to approve search...', asks: request },
  ]);
});

test('C2 several tools have markers in the order in which they were done, with their own entries', () => {
  const events = project([
    step(1),
    begin('m'),
    ...call(0, 'c1', '{"q":"a"}'),
    ...call(1, 'c2', '{"q":"b"}'),
    ...work(2, 'c2', { found: 2 }),
    ...work(3, 'c1', 'nothing', true),
    { type: 'complete' },
  ]);
  expect(payloadOf(events)).toMatchObject({
    message: '[[tool:0]]\n\n[[tool:1]]\n\n',
    tool_history: [
      { tool_use_id: 'c2', output: { found: 2 } },
      { tool_use_id: 'c1', output: 'nothing', is_error: true },
    ],
  });
  const completed = events.flatMap((event) => (event.type === 'tool_complete' ? [event] : []));
  expect(completed.map(({ index, tool_use_id }) => [index, tool_use_id])).toEqual([
    [0, 'c2'],
    [1, 'c1'],
  ]);
});

test('C2 the history holds what really ran, also when a person changed it', () => {
  const edited: RunEvent = { type: 'tool_start', tool: 'search', tool_use_id: 'c1', input: { q: 'snow' } };
  const [, ...rest] = work(1, 'c1', 'x');
  const events = project([
    step(1),
    begin('m'),
    ...call(0, 'c1', '{"q":"rain"}'),
    edited,
    ...rest,
    { type: 'complete' },
  ]);
  expect(payloadOf(events)?.tool_history).toMatchObject([{ input: { q: 'snow' } }]);
  const untold = project([
    step(1),
    begin('m'),
    ...call(0, 'c1', '{"q":"rain"}'),
    ...rest,
    { type: 'complete' },
  ]);
  expect(payloadOf(untold)?.tool_history).toMatchObject([{ input: { q: 'rain' } }]);
});

test('C267 the payload of the app stands beside the history, and suggestions pass', () => {
  const custom_payload = { type: 'schema_proposal', data: { tables: 2 } };
  const suggested_values = [{ label: 'Yes', value: 'yes' }];
  const suggested_actions = [
    { label: 'Apply', action: 'apply', handler: 'server', style: 'primary' },
  ] as const;
  const events = project([
    step(1),
    begin('m'),
    ...work(0, 'c1', 'x'),
    { type: 'complete', custom_payload, suggested_values, suggested_actions },
  ]);
  expect(payloadOf(events)).toMatchObject({ custom_payload, suggested_values, suggested_actions });
  expect(payloadOf(events)?.tool_history).toHaveLength(1);
});

test('C268 a marker that the model wrote itself is escaped, however it is cut', () => {
  const said = 'Use [[tool:0]] or [[tool:x]] or [[[tool:12]]] [';
  const safe = 'Use [\\[tool:0]] or [[tool:x]] or [[\\[tool:12]]] [';
  fc.assert(
    fc.property(fc.array(fc.nat({ max: said.length }), { maxLength: 8 }), fc.boolean(), (cuts, blocks) => {
      const ends = [...cuts, said.length].sort((a, b) => a - b);
      const pieces = ends.map((to, i) => said.slice(ends[i - 1] ?? 0, to));
      // Also when a marker is cut between two blocks.
      const spoken = blocks ? pieces.flatMap((piece, i) => text(i, piece)) : text(0, ...pieces);
      const events = project([step(1), begin('m'), ...spoken, { type: 'complete' }]);
      expect(shown(events)).toBe(safe);
    }),
  );
});

test('C265 when a step restarts, readers are told all text that still holds', () => {
  const events = project([
    step(1),
    begin('m1'),
    ...text(0, 'First.'),
    ...work(1, 'c1', 'x'),
    step(2),
    begin('m2'),
    ...text(0, 'lost [[to'),
    step(2, 2),
    begin('m3'),
    ...text(0, 'ol:0]] Second.'),
    ...end('end_turn'),
    { type: 'complete' },
  ]);
  const again = events.find((event) => event.type === 'status' && event.replace_text !== undefined);
  expect(again).toMatchObject({ replace_text: 'First.\n\n[[tool:0]]\n\n' });
  expect(payloadOf(events)?.message).toBe('First.\n\n[[tool:0]]\n\nol:0]] Second.');
  expect(shown(events)).toBe(payloadOf(events)?.message);
});

test('C267 what a reader has collected is the message in the end', () => {
  const piece = fc.constantFrom('a', '[', '[[', 'tool:', '0', ']]', '\n\n', ' ');
  const spoken = fc.array(piece, { maxLength: 6 });
  fc.assert(
    fc.property(fc.array(fc.tuple(spoken, fc.boolean(), fc.boolean()), { maxLength: 5 }), (steps) => {
      const events = steps.flatMap(([pieces, again, tool], i): RunEvent[] => [
        ...(again ? [step(i + 1), begin('x'), ...text(0, 'lost [['), ...work(1, 'lost', 'x')] : []),
        step(i + 1, again ? 2 : 1),
        begin('m'),
        ...text(0, ...pieces),
        ...(tool ? work(1, `c${i}`, 'x') : []),
      ]);
      const projected = project([...events, { type: 'complete' }]);
      const payload = payloadOf(projected);
      expect(shown(projected)).toBe(payload?.message);
      // Each marker has its entry, and each entry its marker.
      const markers = Array.from(payload?.message.matchAll(/\[\[tool:(\d+)\]\]/g) ?? [], ([, n]) =>
        Number(n),
      );
      expect(markers).toEqual(payload?.tool_history.map((_, i) => i));
    }),
  );
});

const END: readonly RunEvent[] = [...end('end_turn'), { type: 'complete' }];

test('C2 a call that is over while a text is written has its marker behind that text', () => {
  const said = text(1, 'Mean', 'while.');
  const early = [step(1), begin('m'), ...call(0, 'c1', '{}'), ...said.slice(0, 2), ...work(2, 'c1', 'ok')];
  const events = project([...early, ...said.slice(2), ...END]);
  expect(shown(events)).toBe('Meanwhile.\n\n[[tool:0]]\n\n');
  expect(payloadOf(events)?.tool_history).toHaveLength(1);
});

test('C2 what sub-agents do is not in the chat, what they ask is', () => {
  const inside = [step(1), begin('n'), ...text(0, 'Hidden.')].map((event) => ({ ...event, span_id: 'c1' }));
  const ask = {
    type: 'approval_request',
    approval_id: 'a',
    tool_use_id: 'x',
    tool: 'send',
    input: {},
    args_hash: 'h',
    span_id: 'c1',
  } as const;
  const events = project([step(1), begin('m'), ...call(0, 'c1', '{}'), ...inside, ask, ...END]);
  expect(shown(events)).toBe('');
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'status', message: 'Waiting for you to approve send...' }),
  );
});

test('A477 the message of a run that goes on with a call is its result: it has no marker', () => {
  const begun = { type: 'tool_start', tool: 'search', input: {}, tool_use_id: 'c1' } as const;
  const over = { type: 'tool_complete', tool: 'search', tool_use_id: 'c1' } as const;
  const events = project([begun, over, step(1), begin('m'), ...text(0, 'Result.'), ...END]);
  expect(shown(events)).toBe('Result.');
});

const stopped = (reason: string, stop_details?: StopDetails): RunEvent[] => [
  step(1),
  begin('m'),
  ...text(0, 'So far'),
  { type: 'message_delta', delta: { stop_reason: reason, ...(stop_details && { stop_details }) } },
  { type: 'message_stop' },
  { type: 'complete' },
];

test('C41 the end of a chat tells why the model stopped, where it had not simply said all', () => {
  const details: StopDetails = { type: 'refusal', category: 'cyber', explanation: 'No.' };
  expect(payloadOf(project(stopped('refusal', details)))?.stop).toEqual({ reason: 'refusal', details });
  expect(payloadOf(project(stopped('max_tokens')))?.stop).toEqual({ reason: 'max_tokens' });
  for (const usual of ['end_turn', 'tool_use', 'stop_sequence', 'cut', 'cancelled'])
    expect(payloadOf(project(stopped(usual)))).not.toHaveProperty('stop');
});

test('C41 only the newest message says how an answer ended', () => {
  const [, ...first] = stopped('max_tokens').slice(0, -1);
  const events = project([step(1), ...first, step(2), begin('n'), ...text(0, 'Done.'), ...END]);
  expect(payloadOf(events)).not.toHaveProperty('stop');
});

test('R20 a call that is over costs a chat the same, however many calls were before it', () => {
  const looks = (calls: number): number => {
    const events: RunEvent[] = [step(1), begin('m')];
    for (let i = 0; i < calls; i++)
      events.push(...call(2 * i, `c${i}`, '{}'), ...work(2 * i + 1, `c${i}`, 'dry'));
    const lines = log(events);
    const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0);
    const chat = toChatEvents();
    return countLooks(
      (patch) => {
        for (const name of ['find', 'flatMap', 'concat'] as const)
          patch(Array.prototype, name, (_result, list) => lengthOf(list));
      },
      () => {
        for (const line of lines) chat(line);
      },
    );
  };
  expect(looks(200)).toBeLessThanOrEqual(2.2 * looks(100) + 100);
});
