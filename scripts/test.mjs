// `npm test`: everything, with what it needs found or installed, and one line at the end for all suites together.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfNeeded, root } from './build.mjs';
import { check, STEPS } from './check.mjs';
import { ensureChromium } from './chromium.mjs';
import { closingLines, flakyTests } from './flaky.mjs';

const results = join(root, 'test-results');
const total = { passed: 0, failed: 0, flaky: [] };

function count(passed, failed) {
  total.passed += passed;
  total.failed += failed;
}

/** Runs a suite that writes a report; a suite without one has failed as a whole. */
async function suite(title, program, args, env, read) {
  console.log(`\n${title}`);
  const child = spawn(join(root, 'node_modules/.bin', program), args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  const status = await new Promise((resolve) => child.once('close', resolve).once('error', resolve));
  try {
    const { passed, failed } = read();
    // A suite may fail without a failed test: a crash, an unhandled rejection.
    count(passed, status === 0 ? failed : Math.max(failed, 1));
  } catch {
    count(0, 1);
  }
}

function unitTests() {
  const report = join(results, 'unit.json');
  return suite(
    'Unit tests',
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    {},
    () => {
      const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(
        readFileSync(report, 'utf8'),
      );
      return { passed: numPassedTests, failed: Math.max(numFailedTests, numFailedTestSuites) };
    },
  );
}

function browserTests() {
  const report = join(results, 'browser.json');
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  return suite('Browser tests', 'playwright', ['test', '--reporter=list,json'], env, () => {
    const told = JSON.parse(readFileSync(report, 'utf8'));
    const { expected, unexpected, flaky } = told.stats;
    total.flaky.push(...flakyTests(told));
    return { passed: expected + flaky, failed: unexpected };
  });
}

rmSync(results, { recursive: true, force: true });
mkdirSync(results);
for (const step of [findBrowser, buildIfNeeded, checksAndUnitTests, browserTests]) {
  try {
    await step();
  } catch (error) {
    console.error(error.message);
    count(0, 1);
  }
}

/** One browser for all suites, which may have to be installed. */
function findBrowser() {
  process.env.CHROMIUM = ensureChromium();
}

/** At the same time: checks only read and have a core each, unit tests wait for other processes. Told one after the other. */
async function checksAndUnitTests() {
  // The layers are among the unit tests.
  const names = Object.keys(STEPS).filter((name) => name !== 'layers');
  const lines = [];
  const checked = Promise.all(names.map((name) => check(name, (line) => lines.push(line))));
  await unitTests();
  const good = await checked;
  console.log(`\nChecks\n${lines.join('\n')}`);
  const passed = good.filter((each) => each).length;
  count(passed, good.length - passed);
}

console.log(`\n${closingLines(total).join('\n')}`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
