import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from './create-client.ts';

/** A real server that answers as it is told, and the addresses that it was asked for. */
async function serverOf(answer: (url: string, response: ServerResponse) => void) {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    answer(url, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    asked,
    client: createClient({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
  };
}

test('L187 completeFiles and slashCommands ask for what fits, in the project that is named', async () => {
  const review = { name: 'review', description: '', argument_hint: '' };
  const { asked, client } = await serverOf((url, response) =>
    response.end(
      JSON.stringify(url.includes('files') ? { paths: ['a'], truncated: true } : { commands: [review] }),
    ),
  );
  expect(await client.completeFiles('a b&c')).toEqual({ paths: ['a'], truncated: true });
  await client.completeFiles('', { projectId: 'p/1' });
  expect(await client.slashCommands()).toEqual([review]);
  await client.slashCommands({ projectId: 'p/1' });
  expect(asked.map((url) => [...new URL(url, 'http://x').searchParams].flat())).toEqual([
    ['query', 'a b&c'],
    ['query', '', 'project_id', 'p/1'],
    [],
    ['project_id', 'p/1'],
  ]);
});

test('L187 an abort ends the request of completeFiles and rejects with its reason', async () => {
  const stop = new AbortController();
  let close: (how: string) => void = () => {};
  const closed = new Promise<string>((resolve) => {
    close = resolve;
  });
  const { asked, client } = await serverOf((_, response) => {
    response.once('close', () => close('by the client'));
    stop.abort(new Error('enough'));
  });
  await expect(client.completeFiles('a', { signal: stop.signal })).rejects.toThrow('enough');
  await expect(client.completeFiles('b', { signal: stop.signal })).rejects.toThrow('enough');
  expect(await closed).toBe('by the client');
  expect(asked).toHaveLength(1);
});

test('L187 a refusal of completeFiles is an ApiError with the words of the server', async () => {
  const { client } = await serverOf((_, response) =>
    response.writeHead(429).end(JSON.stringify({ code: 'too_often', message: 'Too many.' })),
  );
  await expect(client.completeFiles('a', { signal: new AbortController().signal })).rejects.toMatchObject({
    status: 429,
    code: 'too_often',
  });
});
