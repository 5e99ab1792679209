import { join } from 'node:path';
import {
  createSealer,
  createServer,
  type Model,
  openPostgresBus,
  openPostgresStore,
  openSqliteStore,
} from '@millrace/server';

// A whole server in a process of its own, whose model says everything as fast as it is taken when the parent tells it to.

const EVENTS = 20_000;
const BURST = 100;
let go = (): void => {};
const told = new Promise<void>((resolve) => {
  go = resolve;
});

const fast: Model = {
  id: 'bench/fast',
  name: 'Fast',
  async *stream() {
    yield { type: 'message_start', message: { id: 'm', model: 'fast' } };
    for (const index of [0, 1]) {
      yield { type: 'content_block_start', index, content_block: { type: 'text', text: '' } };
    }
    await told;
    for (let i = 0; i < EVENTS; i++) {
      // Neighbours of one block would be joined.
      yield { type: 'content_block_delta', index: i % 2, delta: { type: 'text_delta', text: 'a few words' } };
      if (i % BURST === 0) await new Promise(setImmediate);
    }
    yield { type: 'message_stop' };
  },
};

const [folder = '', url = ''] = process.argv.slice(2);
const sealer = createSealer(new Uint8Array(32));
const store =
  url === ''
    ? openSqliteStore(join(folder, 'bench.sqlite'), { sealer })
    : await openPostgresStore(url, { sealer });
const bus = url === '' ? undefined : await openPostgresBus(url);
const server = await createServer({
  store,
  models: [fast],
  port: 0,
  limits: { streams: 1000 },
  ...(bus && { bus }),
});
process.send?.({ link: await server.startLink(), events: EVENTS });
// "cpu" is answered with the seconds of processor that this process has used so far.
process.on('message', (word) => {
  if (word === 'go') return go();
  const { user, system } = process.cpuUsage();
  process.send?.((user + system) / 1e6);
});
process.on('disconnect', () => process.exit(0));
