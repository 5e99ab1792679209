import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from '@playwright/test';
import { test } from './agent-app.ts';
import { expect, pageKey, signIn } from './app.ts';
import { expectWritten } from './written.ts';

// Another server at another port of 127.0.0.1, such as a model may have started, in the browser of a signed-in person.

interface Stranger {
  readonly url: string;
  /** The cookies that browsers have brought. */
  readonly cookies: string[];
  /** The cookies that it sets with its page. */
  setCookies: string[];
  close(): void;
}

async function startStranger(): Promise<Stranger> {
  const stranger = { cookies: [] as string[], setCookies: [] as string[] };
  const server: Server = createServer((request: IncomingMessage, response: ServerResponse) => {
    stranger.cookies.push(request.headers.cookie ?? '');
    response.setHeader('content-type', 'text/html');
    if (stranger.setCookies.length > 0) response.setHeader('set-cookie', stranger.setCookies);
    response.end('<!doctype html><title>Stranger</title><body></body>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(stranger, { url: `http://127.0.0.1:${port}`, close: () => server.close() });
}

let stranger: Stranger;
test.beforeEach(async () => {
  stranger = await startStranger();
});
test.afterEach(() => stranger.close());

async function visit(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(stranger.url);
  return page;
}

const home = (page: Page) => page.getByRole('heading', { name: 'What should we work on?' });
const signedOut = (page: Page) => page.getByRole('heading', { name: 'You are signed out' });

test('H30 another server of the host gets the cookie, and no route takes it', async ({
  page,
  app,
  context,
}) => {
  await visit(context);
  const cookie = stranger.cookies.at(-1) ?? '';
  expect(cookie).toContain(`millrace_${new URL(app.url).port}=`);
  const described = await page.request.get(`${app.url}/api/openapi.json`, await pageKey(page));
  const { paths } = (await described.json()) as {
    paths: Record<string, Record<string, { security?: unknown[] }>>;
  };
  const statuses = new Set<number>();
  let tried = 0;
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { security }] of Object.entries(methods)) {
      if (security?.length === 0) continue;
      const hasBody = method !== 'get' && method !== 'delete';
      const answer = await fetch(`${app.url}${path.replace(/\{\w+\}/g, 'x')}`, {
        method: method.toUpperCase(),
        headers: { cookie, ...(hasBody && { 'content-type': 'application/json' }) },
        ...(hasBody && { body: '{}' }),
      });
      statuses.add(answer.status);
      tried += 1;
    }
  }
  expect(tried).toBeGreaterThan(25);
  expect([...statuses]).toEqual([401]);
});

test('H30 the page of another server of the host reads nothing and changes nothing', async ({
  page,
  app,
  context,
}) => {
  const evil = await visit(context);
  const opened: Page[] = [];
  context.on('page', (each) => opened.push(each));
  const got = await evil.evaluate(async (url) => {
    const read: string[] = [];
    const settle = async (name: string, work: () => Promise<unknown>): Promise<void> => {
      await work().then(
        (text) => read.push(`${name}: ${String(text)}`),
        () => {},
      );
    };
    const json = { 'content-type': 'application/json' };
    const body = JSON.stringify({ id: 'planted' });
    for (const mode of ['cors', 'no-cors', 'same-origin'] as const) {
      const init: RequestInit = { credentials: 'include', mode };
      for (const path of ['/api/chats', '/api/sync', '/api/openapi.json', '/api/models'])
        await settle(`fetch ${mode} ${path}`, async () => {
          const answer = await fetch(`${url}${path}`, init);
          return answer.type === 'opaque' ? Promise.reject(answer) : answer.text();
        });
      await settle(`post ${mode}`, async () => {
        const answer = await fetch(`${url}/api/chats`, { ...init, method: 'POST', body });
        return answer.type === 'opaque' ? Promise.reject(answer) : answer.text();
      });
      await settle(`json ${mode}`, async () => {
        const answer = await fetch(`${url}/api/chats`, { ...init, method: 'POST', body, headers: json });
        return answer.type === 'opaque' ? Promise.reject(answer) : answer.text();
      });
    }
    await settle('beacon', async () => {
      navigator.sendBeacon(`${url}/api/chats`, new Blob([body], { type: 'text/plain' }));
      return Promise.reject(new Error('A beacon tells nothing.'));
    });
    const loads = (made: HTMLElement, name: string): Promise<void> =>
      settle(
        name,
        () =>
          new Promise((resolve, reject) => {
            made.onload = () => resolve(name);
            made.onerror = reject;
            document.body.append(made);
            setTimeout(reject, 2000);
          }),
      );
    await loads(
      Object.assign(new Image(), { src: `${url}/api/preview/image?url=http://127.0.0.1/` }),
      'image',
    );
    await loads(Object.assign(document.createElement('script'), { src: `${url}/api/chats` }), 'script');
    await settle(
      'events',
      () =>
        new Promise((resolve, reject) => {
          const events = new EventSource(`${url}/api/sync`, { withCredentials: true });
          events.onmessage = ({ data }) => resolve(data);
          events.onerror = reject;
        }),
    );
    const frame = Object.assign(document.createElement('iframe'), { src: `${url}/` });
    document.body.append(frame);
    await new Promise((resolve) => {
      frame.onload = resolve;
    });
    await settle('frame', async () => frame.contentWindow?.localStorage.getItem('millrace:key'));
    const form = Object.assign(document.createElement('form'), {
      method: 'post',
      action: `${url}/api/chats`,
      target: '_blank',
      enctype: 'text/plain',
    });
    form.append(
      Object.assign(document.createElement('input'), { name: '{"id":"planted","x":"', value: '"}' }),
    );
    document.body.append(form);
    form.submit();
    const tab = window.open(`${url}/`);
    await settle('tab', async () => tab?.localStorage.getItem('millrace:key') ?? Promise.reject(tab));
    window.open(`${url}/api/chats`);
    await settle('own storage', async () => localStorage.getItem('millrace:key') ?? Promise.reject(tab));
    return read;
  }, app.url);
  expect(got).toEqual([]);
  await expect.poll(() => opened.length).toBeGreaterThan(1);
  for (const each of opened) {
    await each.waitForLoadState().catch(() => {});
    if (each.url().includes('/api/'))
      expect(await each.textContent('body')).toMatch(/"no_key"|foreign_origin/);
  }
  const kept = await page.request.get(`${app.url}/api/chats`, await pageKey(page));
  expect(await kept.json()).toEqual({ chats: [] });
  // A person may still follow a link from there: the page of the other tab is signed in.
  await expect(home(page)).toBeVisible();
});

