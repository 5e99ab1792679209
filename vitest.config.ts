import { defineConfig } from 'vitest/config';

const conditions = ['millrace-source', 'node', 'import', 'default'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    globalSetup: ['scripts/build.mjs'],
    include: ['packages/*/{src,web}/**/*.test.{ts,tsx}', 'tests/*.test.ts'],
    testTimeout: 20_000,
  },
});
