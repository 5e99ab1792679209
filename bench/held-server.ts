import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSealer, createServer, type Model, openSqliteStore } from '@millrace/server';

// A whole server in a process of its own, with a model that says a word whenever the parent asks for one.

let speak = (): void => {};
const onDemand: Model = {
  id: 'bench/on-demand',
  name: 'On demand',
  async *stream(_request, signal) {
    yield { type: 'message_start', message: { id: 'm', model: 'on-demand' } };
    yield { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } };
    while (!signal.aborted) {
      await new Promise<void>((resolve) => {
        speak = resolve;
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
      yield { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'word ' } };
    }
  },
};

const [folder = ''] = process.argv.slice(2);
const store = openSqliteStore(join(folder, 'bench.sqlite'), { sealer: createSealer(new Uint8Array(32)) });
const server = await createServer({ store, models: [onDemand], port: 0, limits: { streams: 10_000 } });
process.send?.({ link: await server.startLink() });

async function tellMemory(): Promise<void> {
  // Garbage of the connections' beginnings is not what a held stream costs.
  for (let i = 0; i < 5; i++) {
    globalThis.gc?.();
    await sleep(100);
  }
  process.send?.({ rss: process.memoryUsage.rss() });
}

process.on('message', (message) => (message === 'speak' ? speak() : void tellMemory()));
process.on('disconnect', () => process.exit(0));