test('H31 cookies that another server sets beside ours change nothing', async ({ page, app, context }) => {
  const name = `millrace_${new URL(app.url).port}`;
  stranger.setCookies = ['/api', '/api/chats', '/api/sync'].map((path) => `${name}=evil; Path=${path}`);
  await visit(context);
  await page.reload();
  await expect(home(page)).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Mode' })).toBeVisible();
});

test('H31 a cookie that another server has replaced signs out, and a new link is the way back', async ({
  page,
  app,
  context,
}) => {
  const name = `millrace_${new URL(app.url).port}`;
  stranger.setCookies = [`${name}=evil; Path=/`];
  await visit(context);
  await page.reload();
  await expect(signedOut(page)).toBeVisible();
  await expect(
    page.getByText('Run this in the folder of the server, and open the link that it prints:'),
  ).toBeVisible();
  await expect(page.getByText('npx millrace link', { exact: true })).toBeVisible();
  // Another tab signs in, and this one is in again by itself.
  const other = await context.newPage();
  await signIn(other, app);
  await expect(home(other)).toBeVisible();
  await expect(home(page)).toBeVisible();
});

test('H31 nobody can put a session of his own into the browser of another', async ({
  page,
  app,
  context,
  browser,
}) => {
  const thief = await browser.newContext();
  await signIn(await thief.newPage(), app);
  const [cookie] = await thief.cookies(app.url);
  stranger.setCookies = [`${cookie?.name}=${cookie?.value}; Path=/`];
  await visit(context);
  await page.reload();
  await expect(signedOut(page)).toBeVisible();
  await thief.close();
});

test('H34 the page opens from a bookmark, in a second tab and after a reload; without its key it says what to do', async ({
  page,
  app,
  context,
  browser,
}) => {
  const second = await context.newPage();
  await second.goto(`${app.url}/settings/models`);
  await expect(second.getByRole('heading', { name: 'Models' })).toBeVisible();
  await page.reload();
  await expect(home(page)).toBeVisible();
  const strange = await browser.newContext();
  const elsewhere = await strange.newPage();
  await elsewhere.goto(app.url);
  await expect(signedOut(elsewhere)).toBeVisible();
  await strange.close();
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect(signedOut(page)).toBeVisible();
  await expect(page.getByText('npx millrace link', { exact: true })).toBeVisible();
});

test('U110 a message that comes too often stays in the box, with when to try again', async ({ page }) => {
  const box = page.getByRole('textbox', { name: 'Message' });
  const message = 'Too many requests in one minute. Try again in 7 seconds.';
  await page.route('**/messages', (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '7' }, json: { code: 'too_often', message } }),
  );
  await box.fill('Do not lose me');
  await box.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(message);
  await expectWritten(box, 'Do not lose me');
});
