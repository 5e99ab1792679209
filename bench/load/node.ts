import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createSealer,
  createServer,
  type Model,
  openPostgresBus,
  openPostgresStore,
  openSqliteStore,
} from '@millrace/server';

// A whole server in a process of its own, with a model that says the time at a steady pace: who reads a word knows how long it took.

const [folder = '', store = '', port = '0', publicUrl = '', words = '20', paceMs = '1000'] =
  process.argv.slice(2);

const speaker: Model = {
  id: 'load/speaker',
  name: 'Speaker',
  async *stream(_request, signal) {
    yield { type: 'message_start', message: { id: 'm', model: 'speaker' } };
    yield { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } };
    for (let n = 1; n <= Number(words); n += 1) {
      await sleep(Number(paceMs), undefined, { signal });
      yield {
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'text_delta', text: `${n}@${Date.now()} ` },
      };
    }
    yield { type: 'content_block_stop', index: 0 };
    yield { type: 'message_delta', delta: { stop_reason: 'end_turn' } };
    yield { type: 'message_stop' };
  },
};

const sealer = createSealer(new Uint8Array(32).fill(3));
const isShared = store !== '';
const opened = isShared
  ? await openPostgresStore(store, { sealer })
  : openSqliteStore(join(folder, 'load.sqlite'), { sealer });
const MANY = 1_000_000;
const server = await createServer({
  store: opened,
  models: [speaker],
  port: Number(port),
  ...(isShared && { bus: await openPostgresBus(store) }),
  ...(publicUrl !== '' && { urls: [publicUrl], trustProxy: 1 }),
  sole: !isShared,
  limits: { streams: MANY, connections: MANY, commands: MANY, allCommands: MANY, wrongSignIns: MANY },
});
process.send?.({ link: await server.startLink() });
process.on('message', () => process.send?.({ rss: process.memoryUsage.rss(), cpu: process.cpuUsage() }));
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => void server.close().then(() => process.exit(0)));
