import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../fixtures/long.ts';
import { createSseDecoder, type SseDecoderOptions } from './sse-decoder.ts';
import type { SseEvent } from './sse-event-reader.ts';

/** The reports of a decoder, in order: events, and `! line` for each problem. */
type Told = SseEvent | string;
type Limit = Pick<SseDecoderOptions, 'maxEventLength'>;

function decode(chunks: Iterable<Uint8Array | string>, limit: Limit = {}): Told[] {
  const told: Told[] = [];
  const decoder = createSseDecoder({
    onEvent: (event) => told.push(event),
    onProblem: ({ line }) => told.push(`! ${line}`),
    ...limit,
  });
  for (const chunk of chunks) decoder.feed(chunk);
  decoder.end();
  return told;
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const message = (data: string): SseEvent => ({ event: 'message', data, id: '' });
const named = (event: string, data: string): SseEvent => ({ event, data, id: '' });
const withId = (id: string, data: string): SseEvent => ({ event: 'message', data, id });

/** The standard's rules over the whole text at once: slow and plain, to hold the decoder against. */
function decodeWhole(text: string, { maxEventLength = Number.POSITIVE_INFINITY }: Limit = {}): Told[] {
  const told: Told[] = [];
  const lines = text.split(/\r\n|\r|\n/);
  const unfinished = lines.pop() ?? '';
  let block: string[] = [];
  for (const line of lines) {
    if (line !== '') block.push(line);
    else {
      told.push(...decodeBlock(block, maxEventLength));
      block = [];
    }
  }
  // An unfinished event reports only its problems; an unfinished line, only that it is too long.
  const open = decodeBlock(block, maxEventLength).filter((each) => typeof each === 'string');
  const dropped = open.includes('! ');
  const size = sizeOf(block);
  return [...told, ...open, ...(!dropped && size + unfinished.length > maxEventLength ? ['! '] : [])];
}

function decodeBlock(block: readonly string[], maxEventLength: number): Told[] {
  const told: Told[] = [];
  const data: string[] = [];
  let event = '';
  let id = '';
  for (const [index, line] of block.entries()) {
    if (sizeOf(block.slice(0, index)) + line.length > maxEventLength) return [...told, '! '];
    const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/su.exec(line) ?? [];
    if (name === 'data') data.push(value);
    else if (name === 'event') event = value;
    else if (name === 'id' && !value.includes('\0')) id = value;
    else if (name === 'retry' && /^[0-9]+$/.test(value)) continue;
    else if (!line.startsWith(':')) told.push(`! ${line.slice(0, 200)}`);
  }
  return data.length === 0 ? told : [...told, { event: event || 'message', data: data.join('\n'), id }];
}

/** Characters of the lines from the first data on. */
function sizeOf(block: readonly string[]): number {
  const first = block.findIndex((line) => /^data(:|$)/.test(line));
  return first < 0 ? 0 : block.slice(first).join('').length;
}

function cut<T extends Uint8Array | string>(whole: T, cuts: readonly number[]): (Uint8Array | string)[] {
  const ends = [...cuts.map((at) => at % (whole.length + 1)), whole.length].sort((a, b) => a - b);
  return ends.map((end, i) =>
    typeof whole === 'string' ? whole.slice(ends[i - 1] ?? 0, end) : whole.subarray(ends[i - 1] ?? 0, end),
  );
}

const piece = fc.constantFrom(
  ...['\n', '\r', '\r\n', '\n\n', ':', ' ', '\0', '\uFEFF', 'a', 'ü', '€', '😀', '1', '\u2028', '\x0b'],
  // Long ones, because short events wait for their end and long ones do not.
  ...['b'.repeat(700), '€'.repeat(400)],
  ...['data', 'event', 'id', 'retry', 'data:', 'data: ', 'event: ', 'id: ', 'retry: ', 'data: a\n'],
);
const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));
// Not UTF-8: a byte that is never used, a lone tail, cut characters, an overlong one, a surrogate, one past the last.
const broken = fc.constantFrom(
  ...[[0xff], [0x80], [0xe2, 0x82], [0xf0, 0x9f, 0x98], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf5, 0x80]],
);
const bytes = fc
  .array(fc.oneof({ weight: 8, arbitrary: piece.map((each) => [...utf8(each)]) }, broken), { maxLength: 40 })
  .map((pieces) => Uint8Array.from(pieces.flat()));
