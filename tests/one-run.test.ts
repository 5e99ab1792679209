import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scriptedAgent } from '../fixtures/scripted-agent.ts';
import { allow } from '../fixtures/two-ways.ts';
import { makeWorkFolder } from '../fixtures/work-folder.ts';
import { fileTools, openWorkspace } from '../packages/server/src/index.ts';
import { root } from './support/project-files.ts';

/** The types of events in the picture, in order: each arrow to the log names one type or several. */
const drawn = Array.from(
  readFileSync(join(root, 'docs/one-run.md'), 'utf8').matchAll(/^ *\w+->>Log: ([a-z_, ]+)$/gm),
  ([, types = '']) => types.split(', '),
).flat();

test('H261 the picture of one run shows the types of its events in the order of the log', async () => {
  const { root: work } = makeWorkFolder();
  const call = { id: 'call', name: 'write_to_file', input: { path: 'notes.md', content: 'Water it.\n' } };
  const agent = await scriptedAgent({
    script: (_, n) => (n === 1 ? ['I will write it.', call] : ['Done.']),
    tools: fileTools(),
    workspace: openWorkspace(work),
  });
  const run = await agent.send('Write notes.md');
  await allow(agent, run);
  await agent.until(run, 'completed');
  const types = (await agent.events(run)).map(({ type }) => type);
  await agent.runner.stop();
  // It is asked as soon as the call is whole, also before the end of the message.
  const asked = types.indexOf('approval_request');
  expect(types.slice(0, asked)).toEqual(drawn.slice(0, asked));
  expect(asked).toBeGreaterThan(drawn.indexOf('message_delta') - 1);
  expect(asked).toBeLessThan(types.indexOf('approval_decision'));
  const others = (all: readonly string[]) => all.filter((type) => type !== 'approval_request');
  expect(others(drawn)).toEqual(others(types));
  expect(drawn.filter((type) => type === 'approval_request')).toHaveLength(1);
});
