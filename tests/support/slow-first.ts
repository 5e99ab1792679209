import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { root } from './project-files.ts';

/**
 * The files that take longest, the longest first: one that began last would leave the other workers idle. Those that start git hundreds
 * of times come before them: a worker is small at first, and to start a process from one that holds a gigabyte takes 30 ms.
 */
export const SLOW = [
  'packages/server/src/checkpoints/restore.test.ts',
  'packages/server/src/checkpoints/hostile.test.ts',
  'packages/server/src/http/checkpoints.test.ts',
  'packages/server/src/checkpoints/disk.test.ts',
  'tests/thief.test.ts',
  'tests/kills-postgres.test.ts',
  'packages/server/src/http/bad-days.test.ts',
  'packages/server/src/store/postgres/postgres-store.test.ts',
  'packages/server/src/store/sqlite/upgrade.test.ts',
  'tests/kills-sqlite.test.ts',
  'packages/server/src/tools/mcp/create-mcp.test.ts',
  'tests/chaos/simulated-crashes.test.ts',
  'tests/chaos/seeded-bugs.test.ts',
  'tests/chaos/simulated-chance.test.ts',
  'packages/server/src/tools/search/codebase-search.test.ts',
  'packages/engine/src/markdown/linear.test.ts',
  'packages/server/src/tools/browser/browser-action.test.ts',
  'packages/server/src/agent/log/loop-laws.test.ts',
  'tests/packed.test.ts',
  'packages/server/src/agent/log/postgres-bus.test.ts',
  'tests/devices.test.ts',
  'tests/command.test.ts',
];

/** Pure. Files in the order in which they begin: the slow ones, then the others as they were. */
export function slowFirst<T>(files: readonly T[], pathOf: (file: T) => string): T[] {
  const place = (file: T): number => {
    const found = SLOW.indexOf(relative(root, pathOf(file)));
    return found === -1 ? SLOW.length : found;
  };
  return files.toSorted((a, b) => place(a) - place(b));
}

/** Vitest's own order goes by size where a file has not run before, and the slowest files are among the smallest. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return slowFirst(await super.sort(files), ({ moduleId }) => moduleId);
  }
}
