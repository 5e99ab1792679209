import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApprovalRequest } from '@millrace/engine/run';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type AgentParts,
  type Said,
  type ScriptedAgent,
  scriptedAgent,
} from '../../../../../fixtures/scripted-agent.ts';
import { createExecuteCommand } from '../../tools/command/execute-command.ts';
import type { Tool } from '../../tools/define/tool.ts';
import { fileTools } from '../../tools/files/file-tools.ts';
import { newRuleTool } from '../../tools/files/new-rule.ts';
import { openWorkspace } from '../../tools/workspace/workspace.ts';

let root: string;
let agent: ScriptedAgent;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'millrace-ask-'));
  writeFileSync(join(root, 'a.ts'), 'one\ntwo\nthree\n');
  writeFileSync(join(root, 'b.bin'), Buffer.from([0, 1, 2, 255]));
});
afterEach(async () => {
  await agent.runner.stop();
  rmSync(root, { recursive: true, force: true });
});

/** The questions to a person about these calls. */
async function asked(calls: readonly Said[], more: Partial<AgentParts> = {}): Promise<ApprovalRequest[]> {
  const tools = [...fileTools(), newRuleTool(), createExecuteCommand()];
  agent = await scriptedAgent({ script: () => calls, tools, workspace: openWorkspace(root), ...more });
  const run = await agent.send();
  await agent.until(run, 'waiting');
  return [...(await agent.state(run)).tools.values()].flatMap(({ approval }) => approval ?? []);
}
const call = (name: string, input: Record<string, unknown>, id = name): Said => ({ id, name, input });
const change = async (name: string, input: Record<string, unknown>) =>
  (await asked([call(name, input)]))[0]?.change;

const ONE_LINE = '@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n';
const BLOCK = '<<<<<<< SEARCH\n:start_line:2\n-------\ntwo\n=======\n2\n>>>>>>> REPLACE';

test.each([
  ['write_to_file', { path: 'a.ts', content: 'one\n2\nthree\n' }],
  ['apply_diff', { path: 'a.ts', diff: BLOCK }],
  ['search_and_replace', { path: 'a.ts', search: 't.o', replace: '2', use_regex: true }],
  [
    'edit_file',
    {
      target_file: 'a.ts',
      instructions: 'Use a digit',
      code_edit: '// ... existing code ...\none\n2\nthree',
    },
  ],
])('T32 %s is asked about with what it would change, and changes nothing', async (name, input) => {
  const proposed = await change(name, input);
  expect(proposed?.files).toEqual([
    {
      path: 'a.ts',
      before_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      diff: ONE_LINE,
      added: 1,
      removed: 1,
    },
  ]);
  // Arguments that the diff does not show are still shown.
  expect(proposed?.shows).not.toContain('instructions');
  expect(readFileSync(join(root, 'a.ts'), 'utf8')).toBe('one\ntwo\nthree\n');
});

test('T32 lines that are put in, and a file that is new, are told', async () => {
  expect(
    (await change('insert_content', { path: 'a.ts', line: 0, content: 'four' }))?.files[0],
  ).toMatchObject({
    diff: '@@ -1,3 +1,4 @@\n one\n two\n three\n+four\n',
  });
  await agent.runner.stop();
  const rule = await change('new_rule', { path: '.millrace/rules/a.md', content: 'Test it.' });
  expect(rule?.files).toEqual([
    {
      path: '.millrace/rules/a.md',
      before_hash: null,
      diff: '@@ -0,0 +1 @@\n+Test it.\n',
      added: 1,
      removed: 0,
      note: 'A new file.',
      state: 'new',
    },
  ]);
});

test('T32 what can’t be read or found is said in place of a diff', async () => {
  const files = (await change('write_to_file', { path: 'b.bin', content: 'x' }))?.files;
  expect(files).toMatchObject([{ path: 'b.bin', note: expect.stringContaining('binary') }]);
  await agent.runner.stop();
  const missed = await change('apply_diff', { path: 'a.ts', diff: BLOCK.replace('two\n', 'twelve\n') });
  expect(missed).toMatchObject({ files: [{ note: expect.stringContaining('not applied') }], shows: [] });
  await agent.runner.stop();
  const outside = await change('write_to_file', { path: '../x', content: 'x' });
  expect(outside?.files[0]?.diff).toBeUndefined();
});

test('T32 a preview that fails leaves the question as it is', async () => {
  const tool: Tool = {
    ...{
      name: 'odd',
      description: 'Odd.',
      input_schema: { type: 'object' },
      effect: 'unsafe',
      approval: 'ask',
    },
    preview: async () => {
      throw new Error('No');
    },
    run: async () => ({ content: 'done' }),
  };
  const [question] = await asked([call('odd', {})], { tools: [tool] });
  expect(question).toMatchObject({ tool: 'odd' });
  expect(question?.change).toBeUndefined();
});

test('T30 a question has the schema of the input, unless it is large', async () => {
  const [question] = await asked([call('write_to_file', { path: 'x', content: 'y' })]);
  expect(question?.schema).toMatchObject({
    properties: { path: { type: 'string' } },
    required: ['path', 'content'],
  });
  await agent.runner.stop();
  const large: Tool = {
    ...{ name: 'large', description: 'Large.', effect: 'unsafe', approval: 'ask' },
    input_schema: { type: 'object', description: 'x'.repeat(33 * 1024) },
    run: async () => ({ content: 'done' }),
  };
  const [other] = await asked([call('large', {})], { tools: [large] });
  expect(other).toMatchObject({ tool: 'large' });
  expect(other).not.toHaveProperty('schema');
});

test('T31 a question says that something would be destroyed, also when the tool can’t judge it', async () => {
  const tool = (name: string, more: Partial<Tool>): Tool => ({
    ...{ name, description: 'x', input_schema: { type: 'object' }, effect: 'unsafe', approval: 'ask' },
    run: async () => ({ content: 'done' }),
    ...more,
  });
  const failing = (): boolean => {
    throw new Error('No');
  };
  const questions = await asked(
    [
      call('execute_command', { command: 'rm -rf dist' }),
      call('execute_command', { command: 'ls' }, 'ls'),
      call('wipe', {}),
      call('fails', {}),
      call('safe', {}),
    ],
    {
      tools: [
        createExecuteCommand(),
        tool('wipe', { destructive: true }),
        tool('fails', { destructive: failing }),
        tool('safe', { destructive: true, effect: 'idempotent' }),
      ],
    },
  );
  expect(questions.map(({ destructive }) => destructive)).toEqual([true, undefined, true, true, undefined]);
});

test('T33 a repetition tells what came out each time and what it cost', async () => {
  const looks = (content: string, is_error: boolean): Tool => ({
    ...{
      name: 'look',
      description: 'Looks.',
      input_schema: { type: 'object' },
      effect: 'read',
      approval: 'allow',
    },
    run: async () => ({ content, is_error }),
  });
  const script: AgentParts['script'] = (_, count) => [call('look', { at: 1 }, `l${count}`)];
  const [failing] = await asked([], { script, tools: [looks('Cannot find module ./clock\nat x', true)] });
  expect(failing?.repetition).toMatchObject({
    same_result: true,
    failed: 'Cannot find module ./clock',
    tokens: 45,
  });
  await agent.runner.stop();
  const [fine] = await asked([], { script, tools: [looks('Rain', false)] });
  expect(fine?.repetition).toMatchObject({ same_result: true });
  expect(fine?.repetition).not.toHaveProperty('failed');
});
