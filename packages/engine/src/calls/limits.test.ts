import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../fixtures/long.ts';
import { AssistantMessageParser, MessageTooLargeError } from './assistant-message-parser.ts';
import { ByteBudget } from './byte-budget.ts';
import type { ToolUse } from './call-blocks.ts';
import { parseAssistantMessage } from './parse-assistant-message.ts';

const bytes = (text: string): number => new TextEncoder().encode(text).length;
const diff = (text: string): string => `<apply_diff><path>a</path><diff>${text}</diff></apply_diff>`;
const write = (text: string): string =>
  `<write_to_file><path>a</path><content>${text}</content></write_to_file>`;

function call(text: string, options?: Parameters<typeof parseAssistantMessage>[1]): ToolUse {
  const [block] = parseAssistantMessage(text, options);
  if (block?.type !== 'tool_use') throw new Error('There is no call.');
  return block;
}

test('P229 a parameter may have its limit and not a byte more', () => {
  const full = call(diff('é'.repeat(50)), { maxParamBytes: 100 });
  expect(full).toMatchObject({ state: 'complete', params: { diff: 'é'.repeat(50) } });
  const over = call(diff(`${'é'.repeat(50)}x`), { maxParamBytes: 100 });
  expect(over).toMatchObject({
    state: 'oversize',
    partial: false,
    problem: {
      code: 'limit',
      message: 'diff of apply_diff is larger than 100 bytes. The call was not run. Send less at a time.',
    },
  });
  expect(over.params['diff']).toBe('é'.repeat(50));
});

test('P229 the limit is 100 KiB by default, and the message’s own for write_to_file.content', () => {
  const text = 'x'.repeat(100 * 1024);
  expect(call(diff(text)).state).toBe('complete');
  expect(call(diff(`${text}x`)).state).toBe('oversize');
  expect(call(write(`${text}x`)).state).toBe('complete');
  expect(call(`<new_rule><path>a</path><content>${text}x</content></new_rule>`).state).toBe('oversize');
});

test('P229 an oversize call is read on to its end, and what follows it as ever', () => {
  const blocks = parseAssistantMessage(
    `${diff('0123456789</diff>!')}\nand <read_file><path>a</path></read_file>`,
    {
      maxParamBytes: 5,
    },
  );
  expect(blocks).toMatchObject([
    { state: 'oversize', params: { path: 'a', diff: '01234' } },
    { content: 'and' },
    { state: 'complete', params: { path: 'a' } },
  ]);
});

test('P229 oversize is told as soon as it is known', () => {
  const parser = new AssistantMessageParser({ maxParamBytes: 5 });
  parser.processChunk('<apply_diff><path>a</path><diff>01234');
  expect(parser.getContentBlocks()[0]).toMatchObject({ state: 'streaming', partial: true });
  parser.processChunk('5');
  expect(parser.getContentBlocks()[0]).toMatchObject({ state: 'oversize', partial: true });
});

test('P230 a message past its limit throws once, with the blocks up to there', () => {
  const parser = new AssistantMessageParser({ maxMessageBytes: 50 });
  const text = write('x'.repeat(100));
  let error: unknown;
  try {
    parser.processChunk(text);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(MessageTooLargeError);
  expect(error).toMatchObject({ code: 'message_too_large', message: 'The message is larger than 50 bytes.' });
  const blocks = structuredClone(parser.getContentBlocks());
  expect(blocks).toEqual([
    {
      type: 'tool_use',
      id: 'call_1',
      name: 'write_to_file',
      params: { path: 'a', content: 'x'.repeat(12) },
      partial: false,
      state: 'oversize',
      problem: {
        code: 'limit',
        message: 'The message is larger than 50 bytes. The call was not run. Write less in one message.',
      },
    },
  ]);
  expect(parser.processChunk('more')).toEqual(blocks);
  expect(parser.finalizeContentBlocks()).toEqual(blocks);
  expect(parseAssistantMessage(text, { maxMessageBytes: 50 })).toEqual(blocks);
});

test('P230 the limit of a message is 1 MiB by default, counted in UTF-8', () => {
  const parser = new AssistantMessageParser();
  for (let i = 0; i < 16; i++) parser.processChunk('é'.repeat(32 * 1024));
  expect(() => parser.processChunk('x')).toThrow(MessageTooLargeError);
  expect(parser.getContentBlocks()).toMatchObject([{ content: 'é'.repeat(512 * 1024) }]);
});

test('P230 a write that was closed before the limit is not run: its true end may lie behind it', () => {
  const blocks = parseAssistantMessage(
    `${write('a')}<read_file><path>b</path></read_file>${'x'.repeat(200)}`,
    {
      maxMessageBytes: 150,
    },
  );
  expect(blocks).toMatchObject([
    { state: 'oversize', problem: { code: 'limit' } },
    { state: 'complete' },
    { type: 'text' },
  ]);
});

test('P230 the parser works again after reset', () => {
  const parser = new AssistantMessageParser({ maxMessageBytes: 10 });
  expect(() => parser.processChunk('x'.repeat(11))).toThrow(MessageTooLargeError);
  parser.reset();
  expect(parser.processChunk('x'.repeat(10))).toMatchObject([{ content: 'x'.repeat(10) }]);
  expect(() => parser.processChunk('x')).toThrow(MessageTooLargeError);
});

const pieces = fc.array(
  fc.string({ unit: fc.constantFrom('a', 'é', '€', '😀', '\ud83d', '\ude00'), maxLength: 8 }),
  {
    maxLength: 20,
  },
);

test('P231 text fits as long as its UTF-8 does, for every way of cutting it', () => {
  fc.assert(
    fc.property(pieces, fc.nat({ max: 60 }), fc.boolean(), (texts, limit, reserves) => {
      const whole = texts.join('');
      const budget = new ByteBudget(limit);
      let taken = '';
      for (const text of texts) {
        const isReserved = reserves && budget.reserve(text.length);
        if (isReserved) budget.use(text);
        const fits = isReserved ? text.length : budget.fit(text);
        taken += text.slice(0, fits);
        if (fits < text.length) break;
      }
      expect(whole.startsWith(taken)).toBe(true);
      expect(bytes(taken)).toBeLessThanOrEqual(limit);
      const isCut = /[\ud800-\udbff]$/.test(taken) && /^[\udc00-\udfff]/.test(whole.slice(taken.length));
      expect(isCut).toBe(false);
      const next = String.fromCodePoint(whole.codePointAt(taken.length) ?? 0);
      // The first half of a pair needs room for both, also where the second never comes.
      const needed = /^[\ud800-\udbff]$/.test(next) ? 4 : bytes(next);
      if (taken !== whole) expect(bytes(taken) + needed).toBeGreaterThan(limit);
    }),
    { numRuns: runs(2000) },
  );
});
