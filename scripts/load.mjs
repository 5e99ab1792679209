// `npm run load [-- --full] [-- --store sqlite]`: builds, then runs the load test; `--streams`, `--runs`, `--seconds` and `--deaths` change its size.
import { join } from 'node:path';
import { root, run } from './build.mjs';

run('tsc', ['-b', 'bench']);
process.argv.splice(1, 1, join(root, 'bench/dist/load/main.js'));
await import('../bench/dist/load/main.js');
