import { FILE_PIECE, type MessageRecord } from '@millrace/engine/run';
import { afterEach, expect, test } from 'vitest';
import { anthropicWire } from '../../../../fixtures/anthropic-wire.ts';
import { mediaIn } from '../../../../fixtures/decode-media.ts';
import { type FakeProvider, startFakeProvider } from '../../../../fixtures/fake-provider.ts';
import { PNG } from '../../../../fixtures/pictures.ts';
import { type RunningServer, startServer } from '../../../../fixtures/running-server.ts';
import { TEXT_SCRIPT } from '../../../../fixtures/script.ts';
import { smallPdf } from '../../../../fixtures/small-pdf.ts';
import { createAnthropicModel } from '../models/anthropic/anthropic.ts';

let fake: FakeProvider;
let server: RunningServer;
afterEach(async () => {
  await server.close();
  await fake.close();
});

async function upload(id: string, name: string, bytes: Uint8Array): Promise<void> {
  expect(bytes.length).toBeLessThan(FILE_PIECE);
  await server.api('PUT', `/api/files/${id}`, { name, type: '', size: bytes.length });
  const body = new Uint8Array(bytes);
  await fetch(`${server.url}/api/files/${id}/pieces/0`, {
    method: 'PUT',
    headers: { ...server.device },
    body,
  });
  await server.api('POST', `/api/files/${id}/done`, {});
}

async function ask(model: string, command: string, more: object): Promise<void> {
  const body = { command_id: command, text: 'Look', model, ...more };
  expect((await server.api('POST', '/api/chats/c/messages', body)).status).toBe(200);
  const run = async (): Promise<string | null> =>
    ((await (await server.api('GET', '/api/chats/c/messages')).json()) as { chat: { run_id: string | null } })
      .chat.run_id;
  await expect.poll(run, { timeout: 20_000 }).toBe(null);
}

test('B49 files go from the person to the provider, with the next question too, and to another model in words', async () => {
  fake = await startFakeProvider(() => ({ chunks: anthropicWire.stream(TEXT_SCRIPT) }));
  const make = (model: string) => createAnthropicModel({ model, apiKey: 'k', baseUrl: fake.url, retries: 0 });
  server = await startServer([make('claude-new'), make('claude-2.1')]);
  await server.api('POST', '/api/chats', { id: 'c' });
  const pdf = smallPdf('Otters swim');
  await upload('p', 'a.png', PNG);
  await upload('d', 'b.pdf', pdf);
  await ask('anthropic/claude-new', '1', { files: [{ id: 'p', alt: 'A dot' }, { id: 'd' }] });
  await ask('anthropic/claude-new', '2', {});
  for (const { body } of fake.requests) {
    const media = mediaIn(body);
    expect(media.map(({ type }) => type)).toEqual(['image/png', 'application/pdf']);
    expect(media.map(({ bytes }) => new Uint8Array(bytes))).toEqual([PNG, pdf]);
  }
  await ask('anthropic/claude-2.1', '3', {});
  const last = fake.requests.at(-1)?.body;
  expect(mediaIn(last)).toEqual([]);
  expect(JSON.stringify(last)).toContain("You can't see pictures");
  expect(JSON.stringify(last)).toContain('Otters swim');
  const { messages } = (await (await server.api('GET', '/api/chats/c/messages')).json()) as {
    messages: MessageRecord[];
  };
  expect(messages.filter(({ role }) => role === 'assistant').map(({ status }) => status)).toEqual([
    'completed',
    'completed',
    'completed',
  ]);
});
