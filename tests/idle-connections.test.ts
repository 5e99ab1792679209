import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { isLong } from '../fixtures/long.ts';
import { signInWith } from '../fixtures/sign-in.ts';
import { killCommands, startCommand } from './support/command.ts';

/** `npm test` holds a share of the connections that `npm run test:long -- idle` holds. */
const COUNT = isLong ? 10_000 : 1000;
/** A connection that says nothing may cost so much of the server's memory. */
const MOST_BYTES = 40_000;
/** As many are dialled at once as the queue of a listening socket takes. */
const AT_ONCE = 200;

const isLinux = process.platform === 'linux';

const data = mkdtempSync(join(tmpdir(), 'millrace-idle-'));
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  killCommands();
  rmSync(data, { recursive: true, force: true });
});

/** Half of them say nothing, half begin a request that never ends. */
async function dial(port: number, count: number): Promise<void> {
  for (let from = 0; from < count; from += AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, count - from) }, async (_, i) => {
        const socket = connect(port, '127.0.0.1');
        socket.on('error', () => {});
        sockets.push(socket);
        await once(socket, 'connect');
        if (i % 2 === 0) socket.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-Slow: `);
      }),
    );
}

const rssOf = (pid = 0): number =>
  1024 * Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

test.runIf(isLinux)(
  'H48 thousands of idle connections keep nobody out, and each costs little memory',
  async () => {
    const server = startCommand([], { MILLRACE_DATA: data, MILLRACE_DEMO_PACE: '0' });
    const [, url = '', token] = /(http:\/\/[\d.:]+)\/start#([\w-]+)/.exec(await server.ready()) ?? [];
    await fetch(`${url}/healthz`);
    const before = rssOf(server.child.pid);
    await dial(Number(new URL(url).port), COUNT);
    const grown = rssOf(server.child.pid) - before;

    const device = await signInWith(`${url}/start#${token}`);
    const answer = await fetch(`${url}/api/chat`, {
      method: 'POST',
      headers: { ...device, 'content-type': 'application/json' },
      body: JSON.stringify({ message: 'Hello' }),
    });
    expect(await answer.text()).toContain('complete');
    expect(sockets.filter(({ readyState }) => readyState === 'open')).toHaveLength(COUNT);
    expect(grown / COUNT).toBeLessThan(MOST_BYTES);
  },
);
