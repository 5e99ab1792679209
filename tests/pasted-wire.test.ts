import { randomUUID } from 'node:crypto';
import { EditorState, type TransactionSpec } from '@codemirror/state';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anthropicWire } from '../fixtures/anthropic-wire.ts';
import { type FakeProvider, startFakeProvider } from '../fixtures/fake-provider.ts';
import { PASTE_CASES } from '../fixtures/paste/payloads.ts';
import { type RunningServer, startServer } from '../fixtures/running-server.ts';
import { TEXT_SCRIPT } from '../fixtures/script.ts';
import { readPaste } from '../packages/engine/src/paste.ts';
import { referencesOf } from '../packages/react/src/composer/editor/draft/draft-field.ts';
import { draftLaws, withFollowUps } from '../packages/react/src/composer/editor/draft/draft-laws.ts';
import { createReferences } from '../packages/react/src/composer/editor/draft/reference.ts';
import { sentText } from '../packages/react/src/composer/editor/draft/sent-text.ts';
import { createPasting } from '../packages/react/src/composer/editor/paste/create-pasting.ts';
import { createAnthropicModel } from '../packages/server/src/index.ts';

let fake: FakeProvider;
let server: RunningServer;
beforeAll(async () => {
  fake = await startFakeProvider(() => ({ chunks: anthropicWire.stream(TEXT_SCRIPT) }));
  const model = createAnthropicModel({ model: 'm', apiKey: 'k', baseUrl: fake.url });
  // Two requests for each case, in less than a minute.
  const limits = { commands: 10_000, allCommands: 10_000 };
  server = await startServer([model], undefined, () => ({ limits }));
});
afterAll(async () => {
  await server?.close();
  await fake?.close();
});

/** The text that the message field sends when a clipboard is pasted into it. */
async function pasted({ types }: { readonly types: Readonly<Record<string, string>> }): Promise<string> {
  const references = createReferences();
  let state = EditorState.create({ extensions: [referencesOf.of(references), draftLaws] });
  const field = {
    get state() {
      return state;
    },
    dispatch(change: TransactionSpec) {
      state = withFollowUps([state.update(change)]).at(-1)?.state ?? state;
    },
  };
  const pasting = createPasting({ references, options: () => ({}), onNote: () => {} });
  await pasting.load();
  const getData = (type: string): string => types[type] ?? '';
  pasting.paste(field, { types: Object.keys(types), getData, files: [] });
  return sentText(references.expand(state.doc.toString()), state.doc);
}

const WRITTEN = PASTE_CASES.filter(({ payload, options }) => {
  const { type } = readPaste(payload);
  return options === undefined && type !== 'files' && type !== 'nothing';
});

test.each(WRITTEN)('D480 the model receives on its wire all that was pasted: $name', async ({ payload }) => {
  const text = await pasted(payload);
  const read = readPaste(payload);
  if (read.type === 'embed' || read.type === 'text')
    expect(text).toContain(read.markdown.replace(/\r\n?/g, '\n').trimEnd());
  const chat = randomUUID();
  await server.api('POST', '/api/chats', { id: chat });
  const before = fake.requests.length;
  const sent = await server.api('POST', `/api/chats/${chat}/messages`, { command_id: randomUUID(), text });
  expect(sent.status).toBeLessThan(300);
  const received = (): unknown =>
    fake.requests
      .slice(before)
      .flatMap(({ body }) => body.messages.map(({ content }: { content: unknown }) => content));
  await expect.poll(() => JSON.stringify(received())).toContain(JSON.stringify(text).slice(1, -1));
});
