import { afterEach, expect, test } from 'vitest';
import { anthropicWire } from '../../../../fixtures/anthropic-wire.ts';
import { type FakeProvider, startFakeProvider } from '../../../../fixtures/fake-provider.ts';
import { TEXT_SCRIPT } from '../../../../fixtures/script.ts';
import { collect } from './model-contract.ts';
import { createProviderCatalog } from './provider-catalog.ts';

let fake: FakeProvider;
afterEach(() => fake.close());

test('M12 a model that is named for it calls tools in its text', async () => {
  fake = await startFakeProvider(() => ({ chunks: anthropicWire.stream(TEXT_SCRIPT) }));
  const catalog = createProviderCatalog({
    environment: { anthropic: { apiKey: 'k', baseUrl: fake.url } },
    keys: { read: () => ({}), write: () => {} },
    builtIn: [],
    textCalls: ['anthropic/old'],
  });
  const tools = [{ name: 'look', description: 'Looks', input_schema: { type: 'object' } }];
  for (const id of ['anthropic/old', 'anthropic/new']) {
    const model = catalog.find(id);
    if (model === undefined) throw new Error(`${id} was not found.`);
    await collect(model, { messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }], tools });
  }
  const [old, fresh] = fake.requests.map(({ body }) => body);
  expect(old).toMatchObject({ system: expect.stringContaining('# Tools') });
  expect(old.tools).toBeUndefined();
  expect(fresh).toMatchObject({ tools });
});
