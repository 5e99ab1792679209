import { request } from 'node:http';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { scriptedAgent } from '../../../../../fixtures/scripted-agent.ts';
import { toolContext } from '../../../../../fixtures/tool-context.ts';
import { send, serveWeb, type WebServer } from '../../../../../fixtures/web-server.ts';
import { ensureChromium } from '../../../../../scripts/chromium.mjs';
import type { Tool, ToolInput } from '../define/tool.ts';
import { allowedHosts } from '../web/allowed-hosts.ts';
import { browserActionTool } from './browser-action.ts';
import { startGuardProxy } from './guard-proxy.ts';

let executable: string;
beforeAll(() => {
  executable = ensureChromium();
});

const SECOND = 60_000;

/** A page with a field and a button, which also tries to reach what it should not. */
const pageOf = (inner: WebServer): string => `<!doctype html><title>The mill</title>
<style>body{margin:0} input,button{position:absolute;left:0;width:200px;height:50px} input{top:0} button{top:100px} #far{position:absolute;top:2000px}</style>
<input id=i><button onclick="document.title='Pressed '+i.value">Press</button><p id=far>Far down</p><p id=said></p>
<img src="${inner.url}/img"><iframe src="${inner.url}/frame"></iframe>
<script>
console.error('mill broken');
fetch('${inner.url}/fetch', {mode: 'no-cors'}).catch(() => {});
try { new WebSocket('ws://${inner.host}/socket'); } catch {}
navigator.serviceWorker?.register('/worker.js').catch(() => {});
said.textContent = 'rtc ' + typeof RTCPeerConnection;
</script>`;

async function start() {
  const inner = await serveWeb((_, response) => send(response, 'text/plain', 'secret'));
  const web = await serveWeb((asked, response) => {
    if (asked.url === '/moved') return void response.writeHead(302, { location: `${inner.url}/moved` }).end();
    if (asked.url === '/file')
      return void response
        .writeHead(200, { 'content-type': 'application/zip', 'content-disposition': 'attachment' })
        .end('zip');
    send(response, 'text/html', pageOf(inner));
  });
  const tool = browserActionTool({ executable, allowed: allowedHosts([web.host]) });
  onTestFinished(() => tool.release?.('r'));
  const act = (input: ToolInput) => tool.run(input, toolContext());
  return { web, inner, tool, act };
}