const cuts = fc.array(fc.nat(), { maxLength: 30 });
const limit = fc.oneof(fc.constant({}), fc.record({ maxEventLength: fc.integer({ min: 1, max: 30 }) }));

test('R8 bytes cut anywhere give what the standard says of the whole', () => {
  fc.assert(
    fc.property(bytes, cuts, limit, (whole, at, max) => {
      const expected = decodeWhole(new TextDecoder().decode(whole), max);
      expect(decode(cut(whole, at), max)).toEqual(expected);
      expect(
        decode(
          Array.from(whole, (byte) => Uint8Array.of(byte)),
          max,
        ),
      ).toEqual(expected);
    }),
    { numRuns: runs(1000) },
  );
});

test('R8 text cut anywhere gives what the standard says of the whole', () => {
  fc.assert(
    fc.property(text, cuts, limit, (whole, at, max) => {
      const expected = decodeWhole(whole.replace(/^\uFEFF/, ''), max);
      expect(decode(cut(whole, at), max)).toEqual(expected);
      expect(decode(whole.split(''), max)).toEqual(expected);
    }),
    { numRuns: runs(1000) },
  );
});

test('R8 bytes and text may take turns', () => {
  const mixed = fc.array(fc.tuple(text, fc.boolean()), { maxLength: 8 });
  fc.assert(
    fc.property(mixed, limit, (parts, max) => {
      const whole = parts.map(([part]) => part).join('');
      const chunks = parts.map(([part, asBytes]) => (asBytes ? utf8(part) : part));
      expect(decode(chunks, max)).toEqual(decodeWhole(whole.replace(/^\uFEFF/, ''), max));
    }),
  );
});

const near = [
  'xata',
  'dxta',
  'daxa',
  'datx',
  'xvent',
  'exent',
  'evxnt',
  'evext',
  'evenx',
  'datas',
  'events',
  'xd',
  'ix',
];

test('R250 a decoder tells of `retry`, and of an id without data', () => {
  const told: unknown[] = [];
  const decoder = createSseDecoder({
    onEvent: ({ data, id }) => told.push({ data, id }),
    onRetry: (waitMs) => told.push({ waitMs }),
    onId: (id) => told.push({ id }),
  });
  for (const char of 'retry: 10\n\nid: 1\n\nid: 2\nevent: x\n\nid: 3\ndata: a\n\nid\n\n: b\n\nretry: x\n\nid: 4\n')
    decoder.feed(char);
  expect(told).toEqual([{ waitMs: 10 }, { id: '1' }, { id: '2' }, { data: 'a', id: '3' }]);
});

