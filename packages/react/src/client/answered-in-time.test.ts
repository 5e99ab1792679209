import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startSilentProxy } from '../../../../fixtures/silent-proxy.ts';
import { createClient } from './create-client.ts';

test('U482 a message that a dead network takes without an answer counts as not sent after 20 seconds', async () => {
  const server = createServer((_request, response) => void response.end('{}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy = await startSilentProxy((server.address() as AddressInfo).port);
  onTestFinished(async () => {
    vi.useRealTimers();
    await proxy.close();
    server.close();
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  proxy.silence();
  const client = createClient({ baseUrl: `http://127.0.0.1:${proxy.port}`, fetch });
  let outcome: unknown;
  const note = (value: unknown): void => {
    outcome = value;
  };
  client.sendMessage('chat', { command_id: 'one', text: 'Hello' }).then(note, note);
  for (let turns = 0; proxy.made === 0 && turns < 100_000; turns++)
    await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(19_999);
  expect(outcome).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  for (let turns = 0; outcome === undefined && turns < 100_000; turns++)
    await new Promise((resolve) => setImmediate(resolve));
  expect(outcome).toMatchObject({ status: 0, code: 'unreachable' });
});