test('G21 a page is opened, used and shown', { timeout: SECOND }, async () => {
  const { web, act, tool } = await start();
  const opened = await act({ action: 'launch', url: web.url });
  expect(opened.content).toMatch(/Title: The mill\n/);
  expect(opened.content).toContain(`Address: ${web.url}/`);
  expect(opened.content).toContain('mill broken');
  expect(opened.content).toContain('rtc undefined');
  const [image] = opened.images ?? [];
  expect(image?.media_type).toBe('image/jpeg');
  expect(Buffer.from(image?.data ?? '', 'base64').subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  await act({ action: 'click', coordinate: '100,25' });
  await act({ action: 'type', text: 'grain' });
  expect((await act({ action: 'click', coordinate: '100, 125' })).content).toContain('Title: Pressed grain');
  expect((await act({ action: 'resize', size: '500,400' })).content).toContain('Size: 500,400');
  for (const action of ['scroll_down', 'scroll_up', 'screenshot'])
    expect((await act({ action })).is_error).toBeUndefined();
  expect((await act({ action: 'navigate', url: `${web.url}/other` })).content).toContain('/other');
  await act({ action: 'close' });
  expect(await act({ action: 'screenshot' })).toMatchObject({
    is_error: true,
    content: expect.stringMatching(/Launch it/),
  });
  expect(tool.effect).toBe('unsafe');
});

test('G22 nothing of a page reaches what is not public', { timeout: SECOND }, async () => {
  const { web, inner, act } = await start();
  const opened = await act({ action: 'launch', url: web.url });
  expect(opened.content).toContain(`${inner.url}/img: ${inner.host} is not on the public internet`);
  expect(web.requests.map(({ url }) => url)).not.toContain('/worker.js');
  await act({ action: 'navigate', url: `${web.url}/moved` });
  expect((await act({ action: 'navigate', url: `${web.url}/file` })).content).toMatch(/did not work/);
  expect(inner.requests.map(({ url }) => url)).toEqual([]);
});

test('G22 an address that is not public, or no page, is refused in words', { timeout: SECOND }, async () => {
  const { inner, act, web } = await start();
  await expect(act({ action: 'launch', url: inner.url })).rejects.toThrow(/not on the public internet/);
  for (const url of [
    'file:///etc/passwd',
    'chrome://version',
    'view-source:http://x/',
    'javascript:1',
    'data:text/html,x',
  ])
    await expect(act({ action: 'launch', url })).rejects.toThrow(/Only http and https|no URL/);
  await act({ action: 'launch', url: web.url });
  await expect(act({ action: 'navigate', url: 'http://169.254.169.254/' })).rejects.toThrow(
    /not on the public internet/,
  );
  expect(inner.requests).toEqual([]);
});

test('G22 the proxy serves only who knows its password, and connects to what it checked', async () => {
  const inner = await serveWeb((_, response) => send(response, 'text/plain', 'secret'));
  const web = await serveWeb((asked, response) =>
    send(response, 'text/plain', String(asked.headers['proxy-authorization'])),
  );
  const proxy = await startGuardProxy({
    allowed: allowedHosts([web.host, 'wiki.test']),
    resolver: async () => ['127.0.0.1'],
  });
  onTestFinished(() => proxy.close());
  const basic = (password: string): string =>
    `Basic ${Buffer.from(`millrace:${password}`).toString('base64')}`;
  const ask = (path: string, password: string, method = 'GET') =>
    new Promise<string>((resolve, reject) => {
      const headers = { 'proxy-authorization': basic(password) };
      const asked = request({ host: '127.0.0.1', port: new URL(proxy.url).port, method, path, headers });
      asked.on('connect', ({ statusCode }, socket) => {
        socket.destroy();
        resolve(`${statusCode}`);
      });
      asked.on('response', (answer) => {
        let text = `${answer.statusCode} `;
        answer.on('data', (chunk) => (text += chunk)).on('end', () => resolve(text));
      });
      asked.on('error', reject).end();
    });
  expect(await ask(`${web.url}/`, 'wrong')).toMatch(/^407/);
  expect(await ask(web.host, 'wrong', 'CONNECT')).toBe('407');
  expect(await ask(`${web.url}/`, proxy.password)).toBe('200 undefined');
  expect(await ask(`http://wiki.test:${web.port}/`, proxy.password)).toBe('200 undefined');
  expect(web.requests.at(-1)?.headers.host).toBe(`wiki.test:${web.port}`);
  expect(await ask(web.host, proxy.password, 'CONNECT')).toBe('200');
  expect(await ask(inner.host, proxy.password, 'CONNECT')).toBe('403');
  expect(await ask(`${inner.url}/`, proxy.password)).toMatch(/^403/);
  expect(await ask(`http://other.test:${inner.port}/`, proxy.password)).toMatch(/^403/);
  expect(await ask('/etc/passwd', proxy.password)).toMatch(/^403/);
  expect(inner.requests).toEqual([]);
});

test('G23 without a browser the fix is told', async () => {
  const web = await serveWeb((_, response) => response.end());
  const tool = browserActionTool({ executable: '/nowhere/chrome', allowed: allowedHosts([web.host]) });
  await expect(tool.run({ action: 'launch', url: web.url }, toolContext())).rejects.toThrow(
    /set MILLRACE_BROWSER/,
  );
});

test.each([
  [{ action: 'launch' }, /launch needs it/],
  [{ action: 'click', coordinate: 'left' }, /two numbers/],
  [{ action: 'click' }, /click needs it/],
  [{ action: 'type' }, /type needs it/],
  [{ action: 'resize' }, /resize needs it/],
  [{ action: 'dance' }, /Invalid/],
])('G23 %j is told to be wrong', (input, words) => {
  expect(browserActionTool().check?.(input)).toMatch(words);
});

test('G23 what acts asks, what only looks does not', () => {
  const { approval } = browserActionTool();
  const verdict = (input: ToolInput): string => (typeof approval === 'function' ? approval(input) : approval);
  expect(verdict({ action: 'launch', url: 'https://a.test/' })).toBe('ask');
  expect(verdict({ action: 'click', coordinate: '1,1' })).toBe('ask');
  expect(verdict({ action: 'press', text: 'Enter' })).toBe('ask');
  expect(verdict({ action: 'screenshot' })).toBe('allow');
  expect(verdict({ action: 'close' })).toBe('allow');
});

test('G24 cancel ends the browser, and so does being idle', { timeout: SECOND }, async () => {
  const { web, tool } = await start();
  const stop = new AbortController();
  await tool.run({ action: 'launch', url: web.url }, toolContext({ signal: stop.signal }));
  const late = tool.run(
    { action: 'navigate', url: `${web.url}/other` },
    toolContext({ signal: stop.signal }),
  );
  stop.abort(new Error('stopped'));
  await late.catch(() => {});
  expect(await tool.run({ action: 'screenshot' }, toolContext())).toMatchObject({ is_error: true });
  const idle = browserActionTool({ executable, allowed: allowedHosts([web.host]), idleMs: 1 });
  await idle.run({ action: 'launch', url: web.url }, toolContext()).catch(() => {});
  await expect
    .poll(async () => (await idle.run({ action: 'screenshot' }, toolContext())).is_error)
    .toBe(true);
});

test('G24 a run has its own browser, sees its pictures, and leaves none behind', {
  timeout: SECOND,
}, async () => {
  const { web } = await start();
  const real = browserActionTool({ executable, allowed: allowedHosts([web.host]) });
  const released: string[] = [];
  const tool: Tool = {
    ...real,
    approval: 'allow',
    release(runId) {
      released.push(runId);
      real.release?.(runId);
    },
  };
  const actions = [
    { action: 'launch', url: web.url },
    { action: 'screenshot' },
    { action: 'scroll_down' },
    { action: 'scroll_up' },
  ];
  const agent = await scriptedAgent({
    tools: [tool],
    maxIterations: 10,
    script: (_, count) => {
      const input = actions[count - 1];
      return input === undefined ? ['Done.'] : [{ id: `c${count}`, name: 'browser_action', input }];
    },
  });
  onTestFinished(() => agent.runner.stop());
  const run = await agent.send();
  await expect
    .poll(async () => (await agent.store.getRun(run))?.status, { timeout: SECOND })
    .toBe('completed');
  expect(released).toEqual([run]);
  expect(await tool.run({ action: 'screenshot' }, toolContext({ runId: run }))).toMatchObject({
    is_error: true,
  });
  const images = agent.requests.map(
    ({ messages }) =>
      messages.flatMap(({ content }) => content).filter(({ type }) => type === 'image').length,
  );
  expect(images).toEqual([0, 1, 2, 3, 3]);
  await agent.until(await agent.send('And now?'), 'completed');
  expect(JSON.stringify(agent.requests.at(-1)?.messages)).not.toContain('image/jpeg');
  // The message has them as files, without their bytes.
  expect(JSON.stringify(await agent.records())).not.toContain('/9j/');
});
