import { randomUUID } from 'node:crypto';
import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/chromium.mjs';

/** What Playwright switches off itself, and the toolbar: nobody sees it, and it took a sixth of the time. */
const SWITCHED_OFF = [
  ...[
    'HttpsUpgrades',
    'HttpsFirstBalancedModeAutoEnable',
    'MediaRouter',
    'OptimizationHints',
    'PaintHolding',
  ],
  ...['NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch', 'ThirdPartyStoragePartitioning'],
  ...['InitialWebUI', 'WebUIToolbar', 'WebUIReloadButton', 'WebUIBackForwardButton', 'WebUIHomeButton'],
  ...['WebUILocationBar', 'WebUISplitTabsButton', 'SpareRendererForSitePerProcess'],
];

// Workers get what is set here: they share what one of them has made.
process.env['MILLRACE_TEST_RUN'] ??= randomUUID();

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/browser',
  forbidOnly: process.env['CI'] !== undefined,
  fullyParallel: true,
  // Two more than two cores have: much of a test is waiting.
  workers: 4,
  timeout: 60_000,
  // How long a page may take to show something on a busy machine is no verdict.
  expect: { timeout: 15_000 },
  // A test that passes only at the second try is named in the closing lines of `npm test`. Kills are not tried again.
  retries: 1,
  use: {
    // One window for all tests of a worker, emptied in between: a new one costs as much as a test.
    reuseContext: true,
    launchOptions: {
      ...((path) => (path === undefined ? {} : { executablePath: path }))(findChromium()),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        `--disable-features=${SWITCHED_OFF.join(',')}`,
        '--disable-background-networking',
        '--disable-component-update',
        // Pages live for seconds: to optimise their code costs more than it gains.
        '--js-flags=--no-opt',
        // Without a graphics card its process does little but talk to the others.
        '--in-process-gpu',
        // One process for all pages of a worker: they come one after the other, at one address.
        ...['--process-per-site', '--renderer-process-limit=1', '--disable-site-isolation-trials'],
      ],
    },
    viewport: { width: 1280, height: 800 },
    // Recording every test costs more than the tests; ask for it when one fails.
    trace: process.env['MILLRACE_TRACE'] === undefined ? 'off' : 'retain-on-failure',
  },
});
