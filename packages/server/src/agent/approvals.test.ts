import type { HitlDecision } from '@millrace/engine';
import { type KeptRule, ruleFor } from '@millrace/engine/approval';
import { afterEach, expect, test } from 'vitest';
import {
  type AgentParts,
  resultsIn,
  type Said,
  type ScriptedAgent,
  scriptedAgent,
} from '../../../../fixtures/scripted-agent.ts';
import type { Tool } from '../tools/define/tool.ts';
import { openWorkspace } from '../tools/workspace/workspace.ts';

let agent: ScriptedAgent;
const ran: string[] = [];
afterEach(async () => {
  await agent.runner.stop();
  ran.splice(0);
});

const write: Tool = {
  name: 'write_to_file',
  description: 'Writes.',
  input_schema: { type: 'object' },
  effect: 'idempotent',
  approval: 'ask',
  local: true,
  targets: { paths: ['path'] },
  check: (input) => (JSON.stringify(input).includes('"path"') ? undefined : 'path: is missing'),
  async run({ path }) {
    ran.push(String(path));
    return { content: 'written' };
  },
};
const WORKSPACE = openWorkspace('/work/space');
const call = (id: string, path: string, content = 'x'): Said => ({
  id,
  name: 'write_to_file',
  input: { path, content },
});
const rule = (verdict: KeptRule['verdict'], glob?: string, more: Partial<KeptRule> = {}): KeptRule => ({
  id: `${verdict}${glob ?? ''}`,
  scope: 'chat',
  of: 'chat-1',
  tool: 'write_to_file',
  ...(glob !== undefined && { pattern: { type: 'glob', argument: 'path', glob } }),
  verdict,
  created_at: 1,
  ...more,
});

/** Makes these calls, one message after the other. */
async function start(
  messages: readonly (readonly Said[])[],
  more: Partial<AgentParts> = {},
  rules: KeptRule[] = [],
) {
  const script: AgentParts['script'] = ({ messages: before }) => {
    const said = before.filter(({ role }) => role === 'assistant').length;
    return messages[said] ?? ['Done.'];
  };
  agent = await scriptedAgent({ script, tools: [write], workspace: WORKSPACE, ...more });
  for (const each of rules) await agent.store.putRule(each);
  return agent.send();
}
const results = async (run: string) => Object.fromEntries(resultsIn(await agent.state(run)));
const question = async (run: string, id: string) => (await agent.state(run)).tools.get(id)?.approval;
const decide = (run: string, id: string, decision: HitlDecision) => agent.decide(run, id, decision);

test('A5 a rule allows, asks or denies; a deny is told to the model', async () => {
  const rules = [rule('allow', 'src/**'), rule('deny', 'src/secret/**')];
  const run = await start([[call('a', 'src/a.ts'), call('b', 'src/secret/b.ts')]], {}, rules);
  await agent.until(run, 'completed');
  expect(ran).toEqual(['src/a.ts']);
  expect((await results(run))['b']?.[0]).toMatch(
    /^A rule of the person does not allow this: Deny write_to_file/,
  );
});

test('A460 rules of the user, of the chat and of the workspace hold; those of others do not', async () => {
  const rules = [
    rule('allow', 'a', { scope: 'user', of: '' }),
    rule('allow', 'b', { scope: 'workspace', of: WORKSPACE.root }),
    rule('allow', 'c', { of: 'other' }),
    rule('allow', 'd', { scope: 'workspace', of: '/elsewhere' }),
  ];
  const run = await start([['a', 'b', 'c', 'd'].map((name) => call(name, name))], {}, rules);
  await agent.until(run, 'waiting');
  expect(ran.toSorted()).toEqual(['a', 'b']);
  expect((await agent.store.readApprovals(run)).map(({ toolUseId }) => toolUseId)).toEqual(['c', 'd']);
});

