import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scriptedAgent } from '../../../../../fixtures/scripted-agent.ts';
import { trustAll } from '../../../../../fixtures/trust-all.ts';
import { makeWorkFolder } from '../../../../../fixtures/work-folder.ts';
import { fileTools } from '../../tools/files/file-tools.ts';

test('A92 models are told the rules of the workspace as they are now', async () => {
  const folder = makeWorkFolder({ '.millrace/rules/tests.md': 'Run the tests.\n', 'other.md': 'No rule.' });
  symlinkSync(join(folder.root, 'other.md'), join(folder.root, '.millrace/rules/link.md'));
  const agent = await scriptedAgent({
    script: () => ['Yes.'],
    tools: fileTools(),
    workspace: folder.ctx.workspace,
  });
  await trustAll(agent.store, folder.ctx.workspace);
  await agent.until(await agent.send('Hi'), 'completed');
  folder.write({
    '.millrace/rules/names.md': 'Short names.',
    '.millrace/rules/tests.md': 'x'.repeat(30_000),
  });
  await trustAll(agent.store, folder.ctx.workspace);
  await agent.until(await agent.send('Again'), 'completed');
  await agent.runner.stop();
  const [first = '', second = ''] = agent.requests.map(({ system }) => system);
  expect(first).toContain('# Rules of this workspace\n\n## tests\nRun the tests.');
  expect(first).not.toContain('No rule.');
  expect(second).toContain('## names\nShort names.');
  expect(second).toContain('too long and was left out');
  expect(second.length).toBeLessThan(22_000);
});

test('A92 without tools for the workspace no rules are told', async () => {
  const folder = makeWorkFolder({ '.millrace/rules/tests.md': 'Run the tests.\n' });
  const agent = await scriptedAgent({ script: () => ['Yes.'], workspace: folder.ctx.workspace });
  await agent.until(await agent.send('Hi'), 'completed');
  await agent.runner.stop();
  expect(agent.requests[0]?.system).not.toContain('Run the tests.');
});

/** The system prompt in each call of a run. */
async function toldBy(agent: Awaited<ReturnType<typeof scriptedAgent>>, text: string): Promise<string> {
  await agent.until(await agent.send(text), 'completed');
  return agent.requests.at(-1)?.system ?? '';
}

test('A231 the instructions of a workspace count only once the person has said so, each in its version', async () => {
  const folder = makeWorkFolder({
    '.millrace/rules/a.md': 'Rule A, once.',
    '.millrace/rules/b.md': 'Rule B.',
  });
  const { workspace } = folder.ctx;
  const agent = await scriptedAgent({ script: () => ['Yes.'], tools: fileTools(), workspace });
  expect(await toldBy(agent, '1')).not.toMatch(/Rule [AB]/);
  await trustAll(agent.store, workspace);
  expect(await toldBy(agent, '2')).toMatch(/Rule A, once\.\s[\s\S]*Rule B\./);
  folder.write({ '.millrace/rules/a.md': 'Rule A, changed.', '.millrace/rules/c.md': 'Rule C.' });
  const third = await toldBy(agent, '3');
  expect(third).toContain('Rule B.');
  expect(third).not.toMatch(/Rule A|Rule C/);
  // A file that was read before may come back; a withdrawn permission no longer counts.
  folder.write({ '.millrace/rules/a.md': 'Rule A, once.' });
  expect(await toldBy(agent, '4')).toMatch(/Rule A, once/);
  await agent.store.dropTrust(workspace?.root ?? '');
  expect(await toldBy(agent, '5')).not.toMatch(/Rule [ABC]/);
  await agent.runner.stop();
});

test('A232 a rule that the person has approved counts at once', async () => {
  const folder = makeWorkFolder();
  const { workspace } = folder.ctx;
  const rule = { path: '.millrace/rules/tests.md', content: 'Run the tests.' };
  const agent = await scriptedAgent({
    script: (_, n) => (n === 1 ? [{ id: 'c', name: 'new_rule', input: rule }] : ['Done.']),
    tools: fileTools(),
    workspace,
  });
  const run = await agent.send('From now on');
  await agent.until(run, 'waiting');
  await agent.decide(run, 'c', { type: 'approve' });
  await agent.until(run, 'completed');
  expect(agent.requests.at(-1)?.system).toContain('Run the tests.');
  expect(await agent.store.readTrust(workspace?.root ?? '')).toHaveLength(1);
  await agent.runner.stop();
});
