// `npm run test:long [-- name]`: the suites that have a share in `npm test`, in full. They take minutes to hours; each decides by
// `fixtures/long.ts` what more it does.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './build.mjs';

const SHARED = /\/(?:long|store-contract|simulation\/report|thief\/rob)\.ts'/;

/** The test files that do more in the long form, by their paths. */
export function longSuites() {
  const sources = readdirSync(join(root, 'packages')).map((name) => `packages/${name}/src`);
  return [...sources, 'packages/app/web', 'tests']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, file)),
    )
    .filter((file) => /\.test\.tsx?$/.test(file))
    .filter((file) => SHARED.test(readFileSync(join(root, file), 'utf8')))
    .sort();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [name = ''] = process.argv.slice(2);
  const files = longSuites().filter((file) => file.includes(name));
  if (files.length === 0) {
    console.error(`No long suite is called ${name}. There are: ${longSuites().join(', ')}.`);
    process.exit(2);
  }
  const { status } = spawnSync(
    join(root, 'node_modules/.bin/vitest'),
    ['run', '--maxWorkers=1', '--reporter=verbose', ...files],
    { cwd: root, stdio: 'inherit', env: { ...process.env, MILLRACE_LONG: '1' } },
  );
  process.exit(status ?? 1);
}
