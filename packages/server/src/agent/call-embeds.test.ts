import { applyRunEvent, createRunState, parseMessage, runText } from '@millrace/engine';
import { printEmbed } from '@millrace/engine/run';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import { type Script, type ScriptedAgent, scriptedAgent } from '../../../../fixtures/scripted-agent.ts';
import { defineTool } from '../tools/define/define-tool.ts';
import type { Tool, ToolOutcome } from '../tools/define/tool.ts';

let agent: ScriptedAgent;
afterEach(() => agent?.runner.stop());

const SKILL = { app: 'Web', skill: 'Search' };
const DONE = { ...SKILL, requests: [{ id: '1', query: 'mills', output: [{ title: '```' }] }] };
const searching = (run: () => Promise<ToolOutcome>, more: Partial<Tool> = {}): Tool => ({
  ...defineTool({
    name: 'web_search',
    description: 'Searches.',
    input: z.object({ query: z.string() }),
    effect: 'read',
    embed: ({ query }) => ({ ...SKILL, requests: [{ id: '1', query }] }),
    run,
  }),
  ...more,
});
const SCRIPT: Script = ({ messages }) => {
  const last = messages.at(-1)?.content.at(-1);
  if (last?.type === 'tool_result') return ['Here.'];
  if (last?.type === 'text' && last.text.includes('that you started earlier')) return ['It came.'];
  return last?.type === 'text' && last.text === 'Hi'
    ? ['I look.', { id: 'a', name: 'web_search', input: { query: 'mills' } }]
    : ['Yes?'];
};
const start = async (tool: Tool): Promise<string> => {
  agent = await scriptedAgent({ script: SCRIPT, tools: [tool] });
  return agent.send('Hi');
};
const embedsIn = (text: string) => parseMessage(text, { mode: 'read', messageId: 'm' }).embeds;

test('G12 what a skill was asked and found stands in the text at the place of its call', async () => {
  const run = await start(searching(async () => ({ content: 'found', embed: DONE })));
  await agent.until(run, 'completed');
  const answer = (await agent.records()).at(-1);
  expect(answer?.text).toBe(`I look.\n\n${printEmbed(DONE)}\n\nHere.`);
  expect(embedsIn(answer?.text ?? '')).toMatchObject([
    { type: 'skill', status: 'finished', title: 'Search' },
  ]);
  // The live answer and the kept one have the same.
  expect(runText(await agent.state(run))).toBe(answer?.text);
  expect(answer?.tools).toMatchObject([{ tool_use_id: 'a', embed: DONE }]);
});

test('G12 while it runs it stands there as what was asked', async () => {
  let finish = (): void => {};
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const run = await start(searching(() => held.then(() => ({ content: 'found', embed: DONE }))));
  await expect
    .poll(async () => (await agent.state(run)).tools.get('a')?.embed)
    .toEqual({
      ...SKILL,
      requests: [{ id: '1', query: 'mills' }],
    });
  const { tools } = await agent.state(run);
  expect(runText(await agent.state(run))).toBe('I look.');
  expect(embedsIn(printEmbed(tools.get('a')?.embed ?? {}))).toMatchObject([{ type: 'skill' }]);
  finish();
  await agent.until(run, 'completed');
});

test('G12 the model reads a result once, now and later', async () => {
  const run = await start(searching(async () => ({ content: 'found', embed: DONE })));
  await agent.until(run, 'completed');
  await agent.until(await agent.send('And?'), 'completed');
  for (const { messages } of agent.requests) expect(JSON.stringify(messages)).not.toContain('\\"skill\\"');
  expect(JSON.stringify(agent.requests.at(-1)?.messages).split('found')).toHaveLength(2);
});

test('G12 a call that fails leaves nothing but its card', async () => {
  const run = await start(searching(async () => ({ content: 'no', is_error: true, embed: DONE })));
  await agent.until(run, 'completed');
  const answer = (await agent.records()).at(-1);
  expect(answer?.text).toBe('I look.\n\nHere.');
  expect(answer?.tools?.[0]?.embed).toBeUndefined();
});

test('G12 a call that was stopped leaves nothing either', async () => {
  const run = await start(searching(() => new Promise(() => {})));
  await expect.poll(async () => (await agent.state(run)).tools.get('a')?.status).toBe('running');
  await agent.store.requestCancel({ commandId: 'x', runId: run, ts: Date.now() });
  await agent.runner.cancel(run);
  await agent.until(run, 'cancelled');
  const answer = (await agent.records()).at(-1);
  expect([answer?.text, answer?.tools?.[0]?.embed]).toEqual(['I look.', undefined]);
});

test('G12 one that takes long stands in the message of its result', async () => {
  let finish = (): void => {};
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const run = await start(
    searching(() => held.then(() => ({ content: 'found', embed: DONE })), { background: true }),
  );
  await agent.until(run, 'completed');
  finish();
  await expect.poll(async () => (await agent.records()).at(-1)?.text).toBe(`${printEmbed(DONE)}\n\nIt came.`);
  expect((await agent.records())[1]?.text).toBe('I look.\n\nHere.');
});

test('G12 no value can end its fence', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.string({ unit: fc.constantFrom('`', '\n', '~', ' ') }),
      (value, text) => {
        const embed = { ...DONE, value, text, [text]: 1 };
        expect(embedsIn(`Hi\n\n${printEmbed(embed)}\n\nEnd`)).toMatchObject([
          { type: 'skill', status: 'finished' },
        ]);
      },
    ),
  );
});

test('G12 an older log without embeds reads as before', () => {
  const at = { seq: 1, fence: 1, ts: 1 };
  const state = applyRunEvent(createRunState(), {
    type: 'tool_complete',
    tool: 'x',
    tool_use_id: 'a',
    ...at,
  });
  expect('embed' in (state.tools.get('a') ?? {})).toBe(false);
});
