// `npm run check`: types, lint, layers, dead code, the sizes of the first page and of the libraries. Each step is one program; all run, then the failures are printed.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './build.mjs';

export const STEPS = {
  types: ['tsc', '-b'],
  lint: ['biome', 'ci', '--colors=off', '--error-on-warnings', '.'],
  promises: [
    'oxlint',
    '--type-aware',
    '--deny-warnings',
    'packages',
    'tests',
    'bench',
    'fixtures',
    '--ignore-pattern',
    'fixtures/demo/**',
  ],
  'dead code': ['knip'],
  layers: ['vitest', 'run', '--reporter=dot', 'tests/layers.test.ts'],
  'first page': ['node', 'scripts/bundle-size.mjs'],
  sizes: ['node', 'scripts/library-size.mjs', '--check'],
};

/** Runs one step; its output is shown only when it fails. */
export async function check(name, tell = console.log) {
  const [program, ...args] = STEPS[name];
  const started = performance.now();
  const path = program === 'node' ? process.execPath : join(root, 'node_modules/.bin', program);
  const child = spawn(path, args, { cwd: root });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  const code = await new Promise((resolve) => child.on('close', resolve));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  tell(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  if (code !== 0) tell(output);
  return code === 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  let failed = 0;
  for (const name of Object.keys(STEPS)) if (!(await check(name))) failed += 1;
  process.exit(failed === 0 ? 0 : 1);
}
