import { parseMessage } from '@millrace/engine';
import { afterEach, expect, test } from 'vitest';
import { resultsIn, type ScriptedAgent, scriptedAgent } from '../../../../../fixtures/scripted-agent.ts';
import { requestMemoriesTool } from './request-memories.ts';

const KEPT = [
  { app: 'Code', name: 'Favorite languages & frameworks', value: 'TypeScript', updated_at: 1 },
  { app: 'Code', name: 'Current projects', value: 'Millrace', updated_at: 1 },
  { app: 'Travel', name: 'Passport', value: 'secret', updated_at: 1 },
];
const REQUESTED = {
  requested: [
    { app: 'Code', settings_and_memories: ['Favorite languages & frameworks', 'current projects', 'Editor'] },
  ],
};

let agent: ScriptedAgent;
afterEach(() => agent.runner.stop());

async function ask(): Promise<string> {
  agent = await scriptedAgent({
    tools: [requestMemoriesTool({ listMemories: async () => KEPT })],
    script: (_, count) =>
      count === 1 ? [{ id: 'a', name: 'request_memories', input: REQUESTED }] : ['Thank you.'],
  });
  for (const scope of ['user', 'chat', 'workspace'] as const)
    await agent.store.putRule({
      id: scope,
      scope,
      of: scope === 'chat' ? 'chat-1' : '',
      tool: '*',
      verdict: 'allow',
      created_at: 1,
    });
  const run = await agent.send();
  await agent.until(run, 'waiting');
  return run;
}
const answerOf = async (): Promise<string> => (await agent.records()).at(-1)?.text ?? '';
const told = async (run: string): Promise<string> => String(resultsIn(await agent.state(run)).get('a')?.[0]);

test('G16 what is allowed is read, as it is kept, and the request stands in the answer', async () => {
  const run = await ask();
  await agent.decide(run, 'a', { type: 'approve' });
  await agent.until(run, 'completed');
  expect(JSON.parse(await told(run)).allowed).toEqual([
    {
      app: 'Code',
      settings_and_memories: [
        { name: 'Favorite languages & frameworks', value: 'TypeScript' },
        { name: 'current projects', value: 'Millrace' },
        { name: 'Editor', value: null },
      ],
    },
  ]);
  expect(await told(run)).not.toContain('secret');
  const text = await answerOf();
  expect(JSON.parse(/```json\n([\s\S]*?)\n```/.exec(text)?.[1] ?? '')).toEqual(REQUESTED);
  expect(parseMessage(text, { mode: 'read', messageId: 'm' }).embeds).toMatchObject([{ type: 'memories' }]);
});

test('G16 no rule allows it, and none is offered', async () => {
  const run = await ask();
  const approval = (await agent.state(run)).tools.get('a')?.approval;
  expect(approval).toMatchObject({ tool: 'request_memories', input: REQUESTED });
  expect(approval?.rules).toBeUndefined();
});

test('G16 a person may shorten the list, and only that is read and shown', async () => {
  const run = await ask();
  const args = { requested: [{ app: 'Code', settings_and_memories: ['Current projects'] }] };
  await agent.decide(run, 'a', { type: 'edit', edited_action: { name: 'request_memories', args } });
  await agent.until(run, 'completed');
  expect(await told(run)).toContain('Millrace');
  expect(await told(run)).not.toContain('TypeScript');
  expect(await answerOf()).not.toContain('Favorite');
});

test('G16 a no gives nothing', async () => {
  const run = await ask();
  await agent.decide(run, 'a', { type: 'reject' });
  await agent.until(run, 'completed');
  expect(await told(run)).not.toMatch(/TypeScript|Millrace/);
  expect(await answerOf()).toBe('Thank you.');
});

test('G16 a rule may still deny it', async () => {
  agent = await scriptedAgent({
    tools: [requestMemoriesTool({ listMemories: async () => KEPT })],
    script: (_, count) =>
      count === 1 ? [{ id: 'a', name: 'request_memories', input: REQUESTED }] : ['Well.'],
  });
  const rule = {
    id: 'no',
    scope: 'user',
    of: '',
    tool: 'request_memories',
    verdict: 'deny',
    created_at: 1,
  } as const;
  await agent.store.putRule(rule);
  const run = await agent.send();
  await agent.until(run, 'completed');
  expect(await told(run)).toMatch(/does not allow/);
});