test('A5 protected files ask whatever the rules say, and offer no rule', async () => {
  const run = await start(
    [[call('a', '.git/hooks/post-commit'), call('b', 'data/x')]],
    { protectedPaths: ['/work/space/data'] },
    [rule('allow')],
  );
  await agent.until(run, 'waiting');
  expect(ran).toEqual([]);
  expect(await question(run, 'a')).toMatchObject({ reason: 'It is about a protected file.' });
  expect((await question(run, 'a'))?.rules).toBeUndefined();
  expect(await question(run, 'b')).toMatchObject({ reason: 'It is about a protected file.' });
});

test('A4 approve_always shows its rules first, writes the chosen one, and the next such call is not asked about', async () => {
  const run = await start([[call('a', 'src/a.ts')], [call('b', 'src/a.ts', 'y'), call('c', 'src/c.ts')]]);
  await agent.until(run, 'waiting');
  const offered = (await question(run, 'a'))?.rules ?? [];
  expect(offered.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^Allow write_to_file with exactly this input/),
    'Allow write_to_file where path is `src/a.ts` in this chat.',
    'Allow write_to_file where path is `src/a.ts` in this workspace.',
    'Allow write_to_file in this chat.',
  ]);
  await decide(run, 'a', { type: 'approve_always', rule_id: offered[1]?.rule.id ?? '' });
  await expect.poll(() => ran).toEqual(['src/a.ts', 'src/a.ts']);
  await agent.until(run, 'waiting');
  expect(await agent.store.listRules()).toMatchObject([{ id: offered[1]?.rule.id, of: 'chat-1' }]);
  // Revoked, it asks again.
  await agent.store.deleteRule(offered[1]?.rule.id ?? '');
  await decide(run, 'c', { type: 'reject' });
  await agent.until(run, 'completed');
});

test('A4 the same rule of two chats is two rules', async () => {
  const input = { path: 'a', content: 'x' };
  const same = ruleFor({ name: 'write_to_file', input }, 'tool', { scope: 'chat' }).rule?.id;
  const run = await start([[call('a', 'a')]]);
  await agent.until(run, 'waiting');
  expect((await question(run, 'a'))?.rules?.at(-1)?.rule.id).not.toBe(same);
});

test('A4 an edit is judged again: a deny holds, an input that is not valid does not run, and the model is told', async () => {
  const run = await start([[call('a', 'ok'), call('b', 'ok'), call('c', 'ok')]], {}, [
    rule('deny', 'secret'),
  ]);
  await agent.until(run, 'waiting');
  const edit = (args: Record<string, unknown>): HitlDecision => ({
    type: 'edit',
    edited_action: { name: 'write_to_file', args },
  });
  await decide(run, 'a', edit({ path: 'secret' }));
  await decide(run, 'b', edit({ name: 'b' }));
  await decide(run, 'c', { ...edit({ path: 'better' }), message: 'Better there.' });
  await agent.until(run, 'completed');
  expect(ran).toEqual(['better']);
  const told = await results(run);
  expect(told['a']?.[0]).toMatch(/changed the input, but it could not be run.\nA rule of the person/);
  expect(told['b']?.[0]).toMatch(/changed the input, but it could not be run.\nThe input is not valid/);
  expect(told['c']?.[0]).toBe(
    'The person changed the input. This is what ran: {"path":"better"}\n\nwritten\n\nThe person said: Better there.',
  );
});

test('A4 a rule that denies holds against a yes that came after it', async () => {
  const run = await start([[call('a', 'late')]]);
  await agent.until(run, 'waiting');
  await agent.store.putRule(rule('deny', 'late'));
  await decide(run, 'a', { type: 'approve' });
  await agent.until(run, 'completed');
  expect(ran).toEqual([]);
});

