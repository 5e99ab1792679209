import { createHash } from 'node:crypto';
import { FILE_PIECE } from '@millrace/engine/run';
import { afterEach, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../../../fixtures/running-server.ts';
import { talker } from '../../../../fixtures/talker.ts';
import { createClient } from './create-client.ts';

let server: RunningServer;
afterEach(() => server.close());

/** A client of a real server, whose requests can be broken off. */
async function start(breaks: (path: string, count: number) => 'before' | 'after' | undefined) {
  server = await startServer([talker(0)]);
  let count = 0;
  const client = createClient({
    baseUrl: server.url,
    fetch: async (url, options = {}) => {
      const how = breaks(String(url).slice(server.url.length), ++count);
      if (how === 'before') throw new TypeError('broken');
      const answer = await fetch(url, { ...options, headers: { ...server.device, ...options.headers } });
      if (how === 'after') throw new TypeError('broken');
      return answer;
    },
  });
  return client;
}

const BYTES = Uint8Array.from({ length: 2 * FILE_PIECE + 3 }, (_, n) => n * 7);
const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

test('B67 an upload arrives whole, whichever request is lost and whichever answer', async () => {
  // Each request is lost once, and each answer.
  const client = await start((path, count) =>
    path.startsWith('/api/files') && count % 3 !== 0 ? (count % 3 === 1 ? 'before' : 'after') : undefined,
  );
  const told: number[] = [];
  const file = await client.uploadFile(
    'f',
    new Blob([BYTES]),
    { name: 'f.bin', type: '' },
    { onProgress: (n) => told.push(n) },
  );
  expect(file).toMatchObject({ id: 'f', name: 'f.bin', size: BYTES.length });
  expect(told).toEqual([0, FILE_PIECE, 2 * FILE_PIECE, BYTES.length]);
  const got = new Uint8Array(
    await (await fetch(`${server.url}/api/files/f`, { headers: { ...server.device } })).arrayBuffer(),
  );
  expect(hash(got)).toBe(hash(BYTES));
}, 30_000);

test('B68 an upload that is ended says so, and another one goes on where it was', async () => {
  const sent: string[] = [];
  const client = await start((path) => {
    sent.push(path);
    return undefined;
  });
  const over = new AbortController();
  const first = client.uploadFile(
    'f',
    new Blob([BYTES]),
    { name: 'f', type: '' },
    {
      signal: over.signal,
      onProgress: (bytes) => bytes > 0 && over.abort(new Error('enough')),
    },
  );
  await expect(first).rejects.toThrow('enough');
  sent.length = 0;
  await client.uploadFile('f', new Blob([BYTES]), { name: 'f', type: '' });
  expect(sent).not.toContain('/api/files/f/pieces/0');
  expect(sent).toContain('/api/files/f/pieces/2');
  await client.uploadFile('g', new Blob(['x']), { name: 'g', type: '' });
  await client.dropFile('g');
  await expect(client.readFile('g')).rejects.toMatchObject({ code: 'no_file' });
  expect(await client.fileLimits()).toMatchObject({ most: 20, used: BYTES.length });
});
