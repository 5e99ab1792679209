import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type ConsoleMessage, expect, type Page } from '@playwright/test';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { KEY_HEADER } from '../../packages/engine/src/run.ts';
import { KEY_NAME } from '../../packages/react/src/client/page-key.ts';
import { DocumentView } from '../../packages/react/src/document/document-view.tsx';
import { root } from '../support/project-files.ts';
import { testKeys } from '../support/test-keys.ts';
import { keepCache } from './keep-cache.ts';
import { keepPort, ownPort } from './own-port.ts';

/** The real server in a process of its own, with a data folder of its own. */
export interface App {
  readonly url: string;
  /** Its data folder, which has the workspace of sample files in it. */
  readonly data: string;
  /** A fresh sign-in link. */
  link(): Promise<string>;
  /** Ends the server, in order or like a crash, and starts it again at the same address. */
  restart(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

export interface AppOptions {
  /** Milliseconds between two words of the demo model. */
  readonly pace: number;
  readonly env: Readonly<Record<string, string>>;
}

export interface Fixtures {
  readonly appOptions: AppOptions;
  readonly app: App;
  /** A signed-in page. Anything it reports as an error fails the test. */
  readonly page: Page;
}

export const test = base.extend<Fixtures>({
  appOptions: [{ pace: 3, env: {} }, { option: true }],
  app: async ({ appOptions }, use) => {
    const app = await startApp(appOptions);
    await use(app);
    await app.stop();
  },
  page: ({ page, app }, use) => signedIn(page, app, use),
});

/** Signs a page in for a test. Anything it reports as an error fails the test. */
export async function signedIn(
  page: Page,
  app: { readonly url: string; link(): Promise<string> },
  use: (page: Page) => Promise<void>,
): Promise<void> {
  keepCache(page.context());
  const problems = watchProblems(page);
  // The one thing that a test before may have left as it was.
  await page.context().setOffline(false);
  await signIn(page, app);
  await use(page);
  expect(problems).toEqual([]);
}

/** Opens a fresh link and waits until it has let the page in: going on before would give the sign-in up. */
export async function signIn(
  page: Page,
  app: { readonly url: string; link(): Promise<string> },
): Promise<void> {
  await page.goto(await app.link());
  await expect(page).toHaveURL(`${app.url}/`);
}

export { expect };

/** A refusal of the policy of a diagram's frame is logged there, and reaches nothing. */
export const isOfDiagram = (message: ConsoleMessage): boolean => message.location().url.includes('/diagram/');

/** Collects what the page reports: errors of scripts, violated policies. A lost connection or a refused request is not one. */
export function watchProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on('pageerror', ({ message, stack = message }) => {
    // The held clock of the test before, in the same window, may say a last word.
    if (!message.includes("(reading 'controller')")) problems.push(stack);
  });
  page.on('console', (message: ConsoleMessage) => {
    const lost = /net::ERR_|status of (400|401|403|404|409|423|429|503)/.test(message.text());
    if (message.type() === 'error' && !lost && !isOfDiagram(message)) problems.push(message.text());
  });
  return problems;
}

async function startApp({ pace, env }: AppOptions): Promise<App & { stop(): Promise<void> }> {
  const data = mkdtempSync(join(tmpdir(), 'millrace-e2e-'));
  let port = ownPort();
  let child: ChildProcess;
  let url = '';
  // The link that a server prints when it starts is good for one page.
  let printed: string | undefined;

  async function start(): Promise<void> {
    child = launch([], { ...env, MILLRACE_DATA: data, MILLRACE_DEMO_PACE: String(pace), PORT: String(port) });
    const ready = await firstLine(child);
    url = /^Millrace is ready: (http:\/\/127\.0\.0\.1:\d+)\/start#[\w-]+$/.exec(ready)?.[1] ?? '';
    if (url === '') throw new Error(`The server said: ${ready}`);
    printed = ready.slice('Millrace is ready: '.length);
    keepPort(url);
    port = ownPort();
  }
  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await gone;
  }

