import fc from 'fast-check';
import { expect, test } from 'vitest';
import { approvalInterrupt } from '../approval/to-interrupt.ts';
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
