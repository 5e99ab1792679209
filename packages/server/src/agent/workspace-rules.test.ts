import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scriptedAgent } from '../../../../fixtures/scripted-agent.ts';
import { makeWorkFolder } from '../../../../fixtures/work-folder.ts';
import { fileTools } from '../tools/file-tools.ts';

test('A92 models are told the rules of the workspace as they are now', async () => {
  const folder = makeWorkFolder({ '.millrace/rules/tests.md': 'Run the tests.\n', 'other.md': 'No rule.' });
  symlinkSync(join(folder.root, 'other.md'), join(folder.root, '.millrace/rules/link.md'));
  const agent = await scriptedAgent({
    script: () => ['Yes.'],
    tools: fileTools(),
    workspace: folder.ctx.workspace,
  });
  await agent.until(await agent.send('Hi'), 'completed');
  folder.write({
    '.millrace/rules/names.md': 'Short names.',
    '.millrace/rules/tests.md': 'x'.repeat(30_000),
  });
  await agent.until(await agent.send('Again'), 'completed');
  await agent.runner.stop();
  const [first = '', second = ''] = agent.requests.map(({ system }) => system);
  expect(first).toContain('# Rules of this workspace\n\n## tests\nRun the tests.');
  expect(first).not.toContain('No rule.');
  expect(second).toContain('## names\nShort names.');
  expect(second).toContain('too long to be told');
  expect(second.length).toBeLessThan(22_000);
});

test('A92 without tools for the workspace no rules are told', async () => {
  const folder = makeWorkFolder({ '.millrace/rules/tests.md': 'Run the tests.\n' });
  const agent = await scriptedAgent({ script: () => ['Yes.'], workspace: folder.ctx.workspace });
  await agent.until(await agent.send('Hi'), 'completed');
  await agent.runner.stop();
  expect(agent.requests[0]?.system).not.toContain('Run the tests.');
});