test('A4 what a person says and shows with a yes or a no goes to the model with the result', async () => {
  const image = { media_type: 'image/png', data: 'iVBO' } as const;
  const run = await start([[call('a', 'a'), call('b', 'b')]]);
  await agent.until(run, 'waiting');
  await decide(run, 'a', { type: 'approve', message: 'Like this:', images: [image] });
  await decide(run, 'b', { type: 'reject', message: 'Not that.' });
  await agent.until(run, 'completed');
  const content = agent.requests.at(-1)?.messages.at(-1)?.content;
  expect(content).toMatchObject([
    { type: 'tool_result', content: 'written\n\nThe person said: Like this:' },
    { type: 'tool_result', content: 'The person did not allow this. They said: Not that.' },
    { type: 'image', ...image },
  ]);
});

test('A4 a question that nobody answers in time is over, and nobody can answer it later', async () => {
  const run = await start([[call('a', 'a')]], { approvalMs: 50 });
  await agent.until(run, 'waiting');
  expect((await question(run, 'a'))?.expires_at).toBeGreaterThan(Date.now() - 1000);
  await agent.restart();
  await agent.until(run, 'completed');
  expect(await results(run)).toEqual({ a: ['Nobody decided about this in time, so it was not run.'] });
  expect(await agent.store.readApprovals(run)).toMatchObject([{ status: 'expired' }]);
  await expect(decide(run, 'a', { type: 'approve' })).rejects.toThrow('expired');
});

test('A6 the fourth identical call asks the person; an answer begins anew', async () => {
  const same = (id: string) => [call(id, 'a')];
  const run = await start([same('a'), same('b'), same('c'), same('d'), same('e')], { maxIterations: 9 }, [
    rule('allow'),
  ]);
  await agent.until(run, 'waiting');
  expect(ran).toHaveLength(3);
  const asked = await question(run, 'd');
  expect(asked?.repetition).toMatchObject({ reason: 'identical', threshold: 3 });
  expect(asked?.repetition?.signatures).toHaveLength(4);
  expect(asked?.rules).toBeUndefined();
  await decide(run, 'd', { type: 'approve' });
  await agent.until(run, 'completed');
  expect(ran).toHaveLength(5);
});

test('A6 who stops a loop tells the model to do something else', async () => {
  const same = (id: string) => [call(id, 'a')];
  const run = await start([same('a'), same('b'), same('c'), same('d')], { maxIterations: 9 }, [
    rule('allow'),
  ]);
  await agent.until(run, 'waiting');
  await decide(run, 'd', { type: 'reject', message: 'Look elsewhere.' });
  await agent.until(run, 'completed');
  expect((await results(run))['d']?.[0]).toMatch(
    /repeated too often.*Try something else. They said: Look elsewhere/,
  );
});

test('A468 a limit of 0 switches it off, and a tool that polls names what it is at', async () => {
  const same = (id: string) => [call(id, 'a')];
  const calls = ['a', 'b', 'c', 'd', 'e'].map(same);
  const run = await start(calls, { maxIterations: 9, repetitionLimit: 0 }, [rule('allow')]);
  await agent.until(run, 'completed');
  await agent.runner.stop();
  let at = 0;
  const polls: Tool = { ...write, loopKey: () => String(at++) };
  const second = await start(calls, { maxIterations: 9, tools: [polls] }, [rule('allow')]);
  await agent.until(second, 'completed');
});

test('A533 a tool can let a call be made again and again, and its other calls are still counted', async () => {
  const calls = ['a', 'b', 'c', 'd', 'e'].map((id) => [call(id, 'a')]);
  const scrolls: Tool = { ...write, mayRepeat: ({ path }) => path === 'a' };
  await agent.until(await start(calls, { maxIterations: 9, tools: [scrolls] }, [rule('allow')]), 'completed');
  await agent.runner.stop();
  const counted: Tool = { ...write, mayRepeat: ({ path }) => path === 'b' };
  const run = await start(calls, { maxIterations: 9, tools: [counted] }, [rule('allow')]);
  await agent.until(run, 'waiting');
});
