import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFiles, root } from './support/project-files.ts';

/** The files that may let real time pass, and why no verdict depends on how much. */
const ALLOWED: Readonly<Record<string, string>> = {
  'tests/chaos/kills/': 'servers are killed at moments that a seed chooses; each moment must do',
  'tests/devices.test.ts': 'how late the network is, is what fast-check chooses',
  'tests/e2e/approvals.spec.ts': 'a press in the next turn of the page',
  'tests/e2e/door.spec.ts': 'the longest wait for what a foreign page may not load',
  'tests/e2e/once-per-run.ts': 'looks again and again for what another worker makes',
  'tests/e2e/timeline.spec.ts': "on the page's clock, which the test moves",
  'tests/upgrade-kills.test.ts': 'servers are killed at random moments; each moment must do',
  'fixtures/fake-provider.ts': 'the pace of a provider',
  'fixtures/talker.ts': 'the pace of a model',
  'fixtures/postgres.mjs': 'looks again and again for a server that starts',
  'fixtures/scripted-agent.ts': 'looks again and again for the state of a run',
  'packages/server/src/agent/loop/workspace-lock.test.ts': 'other processes that hold a lock',
  'packages/server/src/agent/run/reverter.test.ts': 'a clock that goes a hundred times as fast',
  'packages/server/src/checkpoints/hostile.test.ts': 'a process is killed at several moments; each must do',
  'packages/server/src/tools/mcp/create-mcp.test.ts':
    'a person who takes longer than the real limit of the MCP library',
  'packages/server/src/tools/web/guarded-fetch.test.ts': 'a web server that dawdles',
};

/** Lets time pass, or gets something that does. `test.setTimeout` is a limit, and fake timers are named in quotes. */
const SLEEPS = /(?<!test\.)\bsetTimeout\(|timers\/promises|\bwaitForTimeout\(|\bAtomics\.wait\(/;

const files = ['packages', 'tests', 'fixtures']
  .flatMap(projectFiles)
  .filter((file) => /\.(tsx?|mjs)$/.test(file))
  .filter((file) => !file.startsWith('packages/') || /\.test\.tsx?$|-contract\.ts$/.test(file))
  .filter((file) => file !== 'tests/sleeps.test.ts' && !file.startsWith('fixtures/demo/'));
const sleeping = files.filter((file) => SLEEPS.test(readFileSync(join(root, file), 'utf8')));

test('H54 no test sleeps: time is a clock that it moves, or an event that it waits for', () => {
  expect(files.length).toBeGreaterThan(400);
  const isAllowed = (file: string): boolean => Object.keys(ALLOWED).some((place) => file.startsWith(place));
  expect(sleeping.filter((file) => !isAllowed(file))).toEqual([]);
});

test('H54 each file that may sleep does', () => {
  const vain = Object.keys(ALLOWED).filter((place) => !sleeping.some((file) => file.startsWith(place)));
  expect(vain).toEqual([]);
});
