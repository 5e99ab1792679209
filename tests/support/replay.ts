// Before each test file: a property that fails says the command that shows the same failure again.
import { relative } from 'node:path';
import fc, { type RunDetails } from 'fast-check';
import { expect } from 'vitest';
import { root } from './project-files.ts';

export type Replayed = Pick<fc.Parameters<never>, 'seed' | 'path' | 'endOnFailure'>;

export interface FailedTest {
  /** The path of its file from the root. */
  readonly file: string;
  /** Its name behind those of the suites that it stands in. */
  readonly name: string;
}

/** The command that makes the same values again. Pure. */
export function replayCommand(seed: number, { file, name }: FailedTest): string {
  const pattern = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", "'\\''");
  return `MILLRACE_SEED=${seed} npx vitest run ${file} -t '${pattern}'`;
}

/** The options that the environment gives fast-check: a path leads straight to one case, where a test has one property. Pure. */
export function replayed(env: Readonly<Record<string, string | undefined>>): Replayed {
  const { MILLRACE_SEED: seed, MILLRACE_PATH: path } = env;
  return { ...(seed && { seed: Number(seed) }), ...(path && { path, endOnFailure: true }) };
}

/** Throws as fast-check itself does, with the command behind its words. */
export function report<T>(details: RunDetails<T>, test: FailedTest): void {
  if (!details.failed) return;
  const said = fc.defaultReportMessage(details) ?? 'Property failed.';
  const message = `${said}\n\nAgain: ${replayCommand(details.seed, test)}`;
  throw new Error(message, { cause: details.errorInstance });
}

fc.configureGlobal({
  ...replayed(process.env),
  reporter(details: RunDetails<unknown>) {
    const { testPath = '', currentTestName = '' } = expect.getState();
    report(details, { file: relative(root, testPath), name: currentTestName.replaceAll(' > ', ' ') });
  },
});