// The examples of the standard, then the corners of its rules.
test.each<[string, string, Told[]]>([
  ['several lines of data', 'data: YHOO\ndata: +2\ndata: 10\n\n', [message('YHOO\n+2\n10')]],
  [
    'comments and ids',
    ': test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\ndata: cut',
    [withId('1', 'first event'), message('second event'), message(' third event')],
  ],
  ['data that is empty', 'data\n\ndata\ndata\n\ndata:', [message(''), message('\n')]],
  ['one space after the colon', 'data:test\n\ndata: test\n\n', [message('test'), message('test')]],
  ['an event without data', 'event: a\nid: 1\n\ndata: b\n\n', [message('b')]],
  ['the last of two names', 'event: a\nevent: b\ndata\n\n', [named('b', '')]],
  ['a name taken back', 'event: a\nevent\ndata\n\n', [message('')]],
  ['an id does not stay', 'id: 1\ndata: a\n\ndata: b\n\n', [withId('1', 'a'), message('b')]],
  ['an id with NUL', 'id: 1\nid: 2\0\ndata: a\n\n', ['! id: 2\0', withId('1', 'a')]],
  ['a name in other case', 'Data: a\n data: b\ndata : c\n\n', ['! Data: a', '!  data: b', '! data : c']],
  [
    'a name with another letter',
    near.map((name) => `${name}: a\n`).join(''),
    near.map((name) => `! ${name}: a`),
  ],
  ['retry', 'retry: 10\nretry:0\ndata\n\n', [message('')]],
  [
    'a bad retry',
    'retry: 1.5\nretry: -1\nretry\nretry: ١\n\n',
    ['! retry: 1.5', '! retry: -1', '! retry', '! retry: ١'],
  ],
  ['an unknown line', 'nonsense\ndata: a\n\n', ['! nonsense', message('a')]],
  ['other breaks of Unicode', 'data: a\u2028b\u0085c\x0bd\n\n', [message('a\u2028b\u0085c\x0bd')]],
  ['a mark at the start, once', '\uFEFF\uFEFFdata: a\n\ndata: b\n\n', ['! \uFEFFdata: a', message('b')]],
  ['a mark elsewhere', '\n\uFEFFdata: a\n\n', ['! \uFEFFdata: a']],
  ['what a mark is in another encoding', 'ï»¿data: a\n\n', ['! ï»¿data: a']],
  ['CR alone', 'data: a\rdata: b\r\rdata: c\r\r', [message('a\nb'), message('c')]],
  ['CRLF', 'data: a\r\ndata: b\r\n\r\n', [message('a\nb')]],
  ['a mix of breaks', 'data: a\n\r\ndata: b\r\n\ndata: c\r\n\r', [message('a'), message('b'), message('c')]],
])('R8 the standard: %s', (_, whole, expected) => {
  expect(decodeWhole(whole.replace(/^\uFEFF/, ''))).toEqual(expected);
  for (let at = 0; at <= utf8(whole).length; at++) expect(decode(cut(utf8(whole), [at]))).toEqual(expected);
});

test('R8 bytes that are not UTF-8 become U+FFFD, one for each part that cannot be read', () => {
  const whole = Uint8Array.of(
    ...[...utf8('data:'), 0xff, 0xe2, 0x82, 0x41, 0xed, 0xa0, 0x80, 0xf0, 0x9f, 0x98],
    ...utf8('\n\n'),
  );
  for (let at = 0; at <= whole.length; at++) {
    expect(decode(cut(whole, [at]))).toEqual([message('\uFFFD\uFFFDA\uFFFD\uFFFD\uFFFD\uFFFD')]);
  }
});

test('R8 long text that is not ASCII is read by the same rules', () => {
  const euros = '€'.repeat(400);
  const chunks = [
    utf8(`data:${euros}\n\n`),
    utf8(`\uFEFFdata:${euros}\n\n`),
    Uint8Array.of(...utf8(`data:${euros}`), 0xff, 0xe2, 0x82, ...utf8('\n\n')),
    utf8(`data:${'a'.repeat(1000)}\n\n`),
  ];
  expect(decode(chunks)).toEqual([
    message(euros),
    `! ${`\uFEFFdata:${euros}`.slice(0, 200)}`,
    message(`${euros}\uFFFD\uFFFD`),
    message('a'.repeat(1000)),
  ]);
});

test.each(['\n\n', '\r\r', '\r\n\r\n', '\r\n\r', '\n\r'])(
  'R8 an event is told with its last break, %j',
  (end) => {
    const whole = utf8(`data: a${end}`);
    for (let at = 0; at <= whole.length; at++) {
      const told: Told[] = [];
      const decoder = createSseDecoder({ onEvent: (event) => told.push(event) });
      for (const chunk of cut(whole, [at])) decoder.feed(chunk);
      expect(told).toEqual([message('a')]);
    }
  },
);

