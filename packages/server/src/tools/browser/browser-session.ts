import type { Browser, BrowserContext, Page } from 'playwright-core';
import { commandEnv, type Environment } from '../command/command-env.ts';
import type { TargetOptions } from '../web/check-target.ts';
import { findBrowser } from './find-browser.ts';
import { type GuardProxy, startGuardProxy } from './guard-proxy.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A browser with one page. */
export interface BrowserSession {
  readonly page: () => Page;
  /** The page's errors, and the guard's refusals, since the last time. */
  takeProblems(): readonly string[];
  close(): Promise<void>;
}

export interface SessionOptions extends TargetOptions {
  /** The path of a Chrome or Chromium; one of this machine unless given. */
  readonly executable: string | undefined;
}

const SIZE: Size = { width: 900, height: 600 };
const MOST_PROBLEMS = 20;
const LAUNCH_MS = 30_000;

/** Switches off everything that the browser does on its own, or past the proxy. */
const ARGUMENTS = [
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--dns-prefetch-disable',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
];

/** Starts a browser whose whole traffic goes through the guard. Rejects with the fix when there is none. */
export async function openBrowserSession({ executable, ...target }: SessionOptions): Promise<BrowserSession> {
  const executablePath = findBrowser(executable);
  const proxy = await startGuardProxy(target);
  let browser: Browser | undefined;
  try {
    // It is large, and most servers never need it.
    const { chromium } = await import('playwright-core');
    browser = await chromium.launch({
      executablePath,
      args: ARGUMENTS,
      // A page that breaks out of it finds no key there.
      env: definedOnly(commandEnv(process.env)),
      // Chrome can't have one when it runs as root.
      chromiumSandbox: process.getuid?.() !== 0,
      proxy: { server: proxy.url, username: proxy.username, password: proxy.password },
      timeout: LAUNCH_MS,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    return await sessionOf(browser, proxy);
  } catch (error) {
    proxy.close();
    await browser?.close();
    const [why] = String(error instanceof Error ? error.message : error).split('\n');
    throw new Error(`The browser did not start: ${why}`, { cause: error });
  }
}

/** Playwright takes nothing but texts. */
function definedOnly(env: Environment): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

async function sessionOf(browser: Browser, proxy: GuardProxy): Promise<BrowserSession> {
  const context: BrowserContext = await browser.newContext({
    viewport: SIZE,
    acceptDownloads: false,
    serviceWorkers: 'block',
    permissions: [],
  });
  await context.addInitScript(() => {
    for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel'])
      Reflect.deleteProperty(globalThis, name);
  });
  const problems: string[] = [];
  const note = (problem: string): void => {
    if (problems.length < MOST_PROBLEMS) problems.push(problem.slice(0, 500));
  };
  let current = await context.newPage();
  const watch = (page: Page): void => {
    current = page;
    page.on('dialog', (dialog) => {
      note(`The page asked: ${dialog.message()}. The answer was no.`);
      void dialog.dismiss().catch(() => {});
    });
    page.on('console', (message) => {
      if (message.type() === 'error') note(message.text());
    });
    page.on('pageerror', (error) => note(error.message));
    page.on('close', () => {
      current = context.pages().at(-1) ?? current;
    });
  };
  watch(current);
  context.on('page', (page) => {
    watch(page);
    // One page to look at is enough.
    for (const other of context.pages()) if (other !== page) void other.close().catch(() => {});
  });
  return {
    page: () => current,
    takeProblems: () => [...problems.splice(0), ...proxy.takeRefused()],
    async close() {
      proxy.close();
      await browser.close().catch(() => {});
    },
  };
}
