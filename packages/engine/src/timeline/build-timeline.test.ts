import type { Message, ToolResultBlockParam } from '@anthropic-ai/sdk/resources/messages';
import type { UIMessage } from 'ai';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isInterruptResult } from '../approval/interrupt-result.ts';
import { approvalInterrupt, askPerson } from '../approval/to-interrupt.ts';
import type { ToolResultBlock, ToolUseBlock } from '../message/message.ts';
import { buildTimeline } from './build-timeline.ts';
import type { MessageContent, ThinkingStep, ToolCallPart } from './message-content.ts';
import { subagentTitle } from './subagent-title.ts';
import type { TimelineGroup, TimelineItem } from './timeline-item.ts';

const times = { start_timestamp: 'a', stop_timestamp: 'b' };
const use = (
  id: string,
  name = 'look',
  more: Partial<ToolUseBlock> & { spanId?: string } = {},
): MessageContent => ({
  type: 'tool_use',
  id,
  name,
  input: { q: id },
  ...times,
  ...more,
});
const result = (id: string, content: unknown = 'ok', is_error = false): ToolResultBlock => ({
  type: 'tool_result',
  id: `r${id}`,
  tool_use_id: id,
  content,
  is_error,
  ...times,
});
const part = (
  toolCallId: string,
  more: Partial<ToolCallPart> & { spanId?: string } = {},
): MessageContent => ({
  type: 'tool-call',
  toolCallId,
  toolName: 'look',
  args: {},
  ...more,
});
const step = (id: string, more: Partial<ThinkingStep> = {}): ThinkingStep => ({
  id,
  title: id,
  status: 'completed',
  ...more,
});
const itemsOf = (groups: readonly TimelineGroup[]): readonly TimelineItem[] =>
  groups.flatMap(({ parent, children }) => [parent, ...children]);
const idsOf = (groups: readonly TimelineGroup[]): readonly string[] => itemsOf(groups).map(({ id }) => id);
const only = (
  content: readonly MessageContent[],
  steps?: readonly ThinkingStep[],
): TimelineItem | undefined => itemsOf(buildTimeline(content, steps))[0];

test('T1 blocks and parts give the same items, and text none', () => {
  const text: MessageContent = { type: 'text', id: 't', text: 'Hi', ...times };
  expect(buildTimeline([text, use('1'), undefined, result('1')])).toEqual([
    {
      parent: {
        kind: 'tool-call',
        id: '1',
        toolName: 'look',
        args: { q: '1' },
        result: 'ok',
        status: 'completed',
      },
      children: [],
    },
  ]);
  expect(
    buildTimeline([{ type: 'text' }, part('1', { args: { q: '1' }, result: 'ok', argsText: '{' })]),
  ).toEqual([
    {
      parent: {
        kind: 'tool-call',
        id: '1',
        toolName: 'look',
        args: { q: '1' },
        argsText: '{',
        result: 'ok',
        status: 'completed',
      },
      children: [],
    },
  ]);
});

test('T1 thoughts are items, and run until they have stopped', () => {
  const thinking = (stop_timestamp: string | null): MessageContent => ({
    type: 'thinking',
    id: 'a',
    thinking: 'Hm',
    start_timestamp: 'a',
    stop_timestamp,
  });
  expect(only([thinking(null)])).toEqual({ kind: 'reasoning', id: 'a', text: 'Hm', status: 'running' });
  expect(only([thinking('b')])?.status).toBe('completed');
  expect(only([{ type: 'reasoning', text: 'Hm' }])).toEqual({
    kind: 'reasoning',
    id: 'reasoning-0',
    text: 'Hm',
    status: 'completed',
  });
});

const asked = approvalInterrupt({ tool: 'look', input: {} });