  await start();
  return {
    data,
    get url() {
      return url;
    },
    async link() {
      const link = printed ?? (await firstLine(launch(['link'], { MILLRACE_DATA: data })));
      printed = undefined;
      return link;
    },
    async restart(signal) {
      await end(signal);
      await start();
    },
    async stop() {
      await end('SIGTERM');
      rmSync(data, { recursive: true, force: true });
    },
  };
}

function launch(args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
  return spawn(process.execPath, [join(root, 'packages/app/millrace.mjs'), ...args], {
    env: { PATH: process.env['PATH'], MILLRACE_KEYS: testKeys, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (data: Buffer) => {
      text += data.toString();
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')));
    });
    child.once('exit', (code) => reject(new Error(`The command ended with ${code}.`)));
  });
}

/** The demo model's answer, byte for byte. */
export function recordedSource(name: string): string {
  return readFileSync(join(root, `fixtures/demo/${name}.md`), 'utf8').trimEnd();
}

/** The text that the page shows of it when nothing disturbs it. */
export function recorded(name: string): string {
  const document = createElement(DocumentView, {
    text: recordedSource(name),
    messageId: 'm',
    running: false,
  });
  return renderToStaticMarkup(document)
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|#x27|amp);/g, (_, name: string) => ENTITIES[name] ?? '');
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#x27': "'", amp: '&' };

/** The headers that let in a request beside the page, like one of its own scripts: its cookie comes by itself. */
export async function pageKey(page: Page): Promise<{ readonly headers: Record<string, string> }> {
  const key = await page.evaluate((name) => localStorage.getItem(name), KEY_NAME);
  return { headers: { [KEY_HEADER]: key ?? '' } };
}

/** The newest answer of the open chat as the server keeps it. */
export async function storedAnswer(page: Page): Promise<string> {
  const { origin, pathname } = new URL(page.url());
  const address = `${origin}/api/chats/${pathname.split('/').at(-1)}/messages`;
  const response = await page.request.get(address, await pageKey(page));
  const { messages } = (await response.json()) as { messages: { text: string }[] };
  return messages.at(-1)?.text ?? '';
}

export const answer = (page: Page) => page.locator('.mr-answer').last();
export const writing = (page: Page) => page.getByRole('button', { name: 'Stop', exact: true });

/** Sends a message and waits until it stands in the transcript. */
export async function send(page: Page, text: string): Promise<void> {
  const asked = page.locator('.mr-message-user');
  // Messages that are still to come would be counted as this one.
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await expect(page.locator('.app-unready')).toHaveCount(0);
  const before = await asked.count();
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.keyboard.press('Enter');
  await expect(asked).toHaveCount(before + 1);
}

/** The answer's text exactly as it stands in the DOM. */
export async function answerText(page: Page): Promise<string | null> {
  // Before its first words an answer has no text to wait for.
  return (await answer(page).count()) === 0 ? null : answer(page).textContent();
}

/** Waits until the answer has come some way and is still being written. */
export async function midStream(page: Page, length = 200): Promise<string> {
  await expect
    .poll(async () => (await answerText(page))?.length ?? 0, { timeout: 20_000, intervals: [50] })
    .toBeGreaterThan(length);
  await expect(writing(page)).toBeVisible();
  return (await answerText(page)) ?? '';
}

/** Waits until every message has its whole answer; gives the last one. */
export async function finished(page: Page): Promise<string> {
  const log = page.getByRole('log');
  await expect
    .poll(
      async () => {
        const [asked, answered, busy] = await Promise.all([
          page.locator('.mr-message-user').count(),
          page.locator('.mr-message-assistant').count(),
          log.getAttribute('aria-busy'),
        ]);
        return asked > 0 && asked === answered && busy === 'false';
      },
      { timeout: 40_000, intervals: [100] },
    )
    .toBe(true);
  await expect(writing(page)).toBeHidden();
  return (await answerText(page)) ?? '';
}
