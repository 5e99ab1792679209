import { createServer, type Server, type ServerResponse } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { encodeSse } from '@millrace/engine';
import { openSse } from '@millrace/server';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';

// One server of the comparison, in a process of its own, so that its processor time can be told apart.
// Each connection gets TICKS bursts of BURST events, as fast as its reader takes them.

const [variant = '', ticksText = '', burstText = ''] = process.argv.slice(2);
const TICKS = Number(ticksText);
const BURST = Number(burstText);
const DATA = JSON.stringify({
  type: 'content_block_delta',
  index: 0,
  delta: { type: 'text_delta', text: 'a few words' },
  seq: 123,
  fence: 1,
  ts: 1_790_000_000_000,
});

const drained = (response: {
  writableNeedDrain: boolean;
  once(event: 'drain', go: () => void): unknown;
}): Promise<void> =>
  new Promise((resolve) => {
    if (response.writableNeedDrain) response.once('drain', resolve);
    else setImmediate(resolve);
  });

const plain = (serve: (response: ServerResponse) => Promise<void>): Server =>
  createServer((_request, response) => void serve(response));

const SERVERS: Readonly<Record<string, () => Server>> = {
  millrace: () =>
    plain(async (response) => {
      const stream = openSse(response);
      for (let tick = 0; tick < TICKS; tick++) {
        for (let i = 0; i < BURST; i++) stream.send(encodeSse({ id: `1-${tick}`, data: DATA }));
        await stream.ready();
      }
      stream.end();
    }),

  'raw, a write per event': () =>
    plain(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (let tick = 0; tick < TICKS; tick++) {
        for (let i = 0; i < BURST; i++) response.write(`id: 1-${tick}\ndata: ${DATA}\n\n`);
        await drained(response);
      }
      response.end();
    }),

  'raw, a write per burst': () =>
    plain(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (let tick = 0; tick < TICKS; tick++) {
        let burst = '';
        for (let i = 0; i < BURST; i++) burst += `id: 1-${tick}\ndata: ${DATA}\n\n`;
        response.write(burst);
        await drained(response);
      }
      response.end();
    }),

  'hono streamSSE': () => {
    const app = new Hono();
    app.get('/', (c) =>
      streamSSE(c, async (stream) => {
        for (let tick = 0; tick < TICKS; tick++) {
          for (let i = 0; i < BURST; i++) await stream.writeSSE({ id: `1-${tick}`, data: DATA });
          await new Promise(setImmediate);
        }
      }),
    );
    // Without http2 options this is always a plain HTTP server.
    return createAdaptorServer({ fetch: app.fetch }) as Server;
  },
};

const server = SERVERS[variant]?.();
if (server === undefined) throw new Error(`There is no server ${variant}.`);
server.listen(0, '127.0.0.1', () => process.send?.({ address: server.address() }));

// "cpu" is answered with what this process has used so far.
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuSeconds: (user + system) / 1e6, rss: process.memoryUsage.rss() });
});
process.on('disconnect', () => process.exit(0));
