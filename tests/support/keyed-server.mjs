import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { createServer as createHttp } from 'node:http';
import { createServer as createSocket } from 'node:net';
import { join } from 'node:path';
import { allTools, openWorkspace } from '../../packages/server/dist/index.js';

/**
 * A process with keys in its environment, in its data folder, behind a port and behind sockets, that runs the commands it is sent
 * in the sandbox and says what they said.
 */
const base = realpathSync(process.argv[2] ?? '.');
const key = process.env['SOME_PROVIDER_API_KEY'] ?? '';
const [data, root] = [join(base, 'data'), join(base, process.argv[3] ?? 'work')];
mkdirSync(root, { recursive: true });
for (const name of ['data.key', 'provider-keys.json', 'mcp.json', 'millrace.sqlite', 'deep/er/key']) {
  mkdirSync(join(data, name, '..'), { recursive: true });
  writeFileSync(join(data, name), key);
}
const web = createHttp((_, response) => response.end(key)).listen(0, '127.0.0.1');
const abstract = createSocket((socket) => socket.end(key)).listen('\0millrace-keyed');
const named = createSocket((socket) => socket.end(key)).listen(join(data, 'socket'));
const inRun = createSocket((socket) => socket.end(key)).listen(`/run/millrace-keyed-${process.pid}`);
await Promise.all(
  [web, abstract, named, inRun].map((each) => new Promise((resolve) => each.once('listening', resolve))),
);

const tool = allTools({ modes: [], data, command: { sandbox: 'bwrap', timeoutMs: 60_000 } }).find(
  ({ name }) => name === 'execute_command',
);
const ctx = {
  runId: 'r',
  toolUseId: 't',
  key: 'k',
  workspace: openWorkspace(root),
  seen: async () => undefined,
  trusts: async () => false,
  approved: true,
  signal: new AbortController().signal,
  progress: () => {},
  spawn: async () => '',
  model: async () => '',
  facts: async () => ({ model: 'test/model', mode: null, events: [] }),
  ask: async () => ({ action: 'cancel' }),
};

process.on('message', (command) => {
  void tool.run({ command }, ctx).then(
    ({ content }) => process.send?.(String(content)),
    (error) => process.send?.(String(error)),
  );
});
process.on('disconnect', () => process.exit());
const { port } = web.address();
process.send?.(JSON.stringify({ port, pid: process.pid, data, root }));
