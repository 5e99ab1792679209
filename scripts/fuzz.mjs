// `npm run fuzz -- commands [--lines N] [--seed S]`: makes command lines of every construct of bash, and runs those that a rule
// would allow in real shells that have no programs but traced ones. Fails when a shell ran or wrote something else than was read.
// The seed is printed: with it the same lines come again.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './build.mjs';

const SUITES = { commands: 'packages/engine/src/approval/judge-line.test.ts' };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    lines: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
const [name = ''] = positionals;
if (!Object.hasOwn(SUITES, name)) {
  console.error(`Say what to fuzz: ${Object.keys(SUITES).join(', ')}.`);
  process.exit(2);
}
console.log(`${name}: ${values.lines} lines, --seed ${values.seed}`);
const { status } = spawnSync(
  join(root, 'node_modules/.bin/vitest'),
  ['run', SUITES[name], '--maxWorkers=1'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, FUZZ_LINES: values.lines, FUZZ_SEED: values.seed },
  },
);
process.exit(status ?? 1);
