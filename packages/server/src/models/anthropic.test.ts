import { applyRunEvent, type BlockEvent, createRunState, type RunState, runText } from '@millrace/engine';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import {
  type FakeAnthropic,
  type Reply,
  sse,
  startFakeAnthropic,
  textStream,
} from '../../../../fixtures/fake-anthropic.ts';
import { createAnthropicModel } from './anthropic.ts';
import { ModelError } from './model.ts';

let fake: FakeAnthropic;
afterEach(() => fake.close());

async function answer(reply: Reply, signal = new AbortController().signal): Promise<BlockEvent[]> {
  fake = await startFakeAnthropic(() => reply);
  return ask(signal);
}

async function ask(signal = new AbortController().signal): Promise<BlockEvent[]> {
  const model = createAnthropicModel({ model: 'm', apiKey: 'secret', baseUrl: fake.url });
  const events: BlockEvent[] = [];
  for await (const event of model.stream({ messages: [{ role: 'user', text: 'Hi' }] }, signal))
    events.push(event);
  return events;
}

function textOf(events: readonly BlockEvent[]): string {
  const stored = events.map((event, i) => ({ ...event, seq: i + 2, fence: 1, ts: 0 }));
  const begun = applyRunEvent(createRunState(), {
    type: 'step_start',
    step: 1,
    attempt: 1,
    seq: 1,
    fence: 1,
    ts: 0,
  });
  return runText(stored.reduce<RunState>(applyRunEvent, begun));
}

const failure = (reply: Reply): Promise<unknown> => answer(reply).catch((error: unknown) => error);

test('M1 the answer arrives whole and the request is as the provider wants it', async () => {
  const events = await answer({ chunks: [textStream(['Grüße', ' 🌊', '\n\nend'])] });
  expect(textOf(events)).toBe('Grüße 🌊\n\nend');
  expect(events.map(({ type }) => type)).not.toContain('ping');
  expect(fake.requests).toEqual([
    {
      key: 'secret',
      body: { model: 'm', max_tokens: 8192, stream: true, messages: [{ role: 'user', content: 'Hi' }] },
    },
  ]);
});

test('M1 any cutting of the bytes gives the same events', async () => {
  const bytes = new TextEncoder().encode(textStream(['Grüße 🌊', ' and', ' more']));
  let chunks: Uint8Array[] = [bytes];
  fake = await startFakeAnthropic(() => ({ chunks }));
  const whole = await ask();
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: bytes.length }), { maxLength: 12 }), async (cuts) => {
      const ends = [...cuts, bytes.length].sort((a, b) => a - b);
      chunks = ends.map((end, i) => bytes.subarray(ends[i - 1] ?? 0, end));
      expect(await ask()).toEqual(whole);
    }),
    { numRuns: 30 },
  );
});

test('M2 events and blocks that are not known yet are passed over', async () => {
  const unknown = [
    sse({ type: 'sparkle' }),
    'event: x\ndata: not json\n\n',
    sse({ type: 'content_block_start', index: 9, content_block: { type: 'hologram' } } as { type: string }),
  ];
  const stream = textStream(['a', 'b']).replace('event: ping', `${unknown.join('')}event: ping`);
  expect(textOf(await answer({ chunks: [stream] }))).toBe('ab');
});

test.each([
  [401, 'authentication_error', 'bad_key', false, /ANTHROPIC_API_KEY/],
  [429, 'rate_limit_error', 'rate_limited', true, /more in 38 s/],
  [529, 'overloaded_error', 'overloaded', true, /529/],
  [500, 'api_error', 'provider_error', true, /500/],
  [400, 'invalid_request_error', 'bad_request', false, /the provider said so/],
])(
  'M3 a refusal with %i is told with its cause and whether to try again',
  async (status, type, code, retryable, text) => {
    const body = JSON.stringify({ type: 'error', error: { type, message: 'the provider said so' } });
    const error = await failure({ status, headers: { 'retry-after': '38' }, chunks: [body] });
    expect(error).toBeInstanceOf(ModelError);
    expect(error).toMatchObject({ code, retryable, message: expect.stringMatching(text) });
  },
);

test('M4 an error event in mid-stream ends the answer with its cause', async () => {
  const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
  const half = textStream(['kept']).split('event: content_block_stop')[0] ?? '';
  expect(await failure({ chunks: [half, sse(overloaded)] })).toMatchObject({
    code: 'overloaded',
    retryable: true,
  });
});

test('M4 a stream that is cut, or ends too soon, is an error and not an answer', async () => {
  const half = textStream(['kept']).split('event: content_block_stop')[0] ?? '';
  expect(await failure({ chunks: [half], cut: true })).toMatchObject({ code: 'connection_lost' });
  await fake.close();
  expect(await failure({ chunks: [half] })).toMatchObject({ code: 'connection_lost' });
});

test('M4 a provider that is not there is told as such', async () => {
  fake = await startFakeAnthropic(() => ({ chunks: [] }));
  await fake.close();
  await expect(ask()).rejects.toMatchObject({ code: 'unreachable', retryable: true });
});

test('M5 an abort ends the call at the provider too', async () => {
  const abort = new AbortController();
  const pieces = Array.from({ length: 200 }, (_, i) => `${i} `);
  const chunks = textStream(pieces).split(/(?<=\n\n)/);
  fake = await startFakeAnthropic(() => ({ chunks, paceMs: 20 }));
  setTimeout(() => abort.abort('enough'), 100);
  await expect(ask(abort.signal)).rejects.toBe('enough');
  await expect.poll(() => fake.abandoned()).toBe(1);
});
