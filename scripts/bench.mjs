// `npm run bench [-- name …]`: builds, then runs the benchmarks.
import { join } from 'node:path';
import { root, run } from './build.mjs';

run('tsc', ['-b', 'bench']);
process.argv.splice(1, 1, join(root, 'bench/dist/main.js'));
await import('../bench/dist/main.js');
