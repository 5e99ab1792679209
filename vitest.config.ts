import { defineConfig } from 'vitest/config';
import { SlowFirst } from './tests/support/slow-first.ts';

// Without `import`: it would hold for `require` too, and CommonJS packages would get ES modules.
const conditions = ['millrace-source', 'node'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    // Two more than two cores have: many tests wait for other processes.
    maxWorkers: 4,
    sequence: { sequencer: SlowFirst },
    // Modules keep no state that a test may change: the files of a worker share them. Loading them costs more than most tests.
    isolate: false,
    unstubEnvs: true,
    globalSetup: ['scripts/build.mjs', 'fixtures/postgres-on-demand.mjs'],
    include: ['packages/*/{src,web}/**/*.test.{ts,tsx}', 'tests/{*,chaos/*}.test.ts'],
    setupFiles: ['tests/support/replay.ts'],
    // No test is tried a second time: a law that fails once is broken. How long one takes on a busy machine is no verdict.
    testTimeout: 300_000,
    expect: { poll: { timeout: 240_000 } },
    // The first use of Postgres may have to install it.
    hookTimeout: 300_000,
  },
});
