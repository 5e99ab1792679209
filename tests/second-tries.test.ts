import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { closingLines, flakyTests } from '../scripts/flaky.mjs';
import vitestConfig from '../vitest.config.ts';
import { projectFiles, root } from './support/project-files.ts';
import { replayCommand, replayed, report } from './support/replay.ts';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const sources = ['packages', 'tests', 'fixtures', 'scripts']
  .flatMap(projectFiles)
  .filter((file) => /\.m?tsx?$|\.mjs$/.test(file) && file !== 'tests/second-tries.test.ts');

test('H51 no unit test is tried a second time: laws, simulations and kills are among them', () => {
  expect(vitestConfig.test?.retry).toBeUndefined();
  const option = /[{,]\s*retry\s*:\s*\d|--retry=(?!0)/;
  expect(sources.filter((file) => option.test(read(file)))).toEqual([]);
  expect(read('package.json')).not.toContain('--retry');
});

test('H51 a browser test that is a law or kills a server is not tried a second time', () => {
  const specs = projectFiles('tests/e2e').filter((file) => file.endsWith('.spec.ts'));
  const isTriedOnce = (file: string): boolean =>
    /^test\.describe\.configure\(\{ retries: 0 \}\);$/m.test(read(file));
  expect(specs.filter((file) => /fast-check/.test(read(file)) && !isTriedOnce(file))).toEqual([]);
  const killing = specs.filter((file) => read(file).includes("'SIGKILL'"));
  expect(killing).not.toEqual([]);
  // Each kill stands in a suite that begins by saying so.
  const suite =
    /^test\.describe\('kills', \(\) => \{\n {2}test\.describe\.configure\(\{ retries: 0 \}\);\n.*?^\}\);/gms;
  for (const file of killing) expect(read(file).replaceAll(suite, ''), file).not.toContain("'SIGKILL'");
});

test('H52 a property that fails tells its seed, its path and the command that shows it again', () => {
  const property = fc.property(fc.string(), fc.nat(), (_, n) => n < 50);
  const failed = fc.check(property);
  const at = { file: 'tests/a.test.ts', name: "A1 it's (so) 1.5" };
  const tell = (): void => report(failed, at);
  expect(tell).toThrow(`seed: ${failed.seed}`);
  expect(tell).toThrow(`path: "${failed.counterexamplePath}"`);
  const command = replayCommand(failed.seed, at);
  expect(command).toMatch(
    /^MILLRACE_SEED=-?\d+ npx vitest run tests\/a\.test\.ts -t 'A1 it'\\''s \\\(so\\\) 1\\\.5'$/,
  );
  expect(tell).toThrow(command);
  const again = fc.check(property, replayed({ MILLRACE_SEED: String(failed.seed) }));
  expect(again).toMatchObject({
    counterexample: failed.counterexample,
    counterexamplePath: failed.counterexamplePath,
  });
  const straight = { MILLRACE_SEED: String(failed.seed), MILLRACE_PATH: failed.counterexamplePath ?? '' };
  expect(fc.check(property, replayed(straight)).counterexample).toEqual(failed.counterexample);
});

test('H52 every property fails with the command, also an asynchronous one, in every test', async () => {
  const command =
    /Again: MILLRACE_SEED=-?\d+ npx vitest run tests\/second-tries\.test\.ts -t 'H52 every property/;
  expect(() => fc.assert(fc.property(fc.nat(), () => false))).toThrow(command);
  await expect(fc.assert(fc.asyncProperty(fc.nat(), async () => false))).rejects.toThrow(command);
  // No test has a way of its own to tell or to hide a failure.
  const own = /\bfc\.check\(|\b(asyncR|r)eporter[:(]|configureGlobal/;
  expect(sources.filter((file) => own.test(read(file)))).toEqual(['tests/support/replay.ts']);
});

test('H53 the closing lines name what passed only at the second try', () => {
  const spec = (title: string, status: string) => ({ title, file: 'a.spec.ts', tests: [{ status }] });
  const suites = [
    { specs: [spec('U1 one', 'expected')], suites: [{ specs: [spec('U2 two', 'flaky')] }] },
    { specs: [spec('U3 three', 'flaky'), spec('U4 four', 'unexpected')] },
  ];
  const flaky = flakyTests({ suites });
  expect(flaky).toEqual(['a.spec.ts: U2 two', 'a.spec.ts: U3 three']);
  expect(closingLines({ passed: 3, failed: 1, flaky }).join('\n')).toBe(
    'flaky: 2\n  a.spec.ts: U2 two\n  a.spec.ts: U3 three\n3 passed, 1 failed',
  );
  expect(closingLines({ passed: 3, failed: 0, flaky: [] })).toEqual(['flaky: 0', '3 passed, 0 failed']);
});