test.each([
  [undefined, false, 'running'],
  ['ok', false, 'completed'],
  [null, false, 'completed'],
  ['no', true, 'error'],
  [asked, false, 'pending'],
  [{ ...asked, __decided__: 'reject' }, false, 'cancelled'],
  [{ ...asked, __decided__: 'reject', __completed__: true }, false, 'cancelled'],
  [{ ...asked, __decided__: 'approve' }, false, 'running'],
  [{ ...asked, __decided__: 'edit', __completed__: true }, false, 'completed'],
] as const)('T285 a call with the result %j, failed: %s, is %s', (given, isError, status) => {
  const blocks = given === undefined ? [use('1')] : [use('1'), result('1', given, isError)];
  expect(only(blocks)?.status).toBe(status);
  const parts = given === undefined ? [part('1')] : [part('1', { result: given, isError })];
  expect(only(parts)?.status).toBe(status);
});

test('T287 a step of a call is told by the call; its result says more than its step', () => {
  const told = step('s', { toolCallId: '1', title: 'Looks', items: ['a'], status: 'pending', spanId: 'x' });
  expect(only([use('1')], [told])).toMatchObject({
    title: 'Looks',
    items: ['a'],
    status: 'pending',
    spanId: 'x',
  });
  expect(only([use('1'), result('1')], [told])?.status).toBe('completed');
  expect(only([use('1')], [{ ...told, status: 'completed' }])?.status).toBe('running');
  expect(only([use('1', 'look', { spanId: 'own' })], [told])?.spanId).toBe('own');
});

test('T287 other steps stand behind the call that was last told of, or first', () => {
  const steps = [
    step('a', { items: ['b', 'c'], status: 'in_progress' }),
    step('s1', { toolCallId: '1' }),
    step('d'),
    step('gone', { toolCallId: 'nowhere' }),
  ];
  const groups = buildTimeline([use('1'), use('2')], steps);
  expect(idsOf(groups)).toEqual(['a', '1', 'd', 'gone', '2']);
  expect(itemsOf(groups)[0]).toEqual({ kind: 'reasoning', id: 'a', text: 'a\nb\nc', status: 'running' });
});

test('T2 the call that opened a span is the parent, wherever it stands; otherwise the first item is', () => {
  const groups = buildTimeline([
    use('1', 'look', { spanId: 's' }),
    use('2'),
    use('3', 'new_task', { spanId: 's' }),
    use('4', 'look', { spanId: 'orphans' }),
    use('5', 'look', { spanId: 'orphans' }),
  ]);
  expect(groups.map(({ parent, children }) => [parent.id, children.map(({ id }) => id)])).toEqual([
    ['3', ['1']],
    ['2', []],
    ['4', ['5']],
  ]);
});

test.each([
  [{ subagent_type: 'notion_agent' }, 'Notion Agent'],
  [{ subagent_type: 'deep-research' }, 'Deep Research'],
  [{ subagent_type: 'élan vital' }, 'Élan Vital'],
  [{ subagent_type: ' ' }, 'Task'],
  [{ subagent_type: 3 }, 'Task'],
  [{}, 'Task'],
])('T2 the title of a task with %j is %s', (args, title) => {
  expect(subagentTitle({ args })).toBe(title);
});

test('T1 every call and thought stands exactly once, in order within its span, with the very result that came', () => {
  const span = fc.option(fc.constantFrom('x', 'y'), { nil: undefined });
  const parts = fc.array(fc.tuple(span, fc.constantFrom('look', 'task'), fc.anything()), { maxLength: 12 });
  const steps = fc.array(fc.tuple(span, fc.option(fc.nat(12), { nil: undefined })), { maxLength: 6 });
  fc.assert(
    fc.property(parts, steps, (given, said) => {
      const content = given.map(([spanId, toolName, value], i) =>
        part(`c${i}`, { toolName, result: value, ...(spanId !== undefined && { spanId }) }),
      );
      const thinking = said.map(([spanId, call], i) =>
        step(`s${i}`, {
          ...(spanId !== undefined && { spanId }),
          ...(call !== undefined && { toolCallId: `c${call}` }),
        }),
      );
      const items = itemsOf(buildTimeline(content, thinking));
      const free = said.flatMap(([, call], i) =>
        call === undefined || call >= given.length ? [`s${i}`] : [],
      );
      expect(items.map(({ id }) => id).sort()).toEqual([...given.map((_, i) => `c${i}`), ...free].sort());
      for (const item of items)
        if (item.kind === 'tool-call') expect(item.result).toBe(given[Number(item.id.slice(1))]?.[2]);
      expect(buildTimeline(content, thinking)).toEqual(buildTimeline(content, thinking));
    }),
  );
});

