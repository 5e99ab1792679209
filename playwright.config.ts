import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/chromium.mjs';

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/browser',
  forbidOnly: process.env['CI'] !== undefined,
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  // As for the unit tests: what passes at the second try is told as flaky.
  retries: 1,
  use: {
    launchOptions: {
      ...((path) => (path === undefined ? {} : { executablePath: path }))(findChromium()),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
      ],
    },
    viewport: { width: 1280, height: 800 },
    // Recording every test costs more than the tests; ask for it when one fails.
    trace: process.env['MILLRACE_TRACE'] === undefined ? 'off' : 'retain-on-failure',
  },
});
