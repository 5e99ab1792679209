import { type ContentBlock, calculateNextState } from '@millrace/engine';
import { type BlockEvent, createReconstructorState } from '@millrace/engine/message';
import fc from 'fast-check';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { historyProblem } from '../../../../../fixtures/check-history.ts';
import { type FakeProvider, type Reply, startFakeProvider } from '../../../../../fixtures/fake-provider.ts';
import { histories } from '../../../../../fixtures/histories.ts';
import {
  FULL_SCRIPT,
  type RefusalKind,
  type Script,
  TEXT_SCRIPT,
  type Wire,
} from '../../../../../fixtures/script.ts';
import { stallClock } from '../../../../../fixtures/stall-clock.ts';
import type { Model, ModelBlock, ModelMessage, ModelRequest } from './model.ts';
import { windowUse } from './window-use.ts';

export interface ModelUnderTest {
  readonly name: string;
  readonly wire: Wire;
  /** False where the wire has no thinking. */
  readonly thinks: boolean;
  create(options: {
    readonly baseUrl: string;
    readonly stallMs?: number;
    readonly retries?: number;
    readonly contextWindow?: number;
  }): Model;
}

export const HELLO: ModelRequest = { messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }] };

export async function collect(model: Model, request = HELLO, signal = new AbortController().signal) {
  const events: BlockEvent[] = [];
  for await (const event of model.stream(request, signal)) events.push(event);
  return events;
}

/** The content of a stream of block events, without times. */
export function contentOf(events: readonly BlockEvent[]) {
  const { message } = events.reduce(calculateNextState, createReconstructorState());
  return { ...message, content: (message?.content ?? []).filter((block) => block !== undefined) };
}

/** The blocks that every adapter makes of a script. */
export function expectedBlocks({ parts }: Script, thinks: boolean): Partial<ContentBlock>[] {
  return parts.flatMap((part): Partial<ContentBlock>[] => {
    if ('calls' in part) return part.calls.map((call) => ({ type: 'tool_use', ...call }));
    if ('text' in part) return [{ type: 'text', text: part.text.join('') }];
    return thinks ? [{ type: 'thinking', thinking: part.thinking.join('') }] : [];
  });
}

export const IMAGE = {
  type: 'image',
  media_type: 'image/png',
  data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
} as const;
const PHOTO = { type: 'image', media_type: 'image/jpeg', data: '/9j/2Q==' } as const;

const CALLED: Script['parts'] = [{ calls: [{ id: 'call_1', name: 'weather', input: { city: 'Bern' } }] }];

/** The parts that may have come before a message ends. */
const SHAPES: readonly Script['parts'][] = [
  [{ text: ['Hel', 'lo'] }],
  [{ thinking: ['So'], signature: 'c2ln' }],
  [],
  CALLED,
];

/** A call that was asked for, and what follows its result in the same message. */
export function answeredCall(...after: ModelBlock[]): ModelMessage[] {
  return [
    { role: 'user', content: [{ type: 'text', text: 'Look' }] },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'look', input: {} }] },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'c1', name: 'look', content: 'seen' }, ...after],
    },
  ];
}

/** A conversation in which the assistant said this: every call has its result, and the user says more. */
export function goneOn(content: readonly ModelBlock[]): ModelMessage[] {
  const results = content.flatMap((block): ModelBlock[] =>
    block.type === 'tool_use'
      ? [{ type: 'tool_result', tool_use_id: block.id, name: block.name, content: 'seen' }]
      : [],
  );
  return [
    ...HELLO.messages,
    { role: 'assistant', content },
    { role: 'user', content: [...results, { type: 'text', text: 'Go on' }] },
  ];
}

