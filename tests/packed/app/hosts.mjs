// The handler in the hosts that docs/your-app.md shows, with the code of that page.
import { createSseDecoder } from '@millrace/engine';
import { createHandler, defineTool, openMemoryStore } from '@millrace/server';
import * as z from 'zod';

const mail = defineTool({
  name: 'send_mail',
  description: 'Sends a mail.',
  input: z.object({ to: z.string() }),
  effect: 'unsafe',
  run: async ({ to }) => `Sent to ${to}`,
});
const model = {
  id: 'test/mail',
  name: 'Mail',
  async *stream({ messages }) {
    const block = messages.at(-1).content[0];
    const last = block.type === 'text' ? block.text : String(block.content);
    yield { type: 'message_start', message: { id: 'm', model: 'mail' } };
    if (last.startsWith('Mail ')) {
      const content_block = { type: 'tool_use', id: 'c1', name: 'send_mail', input: {} };
      yield { type: 'content_block_start', index: 0, content_block };
      const partial_json = JSON.stringify({ to: last.slice(5) });
      yield { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json } };
    } else {
      yield { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } };
      yield { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: `Heard: ${last}` } };
    }
    yield { type: 'content_block_stop', index: 0 };
    yield { type: 'message_stop' };
  },
};
const options = {
  models: [model],
  tools: [mail],
  authenticate: ({ headers }) => {
    const account = /user=(\w+)/.exec(headers.get('cookie') ?? '')?.[1];
    return account === undefined ? null : { account };
  },
};
const made = (more = {}) => createHandler({ store: openMemoryStore(), ...options, ...more });

const HOSTS = {
  async express() {
    const { default: express } = await import('express');
    const millrace = made();
    const app = express();
    app.use(express.json());
    app.use(millrace.node);
    app.get('/', (_request, response) => response.send('The rest of your app'));
    const server = await new Promise((resolve) => {
      const own = app.listen(0, '127.0.0.1', () => resolve(own));
    });
    const url = `http://127.0.0.1:${server.address().port}`;
    if ((await (await fetch(url)).text()) !== 'The rest of your app') throw new Error('The app is gone.');
    return {
      ask: (path, init) => fetch(url + path, init),
      end: () => server.closeAllConnections() ?? server.close(),
    };
  },
  async hono() {
    const { Hono } = await import('hono');
    const { serve } = await import('@hono/node-server');
    const millrace = made();
    const app = new Hono();
    app.all('/api/*', (c) => millrace.fetch(c.req.raw, c.env));
    const server = await new Promise((resolve) => {
      const own = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(own));
    });
    const url = `http://127.0.0.1:${server.address().port}`;
    return {
      ask: (path, init) => fetch(url + path, init),
      end: () => server.closeAllConnections() ?? server.close(),
    };
  },
  async http() {
    const { createServer } = await import('node:http');
    const millrace = made({ basePath: '/ai' });
    const server = createServer(millrace.node);
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${server.address().port}/ai`;
    return {
      ask: (path, init) => fetch(url + path, init),
      end: () => server.closeAllConnections() ?? server.close(),
    };
  },
  async 'route handler'() {
    const { fetch: GET } = made();
    return {
      ask: (path, init) => GET(new Request(`http://localhost:3000${path}`, init), { params: {} }),
      end() {},
    };
  },
};

async function walk(ask) {
  const as = (user, body) => ({
    method: body === undefined ? 'GET' : 'POST',
    headers: { cookie: `user=${user}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const told = await lines(await ask('/api/chat', as('ann', { message: 'Hello' })));
  check(told.at(-1).payload.message === 'Heard: Hello', 'the answer');
  // A question in the stream, and its decision by what the stream brought.
  const asking = await ask('/api/chat', as('ann', { message: 'Mail bob' }));
  const run = asking.headers.get('x-run-id');
  const { asks } = await lines(asking, (event) => event.asks !== undefined);
  check(
    asks.input.to === 'bob' && (await ask(`/api/runs/${run}/events`, as('bob'))).status === 404,
    'the other user',
  );
  check((await ask('/api/chats', as(''))).status === 401, 'nobody');
  const { approval_id, args_hash } = asks;
  const decision = { command_id: 'd', approval_id, args_hash, decision: { type: 'approve' } };
  check((await ask(`/api/runs/${run}/decisions`, as('ann', decision))).status === 200, 'the decision');
  const rest = await lines(await ask(`/api/runs/${run}/events?format=chat`, as('ann')));
  check(rest.at(-1).payload.tool_history[0].output === 'Sent to bob', 'the result');
  const bytes = new Uint8Array(100_000).map((_, i) => i);
  const put = (path, body, type) =>
    ask(path, { method: 'PUT', headers: { cookie: 'user=ann', 'content-type': type }, body });
  await put('/api/files/f', JSON.stringify({ name: 'a', type: '', size: bytes.length }), 'application/json');
  await put('/api/files/f/pieces/0', bytes, 'application/octet-stream');
  await ask('/api/files/f/done', as('ann', {}));
  const back = new Uint8Array(await (await ask('/api/files/f', as('ann'))).arrayBuffer());
  check(back.length === bytes.length && back.every((byte, i) => byte === bytes[i]), 'the upload');
}

function check(holds, what) {
  if (!holds) throw new Error(`Wrong: ${what}.`);
}

/** The events of a stream; with `until` the first that it holds for. */
async function lines(response, until) {
  const events = [];
  const decoder = createSseDecoder({ onEvent: ({ data }) => events.push(JSON.parse(data)) });
  const reader = response.body.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    decoder.feed(value);
    const found = until && events.find(until);
    if (found) {
      await reader.cancel();
      return found;
    }
  }
  return events;
}

for (const [name, open] of Object.entries(HOSTS)) {
  const { ask, end } = await open();
  await walk(ask);
  end();
  console.log(`ok ${name}`);
}
process.exit(0);