test('T311 blocks of Anthropic’s API are taken as they come, without ids, times and is_error', () => {
  const answer: Pick<Message, 'content'>['content'] = [
    { type: 'thinking', thinking: 'Hm', signature: 's' },
    { type: 'text', text: 'I look.', citations: null },
    { type: 'tool_use', id: '1', name: 'look', input: { q: 'a' }, caller: { type: 'direct' } },
    { type: 'tool_use', id: '2', name: 'look', input: 'no object', caller: { type: 'direct' } },
    { type: 'tool_use', id: '3', name: 'look', input: {}, caller: { type: 'direct' } },
  ];
  const results: ToolResultBlockParam[] = [
    { type: 'tool_result', tool_use_id: '1', content: [{ type: 'text', text: 'ok' }] },
    { type: 'tool_result', tool_use_id: '2' },
    { type: 'tool_result', tool_use_id: '3', content: 'no', is_error: true },
  ];
  const items = itemsOf(buildTimeline([...answer, ...results]));
  expect(items).toMatchObject([
    { kind: 'reasoning', id: 'thinking-0', text: 'Hm', status: 'completed' },
    { args: { q: 'a' }, result: [{ type: 'text', text: 'ok' }], status: 'completed' },
    { args: {}, result: '', status: 'completed' },
    { result: 'no', status: 'error' },
  ]);
});

test('T312 parts of a UIMessage of the AI SDK are taken as they come, in every state', () => {
  const of = { type: 'tool-weather', toolCallId: '1', input: { city: 'Zug' } } as const;
  const states = {
    'input-streaming': ['running', undefined],
    'input-available': ['running', undefined],
    'approval-requested': ['pending', expect.objectContaining({ context: { approval_id: 'a' } })],
    'approval-responded': ['running', undefined],
    'output-available': ['completed', { degrees: 7 }],
    'output-error': ['error', 'It broke.'],
    'output-denied': ['cancelled', 'No.'],
  } as const;
  const more = { output: { degrees: 7 }, errorText: 'It broke.', approval: { id: 'a', reason: 'No.' } };
  for (const [state, [status, given]] of Object.entries(states)) {
    const item = only([{ ...of, ...more, state }]);
    expect(item).toMatchObject({ id: '1', toolName: 'weather', args: { city: 'Zug' }, status });
    expect(item?.kind === 'tool-call' ? item.result : '').toEqual(given);
  }
  const message: UIMessage = {
    id: 'm',
    role: 'assistant',
    parts: [
      { type: 'step-start' },
      { type: 'reasoning', text: 'Hm', state: 'streaming' },
      { type: 'text', text: 'Hi' },
      { type: 'dynamic-tool', toolName: 'look', toolCallId: '2', state: 'input-streaming', input: undefined },
      // A tool that is called "call".
      { type: 'tool-call', toolCallId: '3', state: 'output-available', input: { a: 1 }, output: 'ok' },
    ],
  };
  expect(itemsOf(buildTimeline(message.parts))).toMatchObject([
    { kind: 'reasoning', status: 'running' },
    { toolName: 'look', args: {}, status: 'running' },
    { toolName: 'call', args: { a: 1 }, result: 'ok' },
  ]);
});

test('T313 askPerson makes the question that replaces a result, and __decided__ ends the waiting', () => {
  const question = askPerson({
    tool: 'mail',
    args: { to: 'ann' },
    allow: ['approve', 'reject'],
    message: 'Why',
  });
  expect(isInterruptResult(question)).toBe(true);
  expect(question.review_configs).toEqual([
    { action_name: 'mail', allowed_decisions: ['approve', 'reject'] },
  ]);
  expect(only([use('1'), result('1', question)])?.status).toBe('pending');
  expect(only([use('1'), result('1', { ...question, __decided__: 'approve' })])?.status).toBe('running');
  expect(askPerson({ tool: 'mail', args: {} }).review_configs[0]?.allowed_decisions).toHaveLength(4);
});