/** The laws that every adapter keeps, on its own wire, against a local server. */
export function modelContract({ name, wire, thinks, create }: ModelUnderTest): void {
  describe(name, () => {
    let fake: FakeProvider;
    afterEach(() => fake.close());

    /** Answers each request with the next reply; the last one is repeated. */
    async function serve(...replies: Reply[]): Promise<void> {
      let served = 0;
      fake = await startFakeProvider(() => {
        const reply = replies[Math.min(served, replies.length - 1)];
        served += 1;
        return reply ?? { chunks: [] };
      });
    }
    const model = (options: { stallMs?: number; retries?: number } = {}): Model =>
      create({ baseUrl: fake.url, retries: 0, ...options });
    const failure = (options?: { stallMs?: number; retries?: number }): Promise<unknown> =>
      collect(model(options)).catch((error: unknown) => error);
    const half = (script: Script): string[] => {
      const events = wire.stream(script);
      return events.slice(0, Math.ceil(events.length / 2));
    };

    test('M1 thinking, text and calls arrive whole, in order, with their tokens', async () => {
      await serve({ chunks: wire.stream(FULL_SCRIPT) });
      const message = contentOf(await collect(model()));
      expect(message.content).toMatchObject(expectedBlocks(FULL_SCRIPT, thinks));
      expect(message).toMatchObject({
        status: 'completed',
        finishReason: 'tool_use',
        tokenUsage: { input_tokens: 25, output_tokens: 17 },
      });
    });

    test('M1 any cutting of the bytes gives the same events', async () => {
      const bytes = new TextEncoder().encode(wire.stream(FULL_SCRIPT).join(''));
      let chunks: Uint8Array[] = [bytes];
      fake = await startFakeProvider(() => ({ chunks }));
      const whole = await collect(model());
      await fc.assert(
        fc.asyncProperty(fc.array(fc.nat({ max: bytes.length }), { maxLength: 12 }), async (cuts) => {
          const ends = [...cuts, bytes.length].sort((a, b) => a - b);
          chunks = ends.map((end, i) => bytes.subarray(ends[i - 1] ?? 0, end));
          expect(await collect(model())).toEqual(whole);
        }),
        { numRuns: 25 },
      );
    });

    test('M20 images of the user reach the provider, alone, beside text and behind results', async () => {
      await serve({ chunks: wire.stream(TEXT_SCRIPT) });
      const ask = async (messages: readonly ModelMessage[]) => {
        await collect(model(), { messages });
        return wire.heard(fake.requests.at(-1)?.body).images;
      };
      const [png, jpeg] = [
        'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
        'data:image/jpeg;base64,/9j/2Q==',
      ];
      expect(await ask([{ role: 'user', content: [IMAGE] }])).toEqual([png]);
      const beside = [PHOTO, { type: 'text', text: 'These?' }, IMAGE] as const;
      expect(await ask([{ role: 'user', content: beside }])).toEqual([jpeg, png]);
      expect(await ask(answeredCall(IMAGE, PHOTO))).toEqual([png, jpeg]);
    });

    test('M21 the system prompt reaches the provider as it is; an empty one is none', async () => {
      await serve({ chunks: wire.stream(TEXT_SCRIPT) });
      const systems = ['Be brief.', 'Grüße 🌊\n\n<rules>\t"x"</rules>\n', '', undefined];
      for (const system of systems) {
        await collect(model(), { ...HELLO, ...(system !== undefined && { system }) });
      }
      const heard = fake.requests.map(({ body }) => wire.heard(body).system);
      expect(heard).toEqual([systems[0], systems[1], undefined, undefined]);
      expect(JSON.stringify(fake.requests[0]?.body).split('Be brief.')).toHaveLength(2);
      expect(fake.requests[2]?.body).toEqual(fake.requests[3]?.body);
    });

    test('M22 the model tells how many tokens fit into it', async () => {
      await serve({ chunks: [] });
      expect(model().contextWindow).toBeGreaterThan(0);
      expect(create({ baseUrl: fake.url, contextWindow: 7 }).contextWindow).toBe(7);
    });

    test('M24 what the cache gave and took is counted apart, and all of it fills the window', async () => {
      const counts = fc.tuple(fc.nat({ max: 12 }), fc.nat({ max: 13 }));
      let script = TEXT_SCRIPT;
      fake = await startFakeProvider(() => ({ chunks: wire.stream(script) }));
      await fc.assert(
        fc.asyncProperty(counts, async ([cached, cacheWritten]) => {
          script = { ...TEXT_SCRIPT, cached, cacheWritten };
          const { tokenUsage } = contentOf(await collect(model()));
          const { cache_read_input_tokens: read = 0, cache_creation_input_tokens: written = 0 } =
            tokenUsage ?? {};
          expect([read, tokenUsage?.input_tokens]).toEqual([cached, 25 - cached - written]);
          expect([0, cacheWritten]).toContain(written);
          expect(tokenUsage && windowUse(tokenUsage)).toBe(42);
        }),
        { numRuns: 15 },
      );
    });

    test('M25 what providers refuse is not sent: any history in order is taken', async () => {
      await serve({ chunks: wire.stream(TEXT_SCRIPT) });
      await fc.assert(
        fc.asyncProperty(histories, async (messages) => {
          expect(historyProblem(messages)).toBeUndefined();
          expect(contentOf(await collect(model(), { messages })).status).toBe('completed');
        }),
        { numRuns: 40 },
      );
    });

    test('M25 a call without its result is refused before anything is answered', async () => {
      await serve({ chunks: wire.stream(TEXT_SCRIPT) });
      const asked = collect(model(), { messages: answeredCall().slice(0, 2) });
      await expect(asked).rejects.toMatchObject({ code: 'bad_request', retryable: false });
    });

    test('M2 events and blocks that are not known yet are passed over', async () => {
      const events = wire.stream(TEXT_SCRIPT);
      const last = events.length - 1;
      await serve({
        chunks: [...events.slice(0, last), ...wire.future, wire.keepAlive, ...events.slice(last)],
      });
      const message = contentOf(await collect(model()));
      expect(message.content.filter(({ type }) => type !== 'redacted_thinking')).toMatchObject([
        { type: 'text', text: 'Hello world.' },
      ]);
      expect(message.status).toBe('completed');
    });

    test.each<[number, RefusalKind, boolean]>([
      [401, 'auth', false],
      [429, 'rate_limited', true],
      [503, 'overloaded', true],
      [400, 'context_length', false],
      [400, 'bad_request', false],
    ])('M3 a refusal with %i becomes %s, in the words of the provider', async (status, code, retryable) => {
      const words =
        code === 'context_length'
          ? "This model's maximum context length is 8 tokens"
          : 'So said the provider';
      await serve({ status, headers: { 'retry-after': '38' }, chunks: [wire.refusal(code, words)] });
      expect(await failure()).toMatchObject({
        name: 'ModelError',
        code,
        retryable,
        message: expect.stringContaining(words),
      });
    });

    test('M40 every name that the provider has for an end is told in the words of the log', async () => {
      let script = TEXT_SCRIPT;
      fake = await startFakeProvider(() => ({ chunks: wire.stream(script) }));
      for (const [stop, [reason, type]] of Object.entries(wire.stops)) {
        const words = { category: 'cyber', explanation: 'Not "this" <b>one</b>.' };
        for (const parts of SHAPES) {
          script = { parts, stop: { name: stop, ...words } };
          const { status, finishReason, stopDetails } = contentOf(await collect(model()));
          // If the wire has no name for it, the calls tell.
          const isCall = reason === 'end_turn' && parts === CALLED && finishReason === 'tool_use';
          expect([stop, status, isCall ? reason : finishReason]).toEqual([stop, 'completed', reason]);
          if (type === undefined) expect([stop, stopDetails]).toEqual([stop, undefined]);
          else expect(stopDetails).toMatchObject({ type, reason: stop });
        }
      }
    });

    test('M40 a name that nobody knows is kept as it is, also one that is ours', async () => {
      const names = fc.oneof(
        fc.constantFrom('cut', 'cancelled', 'constructor', '__proto__', '<b>x</b>'),
        fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).map((name) => `Z${name}`),
      );
      let script = TEXT_SCRIPT;
      fake = await startFakeProvider(() => ({ chunks: wire.stream(script) }));
      await fc.assert(
        fc.asyncProperty(names, fc.constantFrom(...SHAPES), async (stop, parts) => {
          script = { parts, stop: { name: stop } };
          const { status, finishReason, stopDetails } = contentOf(await collect(model()));
          expect([status, finishReason]).toEqual(['completed', 'other']);
          expect(stopDetails).toEqual({ type: 'other', reason: stop });
        }),
        { numRuns: 40 },
      );
    });

    test('M4 an error in mid-stream ends the answer with its cause', async () => {
      await serve({ chunks: [...half(TEXT_SCRIPT), wire.trouble('Too much to do')] });
      expect(await failure()).toMatchObject({
        code: 'overloaded',
        retryable: true,
        message: expect.stringContaining('Too much to do'),
      });
    });

    test('M4 a stream that is cut, or ends too soon, is an error and not an answer', async () => {
      await serve({ chunks: half(TEXT_SCRIPT), cut: true }, { chunks: half(TEXT_SCRIPT) });
      expect(await failure()).toMatchObject({ code: 'network', retryable: true });
      expect(await failure()).toMatchObject({ code: 'network', retryable: true });
    });

    test('M4 a provider that is not there is told as such, with the address', async () => {
      await serve({ chunks: [] });
      const { url } = fake;
      await fake.close();
      expect(await failure()).toMatchObject({ code: 'network', message: expect.stringContaining(url) });
    });

    test('M4 silence is an error; signs of life are not', async () => {
      const keepAlives = Array.from({ length: 10 }, () => wire.keepAlive);
      const [first = '', ...rest] = wire.stream(TEXT_SCRIPT);
      const clock = stallClock();
      onTestFinished(clock.stop);
      const pace = clock.untilFed;
      await serve({ chunks: [first], hang: true }, { chunks: [first, ...keepAlives, ...rest], pace });
      const silent = failure({ stallMs: clock.stallMs });
      await clock.untilFed();
      clock.ring();
      expect(await silent).toMatchObject({ code: 'stalled', retryable: true });
      // Each chunk comes when the one before it has set the clock anew.
      expect(contentOf(await collect(model({ stallMs: clock.stallMs }))).status).toBe('completed');
    });

    test('M5 an abort ends the call at the provider too', async () => {
      const abort = new AbortController();
      await serve({ chunks: half(TEXT_SCRIPT), hang: true });
      const asked = collect(model(), HELLO, abort.signal);
      await expect.poll(() => fake.requests.length).toBe(1);
      abort.abort('enough');
      await expect(asked).rejects.toBe('enough');
      await expect.poll(() => fake.abandoned()).toBe(1);
    });

    test('M8 a call that fails before its first token is made again; one that had begun is not', async () => {
      const refused = {
        status: 503,
        headers: { 'retry-after': '0' },
        chunks: [wire.refusal('overloaded', 'Busy')],
      };
      await serve(refused, refused, { chunks: wire.stream(TEXT_SCRIPT) });
      const waits: string[] = [];
      const events = await collect(model({ retries: 3 }), {
        ...HELLO,
        onWait: (message, waitMs) => waits.push(`${message} ${waitMs}`),
      });
      expect(contentOf(events).content).toMatchObject([{ text: 'Hello world.' }]);
      expect(waits).toHaveLength(2);
      expect(waits[0]).toMatch(/Busy.* 0$/);
      expect(fake.requests).toHaveLength(3);
      await fake.close();
      await serve({ chunks: half(TEXT_SCRIPT), cut: true });
      expect(await failure({ retries: 3 })).toMatchObject({ code: 'network' });
      expect(fake.requests).toHaveLength(1);
    });

    test('M8 a wait that is too long to sit through is told at once', async () => {
      const headers = { 'retry-after': '61' };
      await serve({ status: 429, headers, chunks: [wire.refusal('rate_limited', 'Slow down')] });
      expect(await failure({ retries: 3 })).toMatchObject({
        code: 'rate_limited',
        message: expect.stringMatching(/Slow down\.$/),
        retryAfterMs: 61_000,
      });
      expect(fake.requests).toHaveLength(1);
    });

    test('M9 checkKey tells what the provider said', async () => {
      await serve(
        { headers: { 'content-type': 'application/json' }, chunks: ['{"data":[],"models":[]}'] },
        { status: 401, chunks: [wire.refusal('auth', 'No such key')] },
      );
      expect(await model().checkKey?.()).toMatchObject({ ok: true });
      expect(fake.requests[0]?.method).toBe('GET');
      expect(await model().checkKey?.()).toMatchObject({
        ok: false,
        code: 'auth',
        message: expect.stringContaining('No such key'),
      });
    });
  });
}
