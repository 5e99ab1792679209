import type { BlockEvent } from '@millrace/engine/message';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startPostgres } from '../../../../fixtures/postgres.mjs';
import { newSchema, postgresUrl } from '../../../../fixtures/test-postgres.ts';
import { openPostgresStore } from '../../../../fixtures/whole-store.ts';
import { createBus } from '../agent/log/bus.ts';
import { createRunner } from '../agent/run/runner.ts';
import { catalogOf } from '../models/catalog/catalog.ts';
import { SEALER } from '../store/contract/place-contract.ts';
import { createServer } from './create-server.ts';

let url: string;
let admin: Client;
beforeAll(async () => {
  url = await postgresUrl();
  admin = new Client(url);
  await admin.connect();
});
afterAll(() => admin.end());
afterEach(() => vi.restoreAllMocks());

test('L33 a worker that lost the store claims the run again and ends it', async () => {
  const told = vi.spyOn(console, 'error').mockReturnValue();
  const schema = newSchema();
  const store = await openPostgresStore(`${url}?schema=${schema}&application_name=${schema}`, {
    sealer: SEALER,
  });
  await store.createChat('chat-1', 1);
  const run = { messageId: 'm', runId: 'run-1', text: 'Hello', model: 'a/b', ts: 1 };
  await store.postMessage({ ...run, commandId: 'c', chatId: 'chat-1' });

  // The session ends while the first claim's last words are written.
  await admin.query(`CREATE FUNCTION ${schema}.lose() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END'`);
  await admin.query(`CREATE TRIGGER lose AFTER INSERT ON ${schema}.run_events FOR EACH ROW
    WHEN (NEW.fence = 1 AND NEW.type = 'message_stop') EXECUTE FUNCTION ${schema}.lose()`);

  let calls = 0;
  async function* stream(): AsyncGenerator<BlockEvent> {
    calls += 1;
    yield { type: 'message_start', message: { id: `m${calls}`, model: 'b' } };
    yield { type: 'content_block_start', index: 0, content_block: { type: 'text', text: `Call ${calls}` } };
    yield { type: 'content_block_stop', index: 0 };
    yield { type: 'message_stop' };
  }
  const runner = createRunner({
    store,
    bus: createBus(),
    models: catalogOf([{ id: 'a/b', name: 'B', stream }]),
    sole: false,
  });
  runner.start('run-1');
  await expect.poll(async () => (await store.getRun('run-1'))?.status).toBe('completed');
  expect((await store.getRun('run-1'))?.fence).toBe(2);
  expect((await store.readMessages('chat-1', 1)).map(({ text }) => text)).toEqual(['Call 2']);
  // The watch of the store reports its trouble, once for all runs.
  expect(told).not.toHaveBeenCalled();
  await runner.stop();
  await store.close();
});

test('L33 a request that finds no store is answered with 503', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const postgres = await startPostgres();
  const store = await openPostgresStore(postgres.url, { sealer: SEALER });
  const server = await createServer({
    store,
    models: [{ id: 'a/b', name: 'B', async *stream() {} }],
    port: 0,
  });
  await postgres.kill();
  const answer = await fetch(`${server.url}/healthz`);
  expect([answer.status, await answer.json()]).toEqual([
    503,
    { code: 'store_lost', message: "The database can't be reached. Try again in a moment." },
  ]);
  await postgres.restart();
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  await server.close();
  await store.close();
  await postgres.stop();
}, 60_000);
