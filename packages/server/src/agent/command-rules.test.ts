import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { HitlDecision } from '@millrace/engine';
import type { KeptRule } from '@millrace/engine/approval';
import { afterEach, expect, test } from 'vitest';
import {
  resultsIn,
  type Said,
  type ScriptedAgent,
  scriptedAgent,
} from '../../../../fixtures/scripted-agent.ts';
import { makeWorkFolder, type WorkFolder } from '../../../../fixtures/work-folder.ts';
import { withTextCalls } from '../models/text-calls/text-calls.ts';
import { createExecuteCommand } from '../tools/command/execute-command.ts';
import { openWorkspace } from '../tools/workspace/workspace.ts';

let agent: ScriptedAgent | undefined;
afterEach(() => agent?.runner.stop());

const call = (id: string, command: string, cwd?: string): Said => ({
  id,
  name: 'execute_command',
  input: { command, ...(cwd !== undefined && { cwd }) },
});
const allow = (...words: string[]): KeptRule => ({
  id: words.join(),
  scope: 'chat',
  of: 'chat-1',
  tool: 'execute_command',
  pattern: { type: 'command', prefixes: [words] },
  verdict: 'allow',
  created_at: 1,
});

/** Lets a model say this once, with the real tool in a real folder. */
async function start(work: WorkFolder, said: readonly Said[], rules: readonly KeptRule[], text = false) {
  const made = await scriptedAgent({
    script: ({ messages }) => (messages.some(({ role }) => role === 'assistant') ? ['Done.'] : said),
    tools: [createExecuteCommand()],
    workspace: openWorkspace(work.root),
    ...(text && { model: withTextCalls }),
  });
  agent = made;
  for (const rule of rules) await made.store.putRule(rule);
  const run = await made.send();
  return {
    run,
    ended: () => made.until(run, 'completed'),
    asked: async () => {
      await made.until(run, 'waiting');
      return (await made.store.readApprovals(run)).map(({ toolUseId }) => toolUseId);
    },
    decide: (id: string, decision: HitlDecision) => made.decide(run, id, decision),
    rules: async (id: string) => (await made.state(run)).tools.get(id)?.approval?.rules ?? [],
    result: async (id: string) => resultsIn(await made.state(run)).get(id)?.[0] ?? '',
  };
}

/** Shows the bytes of the command that runs it. */
const SHOW = `od -An -v -tx1 /proc/$$/cmdline | tr -d ' \\n' && exit # `;
const shown = (result: string): string | undefined =>
  Buffer.from(/[0-9a-f]{40,}/.exec(result)?.[0] ?? '', 'hex')
    .toString()
    .split('\0')
    .at(-2);

test('A150 what hides behind an allowed name is asked about and does not run', async () => {
  const work = makeWorkFolder({ a: '' });
  const calls = [call('a', 'ls'), call('b', "((ls '$(id > PWN)'))"), call('c', "ls\n((ls '`id > PWN`'))")];
  const { asked } = await start(work, calls, [allow('ls')]);
  expect(await asked()).toEqual(['b', 'c']);
  expect(existsSync(join(work.root, 'PWN'))).toBe(false);
});

test('A155 a command that is allowed in the root is asked about in another folder', async () => {
  const work = makeWorkFolder({ 'node_modules/evil/a': '' });
  const calls = [
    call('a', 'ls', '.'),
    call('b', 'ls', work.root),
    call('c', 'ls', 'node_modules/evil'),
    call('d', 'cd node_modules/evil && ls'),
  ];
  const { asked, rules, decide, result, ended } = await start(work, calls, [allow('ls'), allow('cd')]);
  expect(await asked()).toEqual(['c', 'd']);
  expect((await rules('c')).map(({ text }) => text)).toEqual([
    'Allow execute_command for `ls` in the folder `node_modules/evil`, in this chat.',
    'Allow execute_command for `ls` in the folder `node_modules/evil`, in this workspace.',
    'Allow execute_command with any command, whatever it runs or changes, in this chat.',
  ]);
  const chosen = (await rules('c'))[0]?.rule.id ?? '';
  // A line that no rule for commands can describe may still be allowed as it is.
  expect((await rules('d')).map(({ text }) => text)[0]).toBe(
    'Allow execute_command with exactly this input: command "cd node_modules/evil && ls", in this chat.',
  );
  await decide('c', { type: 'approve_always', rule_id: chosen });
  await decide('d', { type: 'reject' });
  await ended();
  expect(await result('c')).toContain('Output:\na\n');
});

test('A151 what a person approves or edits runs byte for byte, also when the call came as text', async () => {
  const work = makeWorkFolder({});
  const command = ` \n${SHOW}é "&amp;" \t`;
  const first = await start(work, [call('a', 'ls > x')], []);
  await first.asked();
  await first.decide('a', { type: 'edit', edited_action: { name: 'execute_command', args: { command } } });
  await first.ended();
  expect(shown(await first.result('a'))).toBe(command);
  expect(existsSync(join(work.root, 'x'))).toBe(false);

  const text = `<execute_command>\n<command>${SHOW.replace('&&', '&amp;&amp;')}"&amp;amp;"</command>\n</execute_command>`;
  const second = await start(work, [text], [], true);
  const [id = ''] = await second.asked();
  const judged = (await agent?.state(second.run))?.tools.get(id)?.approval?.input;
  await second.decide(id, { type: 'approve' });
  await second.ended();
  expect(judged).toEqual({ command: `${SHOW}"&amp;"` });
  expect(shown(await second.result(id))).toBe(`${SHOW}"&amp;"`);
});
