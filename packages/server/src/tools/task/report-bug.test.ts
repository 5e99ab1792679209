import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type ScriptedAgent, scriptedAgent } from '../../../../../fixtures/scripted-agent.ts';
import { toolContext } from '../../../../../fixtures/tool-context.ts';
import { allow, resultsOfRun, WAYS } from '../../../../../fixtures/two-ways.ts';
import { makeWorkFolder } from '../../../../../fixtures/work-folder.ts';
import type { Tool } from '../define/tool.ts';
import { reportBugTool } from './report-bug.ts';

let agent: ScriptedAgent | undefined;
afterEach(() => agent?.runner.stop());

const make = (data: string, home = '/nobody'): Tool =>
  reportBugTool({ data, version: '1.2.3', environment: { ACME_TOKEN: 'hunter2-hunter2' }, home });
const BUG = {
  title: 'The page stays white for hunter2-hunter2',
  description: 'I opened /home/ada/x, and ada@example.org saw hunter2-hunter2.',
};

test.each(WAYS)(
  'T65 a $way report is kept on this machine after a yes, without content and secrets',
  async (way) => {
    const { root } = makeWorkFolder();
    agent = await scriptedAgent({
      script: (_, n) => (n === 1 ? ['The secret plan.\n', way.call('r', 'report_bug', BUG)] : ['Kept.']),
      tools: [make(root)],
      model: way.model,
    });
    const run = await agent.send('My private words');
    await agent.until(run, 'waiting');
    expect(readdirSync(root)).toEqual([]);
    await allow(agent, run);
    await agent.until(run, 'completed');
    const [file = ''] = readdirSync(join(root, 'reports'));
    expect(file).toMatch(/^the-page-stays-white-for-removed-[0-9a-f]{8}\.md$/);
    expect(await resultsOfRun(agent, run)).toEqual([
      expect.stringContaining(`${join(root, 'reports', file)}. Nothing was sent`),
    ]);
    const text = readFileSync(join(root, 'reports', file), 'utf8');
    expect(text).toMatch(
      /^# The page stays white for \[removed\]\n\nI opened ~\/x, and \[email\] saw \[removed\]\.\n/,
    );
    expect(text).toContain(
      `- Millrace 1.2.3, Node ${process.version}, ${process.platform} ${process.arch}\n- Model test/script, mode chat\n`,
    );
    expect(text).toMatch(
      /oldest first: step_start, message_start, .*approval_request,.* approval_decision, tool_start\n$/,
    );
    expect(text).not.toMatch(/hunter2|private words|secret plan/);
  },
);

test('T298 the same call has the same file, another one another', async () => {
  const { root } = makeWorkFolder();
  const tool = make(root, root);
  for (const key of ['a', 'a', 'b']) await tool.run({ ...BUG, title: '!?' }, toolContext({ key }));
  expect(readdirSync(join(root, 'reports')).map((name) => name.slice(0, 4))).toEqual(['bug-', 'bug-']);
  const { content } = await tool.run(BUG, toolContext());
  expect(content).toMatch(/saved as ~\/reports\/the-page/);
  expect(readdirSync(join(root, 'reports'))).toHaveLength(3);
});

test('T65 it asks first, and refuses what says nothing or a folder that is not there', async () => {
  const tool = make('/nowhere/at/all');
  expect(tool).toMatchObject({ approval: 'ask', effect: 'idempotent' });
  expect(tool.title?.(BUG)).toBe(`Report a bug: ${BUG.title}`);
  for (const input of [
    {},
    { title: 'a' },
    { title: ' ', description: 'b' },
    { title: 'a', description: 'x'.repeat(20_001) },
  ])
    expect(tool.check?.(input)).toMatch(/title|description/);
  await expect(tool.run(BUG, toolContext())).rejects.toThrow(/file system refuses|not/);
});
