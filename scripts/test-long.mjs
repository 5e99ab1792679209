// `npm run test:long [-- name]`: suites that have a share in `npm test`, in full. They take minutes to hours; each file decides what more
// it does when MILLRACE_LONG is 1.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './build.mjs';

const SUITES = [
  'packages/engine/src/calls/chunking.test.ts',
  'packages/engine/src/document/print/to-markdown.test.ts',
  'packages/engine/src/markdown/micromark.test.ts',
  'packages/server/src/agent/log/loop-laws.test.ts',
  'packages/server/src/checkpoints/restore.test.ts',
  'tests/hostile-texts.test.ts',
  'tests/idle-connections.test.ts',
  'tests/proxies.test.ts',
  'tests/regexes.test.ts',
  'tests/thief.test.ts',
  'tests/thief-canary.test.ts',
  'tests/upgrade-kills.test.ts',
  'tests/chaos/simulated-crashes.test.ts',
  'tests/chaos/simulated-chance.test.ts',
];

const [name = ''] = process.argv.slice(2);
const files = SUITES.filter((file) => file.includes(name));
if (files.length === 0) {
  console.error(`No long suite is called ${name}. There are: ${SUITES.join(', ')}.`);
  process.exit(2);
}
const { status } = spawnSync(
  join(root, 'node_modules/.bin/vitest'),
  ['run', '--maxWorkers=1', '--reporter=verbose', ...files],
  { cwd: root, stdio: 'inherit', env: { ...process.env, MILLRACE_LONG: '1' } },
);
process.exit(status ?? 1);