test.each<[string, (text: string) => Uint8Array | string]>([
  ['bytes', utf8],
  ['text', (text) => text],
])('R8 after its end a decoder reads another stream from the start: %s', (_, chunk) => {
  const told: Told[] = [];
  const decoder = createSseDecoder({ onEvent: (event) => told.push(event) });
  for (const unfinished of ['da', 'id: 1\nevent: a\ndata: cut', 'data: cut\r', '\n']) {
    decoder.feed(chunk(unfinished));
    decoder.end();
    decoder.feed(chunk('\uFEFFdata: a\n\n'));
    decoder.end();
  }
  expect(told).toEqual([message('a'), message('a'), message('a'), message('a')]);
});

test('R239 the line of a problem is told by its beginning', () => {
  expect(decode([`${'a'.repeat(1000)}\n`])).toEqual([`! ${'a'.repeat(200)}`]);
});

test('R237 an event past the limit is dropped and told once, and the next one is read', () => {
  const told = decode(['data: 12345\n: 12345\ndata: 1\nnonsense\n\ndata: 1234567890\n\n'], {
    maxEventLength: 16,
  });
  expect(told).toEqual(['! ', message('1234567890')]);
});

test('R237 the limit counts characters, whatever their bytes, and cuts none', () => {
  const comment = `:${'c'.repeat(900)}\n`;
  const exact = '€'.repeat(2995);
  const whole = utf8(`${comment}data:${exact}\n\n${comment}data:${exact}€\n\n`);
  for (const size of [1, 2, 4, 5, 7]) {
    const at = Array.from({ length: whole.length / size }, (_, i) => i * size);
    expect(decode(cut(whole, at), { maxEventLength: 3000 })).toEqual([message(exact), '! ']);
  }
});

test('R237 comments alone are no event, however many', () => {
  expect(decode([': ping\n'.repeat(100), 'data: a\n\n'], { maxEventLength: 16 })).toEqual([message('a')]);
});

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('R237 %d is no limit', (maxEventLength) => {
  expect(() => createSseDecoder({ onEvent: () => {}, maxEventLength })).toThrow(RangeError);
});

// More than an engine's longest text, so this cannot pass by keeping it all.
test('R238 a line without end takes no more memory than the limit', () => {
  function* endless(): Generator<Uint8Array> {
    yield utf8('data: a\n\ndata: ');
    const chunk = new Uint8Array(2 ** 20).fill(0x61);
    for (let i = 0; i < 600; i++) yield chunk;
    yield utf8('\n\ndata: b\n\n');
  }
  expect(decode(endless())).toEqual([message('a'), '! ', message('b')]);
}, 30_000);

const MEGABYTE = 2 ** 20;
const long = 'a'.repeat(MEGABYTE);

// Each would take longer than a test may if the work grew with the square of the length.
test.each<[string, () => Iterable<Uint8Array | string>, number]>([
  [
    'a long line, byte by byte',
    () => Array.from(utf8(`data:${long}\n\n`), (byte) => Uint8Array.of(byte)),
    MEGABYTE,
  ],
  ['a long line, character by character', () => `data:${long}\n\n`.split(''), MEGABYTE],
  ['many lines of data', () => [utf8(`${'data\n'.repeat(MEGABYTE)}\n`)], MEGABYTE - 1],
  ['many lines that end in CR', () => [utf8(`${'data\r'.repeat(MEGABYTE)}\r`)], MEGABYTE - 1],
  ['many lines of text that end in CR', () => [`${'data\r'.repeat(MEGABYTE)}\r`], MEGABYTE - 1],
  ['many lines and one CR at the end', () => [`${'data\n'.repeat(MEGABYTE)}\r`], MEGABYTE - 1],
])('R238 work grows with the length: %s', (_, chunks, length) => {
  const told = decode(chunks());
  expect(told.length).toBe(1);
  expect(told.map((each) => (typeof each === 'string' ? each : each.data.length))).toEqual([length]);
});
