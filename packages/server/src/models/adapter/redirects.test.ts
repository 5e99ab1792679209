import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { PROVIDERS } from '../catalog/providers.ts';
import { collect } from './model-contract.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listen(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each(
  PROVIDERS.flatMap((provider) => [301, 302, 303, 307, 308].map((status) => ({ ...provider, status }))),
)(
  'H40 a redirect of $name ($status) gets no key: it is told, and not followed',
  async ({ status, ...provider }) => {
    const got: string[] = [];
    const thief = await listen(
      createServer((request, response) => {
        got.push(request.url ?? '');
        response.end('{"data":[{"id":"m"}]}');
      }),
    );
    const baseUrl = await listen(
      createServer((_, response) => response.writeHead(status, { location: `${thief}/there` }).end()),
    );
    const access = { apiKey: 'secret', baseUrl };
    const model = provider.create('m', access);
    const words = expect.stringContaining(`to ${thief}, and a key is never sent to another address`);
    expect(await model.checkKey?.()).toEqual({ ok: false, code: 'bad_request', message: words });
    const request = {
      messages: [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Hi' }] }],
      tools: [],
    };
    await expect(collect(model, request)).rejects.toMatchObject({ message: words });
    expect(await provider.list(access)).toEqual({ ok: false, code: 'bad_request', message: words });
    const picture = { prompt: 'x', format: 'png' as const };
    await expect(
      provider.images?.(access).generate(picture, new AbortController().signal) ??
        Promise.reject({ message: words }),
    ).rejects.toMatchObject({ message: words });
    expect(got).toEqual([]);
  },
);
