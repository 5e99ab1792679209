import type { ContentBlock } from '@millrace/engine';
import type { CallReason, ToolResultBlock } from '@millrace/engine/message';
import type { RunState } from '@millrace/engine/run';
import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import {
  type AgentParts,
  type Said,
  type ScriptedAgent,
  scriptedAgent,
} from '../../../../fixtures/scripted-agent.ts';
import { defineTool } from '../tools/define/define-tool.ts';
import type { Tool } from '../tools/define/tool.ts';
import { builtInModes } from '../tools/modes/built-in-modes.ts';
import { attemptCompletionTool } from '../tools/task/attempt-completion-tool.ts';

let agent: ScriptedAgent;
afterEach(() => agent.runner.stop());

const tool = (name: string, more: Partial<Tool> = {}): Tool => ({
  ...defineTool({
    name,
    description: '',
    input: z.object({ to: z.string() }),
    effect: 'read',
    run: async () => 'saw it',
  }),
  ...more,
});
const TOOLS: readonly Tool[] = [
  tool('look', { folds: 'read' }),
  tool('ask', { approval: 'ask' }),
  tool('throw', { run: () => Promise.reject(new Error('The disk is full.')) }),
  tool('shell', { run: async () => ({ content: 'It ended.', exit_code: 3 }) }),
  attemptCompletionTool(),
];

async function start(calls: readonly Said[], more: Partial<AgentParts> = {}, mode?: string): Promise<string> {
  agent = await scriptedAgent({
    script: (_, n) => (n === 1 ? calls : ['The end.']),
    tools: TOOLS,
    ...more,
  });
  return agent.send('Hi', mode === undefined ? {} : { mode });
}
const blocksOf = ({ steps }: RunState): readonly (ContentBlock | undefined)[] =>
  steps.flatMap(({ message }) => message?.content ?? []);
const resultOf = async (run: string, id: string): Promise<ToolResultBlock> => {
  const found = blocksOf(await agent.state(run)).find(
    (block): block is ToolResultBlock => block?.type === 'tool_result' && block.tool_use_id === id,
  );
  return found ?? expect.fail(`${id} has no result.`);
};
const reasonOf = async (run: string, id: string): Promise<CallReason | undefined> =>
  (await resultOf(run, id)).reason;

test('A252 a call that is not run says why as a code, beside the sentence for the model', async () => {
  const run = await start([
    { id: 'a', name: 'nothing' },
    { id: 'b', name: 'look', input: { to: 1 } },
    { id: 'c', name: 'look', json: '[' },
    { id: 'd', name: 'look' },
  ]);
  await agent.until(run, 'completed');
  expect(await resultOf(run, 'a')).toMatchObject({
    content: 'There is no tool nothing here.',
    is_error: true,
    reason: { code: 'unknown_tool' },
  });
  expect(await reasonOf(run, 'b')).toEqual({ code: 'input_invalid' });
  expect(await reasonOf(run, 'c')).toEqual({ code: 'input_unreadable' });
  expect(await resultOf(run, 'd')).not.toHaveProperty('reason');
});

test('A252 a mode, a rule and a person that forbid a call are named by code', async () => {
  const modes = builtInModes.map((mode) => ({ ...mode, tools: ['ask'] }));
  const denied = {
    id: 'r',
    scope: 'chat',
    of: 'chat-1',
    tool: 'ask',
    verdict: 'deny',
    created_at: 1,
  } as const;
  const inMode = await start([{ id: 'a', name: 'look' }], { modes }, modes[0]?.slug);
  await agent.until(inMode, 'completed', 'failed');
  expect(await reasonOf(inMode, 'a')).toEqual({ code: 'mode_forbids', mode: modes[0]?.slug });

  const rejected = await start([{ id: 'a', name: 'ask' }]);
  await agent.until(rejected, 'waiting');
  await agent.decide(rejected, 'a', { type: 'reject', message: 'Not now' });
  await agent.until(rejected, 'completed');
  expect(await resultOf(rejected, 'a')).toMatchObject({
    content: 'The person did not allow this. They said: Not now',
    reason: { code: 'rejected' },
  });

  const ruled = await start([{ id: 'a', name: 'ask' }], {});
  await agent.until(ruled, 'waiting');
  await agent.store.putRule(denied);
  await agent.decide(ruled, 'a', { type: 'approve' });
  await agent.until(ruled, 'completed');
  expect(await reasonOf(ruled, 'a')).toEqual({ code: 'denied_by_rule', scope: 'chat' });
});

test('A252 a run that is stopped tells each open call why', async () => {
  const run = await start([{ id: 'a', name: 'ask' }]);
  await agent.until(run, 'waiting');
  await agent.store.requestCancel({ commandId: 'stop', runId: run, ts: Date.now() });
  await agent.runner.cancel(run);
  await agent.until(run, 'cancelled');
  expect(await reasonOf(run, 'a')).toEqual({ code: 'run_stopped' });
});

test('A253 the result has the exit code of a command, and the words of a tool that threw', async () => {
  const run = await start([
    { id: 'a', name: 'shell' },
    { id: 'b', name: 'throw' },
  ]);
  await agent.until(run, 'completed');
  expect(await resultOf(run, 'a')).toMatchObject({ exit_code: 3, is_error: false });
  expect(await resultOf(run, 'b')).toMatchObject({
    content: 'The tool failed: The disk is full.',
    threw: 'The disk is full.',
    is_error: true,
  });
  const [, answer] = await agent.records();
  expect(answer?.content).toContainEqual(expect.objectContaining({ tool_use_id: 'a', exit_code: 3 }));
});

test('A251 tool_start says how a call is folded, and the finished message keeps it', async () => {
  const run = await start([
    { id: 'a', name: 'look' },
    { id: 'b', name: 'shell' },
  ]);
  await agent.until(run, 'completed');
  const starts = (await agent.events(run)).filter(({ type }) => type === 'tool_start');
  expect(starts.map((event) => 'folds' in event && event.folds)).toEqual(['read', false]);
  const [, answer] = await agent.records();
  expect(answer?.tools?.map(({ folds }) => folds)).toEqual(['read', undefined]);
});

test('A251 a call tells with its first event which argument is for the person, and only its tool says so', async () => {
  const forged = (event: object): object =>
    JSON.parse(JSON.stringify(event).replace('"name":"look"', '"speaks":"to","name":"look"'));
  const run = await start(
    [
      { id: 'a', name: 'look' },
      { id: 'b', name: 'attempt_completion', input: { result: 'Done.' } },
    ],
    {
      model: (model) => ({
        ...model,
        async *stream(request, signal) {
          for await (const event of model.stream(request, signal)) yield forged(event) as typeof event;
        },
      }),
    },
  );
  await agent.until(run, 'completed');
  const started = (await agent.events(run)).flatMap((event) =>
    event.type === 'content_block_start' && event.content_block.type === 'tool_use'
      ? [[event.content_block.name, event.content_block.speaks]]
      : [],
  );
  expect(started).toEqual([
    ['look', undefined],
    ['attempt_completion', 'result'],
  ]);
});
