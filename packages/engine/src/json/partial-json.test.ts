import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../fixtures/long.ts';
import {
  createPartialJson,
  type PartialJson,
  type PartialJsonProblem,
  type PartialJsonValue,
  parsePartialJson,
} from './partial-json.ts';

/** A value as text that tells apart all that matters: the order of keys, own and inherited ones, -0, lone surrogates. */
function print(value: PartialJsonValue | undefined): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Object.is(value, -0)) return '-0';
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(print).join()}]`;
  return `{${Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}:${print(each)}`)}}`;
}

interface View {
  readonly value: string;
  readonly complete: boolean;
  readonly problem: PartialJsonProblem | undefined;
}
function look({
  value,
  complete,
  problem,
}: {
  value: PartialJsonValue | undefined;
  complete: boolean;
  problem?: PartialJsonProblem | undefined;
}): View {
  return { value: print(value), complete, problem };
}

function cut(text: string, lengths: readonly number[]): string[] {
  const chunks: string[] = [];
  let at = 0;
  for (const length of lengths) {
    chunks.push(text.slice(at, at + length));
    at += length;
  }
  return [...chunks, text.slice(at)];
}

function read(...chunks: readonly string[]): PartialJson {
  const json = createPartialJson();
  for (const chunk of chunks) json.append(chunk);
  return json;
}

function parse(text: string): { accepted: boolean; value?: PartialJsonValue } {
  try {
    return { accepted: true, value: JSON.parse(text) };
  } catch {
    return { accepted: false };
  }
}

/** Tells whether some text can follow that makes it JSON. Tries all that can be missing, and asks `JSON.parse`. */
function canGoOn(text: string): boolean {
  const closers: string[] = [];
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (inString && char === '\\') i++;
    else if (char === '"') inString = !inString;
    else if (inString) continue;
    else if (char === '[') closers.unshift(']');
    else if (char === '{') closers.unshift('}');
    else if (char === ']' || char === '}') closers.shift();
  }
  const rests = inString
    ? ['"', 'n"', '0"', '00"', '000"', '0000"'].flatMap((end) => [end, `${end}:0`])
    : ['', '0', ':0', '"":0', 'rue', 'ue', 'e', 'alse', 'lse', 'se', 'ull', 'll', 'l'];
  return rests.some((rest) => parse(text + rest + closers.join('')).accepted);
}

const space = fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\r'), maxLength: 2 });
const number = fc.stringMatching(/^-?(0|[1-9]\d{0,20})(\.\d{1,20})?([eE][+-]?\d{1,3})?$/);
const hex = fc.stringMatching(/^([dD][89a-fA-F]|[0-9a-fA-F]{2})[0-9a-fA-F]{2}$/);
const character = fc.oneof(
  fc.constantFrom('a', 'é', '\u2028', '\u007f', '😀', '\ud83d', '\ude00', '\ufeff'),
  fc.constantFrom(...Array.from('"\\/bfnrt', (char) => `\\${char}`)),
  hex.map((digits) => `\\u${digits}`),
);
const string = fc.string({ unit: character, maxLength: 6 }).map((text) => `"${text}"`);
const key = fc.oneof(
  fc
    .constantFrom('a', 'b', '', '1', '0', '-1', '__proto__', 'constructor', 'toString', 'length')
    .map((name) => JSON.stringify(name)),
  string,
);
const { text: jsonText } = fc.letrec<{ text: string; value: string; array: string; object: string }>(
  (tie) => ({
    text: fc.tuple(space, tie('value'), space).map((parts) => parts.join('')),
    value: fc.oneof(
      { maxDepth: 4 },
      fc.oneof(string, number, fc.constantFrom('true', 'false', 'null')),
      tie('array'),
      tie('object'),
    ),
    array: fc
      .tuple(space, fc.array(tie('text'), { maxLength: 4 }))
      .map(([blank, items]) => (items.length === 0 ? `[${blank}]` : `[${items.join()}]`)),
    object: fc
      .tuple(space, fc.array(fc.tuple(space, key, space, tie('text')), { maxLength: 4 }))
      .map(
        ([blank, members]) =>
          `{${members.length === 0 ? blank : members.map(([a, name, b, value]) => `${a}${name}${b}:${value}`).join()}}`,
      ),
  }),
);
const cuts = fc.array(fc.nat(9));

/** JSON with a few characters changed, and texts that never were JSON. */
const brokenText = fc.oneof(
  fc
    .tuple(
      jsonText,
      fc.array(
        fc.tuple(
          fc.nat(),
          fc.nat(1),
          fc.constantFrom('', ...'{}[],:"\\/-+.eE019tfnulrsax \n\0é', '01', '\\u', 'true', 'Infinity', '//'),
        ),
        { minLength: 1, maxLength: 2 },
      ),
    )
    .map(([text, changes]) =>
      changes.reduce((changed, [place, gone, put]) => {
        const at = place % (changed.length + 1);
        return changed.slice(0, at) + put + changed.slice(at + gone);
      }, text),
    ),
  fc.string({ unit: fc.constantFrom(...'{}[],:"\\-.e01tnu '), maxLength: 12 }),
  fc.string({ unit: 'binary' }),
);
const anyText = fc.oneof(jsonText, brokenText);

test('R7 the value of a whole text is that of JSON.parse, however it is cut', () => {
  const check = (text: string, lengths: readonly number[]): void => {
    const view = { value: print(JSON.parse(text)), complete: true, problem: undefined };
    expect(look(read(...cut(text, lengths)))).toEqual(view);
    expect(look(parsePartialJson(text))).toEqual(view);
  };
  fc.assert(fc.property(jsonText, cuts, check), { numRuns: runs(500) });
  fc.assert(fc.property(fc.json(), cuts, check));
});

test('R230 after the same text it shows the same, however that was cut', () => {
  fc.assert(
    fc.property(anyText, cuts, (text, lengths) => {
      const byCharacter = createPartialJson();
      const views = [look(byCharacter)];
      for (const char of text.split('')) {
        byCharacter.append(char);
        views.push(look(byCharacter));
      }
      expect(Array.from(views, (_, end) => look(parsePartialJson(text.slice(0, end))))).toEqual(views);
      const inChunks = createPartialJson();
      let end = 0;
      for (const chunk of cut(text, lengths)) {
        inChunks.append(chunk);
        end += chunk.length;
        expect(look(inChunks)).toEqual(views[end]);
      }
    }),
    { numRuns: runs(300) },
  );
});

test('R232 a text is complete exactly when JSON.parse accepts it', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (let end = 0; end <= text.length; end++) {
        const before = text.slice(0, end);
        const { accepted, value } = parse(before);
        const { complete, value: shown } = parsePartialJson(before);
        expect({ before, complete }).toEqual({ before, complete: accepted });
        if (accepted) expect(print(shown)).toBe(print(value));
      }
    }),
    { numRuns: runs(300) },
  );
});

test('R232 every character is taken where JSON.parse takes it', () => {
  const places = String.raw`@ "@" "\@" "\u@000" "\u000@" [@] [@1] [1@] {@} {"a"@1} {"a":1@}`.split(' ');
  const inNumbers = '-@ -@1 0@ 0@1 1@ 1@1 1.@ 1.@1 1.1@1 1e@ 1e@1 1e1@1 1e+@1'.split(' ');
  const codes = [...Array(0x80).keys(), 0xa0, 0xff11, 0xfeff, 0x2028, 0xd83d, 0xde00];
  for (const code of codes) {
    for (const place of [...places, ...inNumbers]) {
      const text = place.replace('@', () => String.fromCharCode(code));
      const { complete, problem } = parsePartialJson(text);
      const { accepted } = parse(text);
      const canBe = accepted || canGoOn(text);
      if (complete !== accepted || (problem === undefined) !== canBe) expect.fail(JSON.stringify(text));
    }
  }
});

test('R235 a problem is told at the first character behind which nothing can follow, and the value stays', () => {
  fc.assert(
    fc.property(anyText, brokenText, (text, rest) => {
      const json = read(text);
      const { problem } = json;
      if (problem === undefined) {
        expect(canGoOn(text)).toBe(true);
        return;
      }
      const { position } = problem;
      const before = parsePartialJson(text.slice(0, position));
      expect(before.problem).toBeUndefined();
      expect(canGoOn(text.slice(0, position))).toBe(true);
      expect(canGoOn(text.slice(0, position + 1))).toBe(false);
      json.append(rest);
      expect(look(json)).toEqual({ value: print(before.value), complete: false, problem });
    }),
    { numRuns: runs(1000) },
  );
});

test.each([
  ['[1 2]', 'Expected "," or "]" at position 3, but found "2".'],
  ['{"a" 1}', 'Expected ":" at position 5, but found "1".'],
  ['{"a":1]', 'Expected "," or "}" at position 6, but found "]".'],
  ['{a', 'Expected a key in quotes or "}" at position 1, but found "a".'],
  ['{"a":1,}', 'Expected a key in quotes at position 7, but found "}".'],
  ['[1,]', 'Expected a value at position 3, but found "]".'],
  ['[}', 'Expected a value or "]" at position 1, but found "}".'],
  ['nil', 'Expected true, false or null at position 1, but found "i".'],
  ['"\\x"', 'Expected one of " \\ / b f n r t u at position 2, but found "x".'],
  ['"\\u12"', 'Expected a hexadecimal digit at position 5, but found a quote.'],
  ['"\n"', 'Expected an escape instead of a control character at position 1, but found U+000A.'],
  ['-.5', 'Expected a digit at position 1, but found ".".'],
  ['01', 'Expected nothing more at position 1, but found "1".'],
  ['{} é', 'Expected nothing more at position 3, but found U+00E9.'],
])('R235 a problem says what was met, and where: %j', (text, message) => {
  expect(read(...text).problem?.message).toBe(message);
});

test.each([
  ['', 'undefined'],
  ['"', '""'],
  ['"ab', '"ab"'],
  ['"a\\', '"a"'],
  ['"a\\u00e', '"a"'],
  ['"a\\ud83d', '"a"'],
  ['"a\\ud83d\\ude0', '"a"'],
  ['"a\\ud83d\\ude00', '"a😀"'],
  ['"a\\ud83dx', '"a\\ud83dx"'],
  ['"a\\ud83d\\n', '"a\\ud83d\\n"'],
  ['"a\\ud83d\\ud83d', '"a\\ud83d"'],
  ['"a\ud83d', '"a"'],
  ['"a\\ud83d"', '"a\\ud83d"'],
  ['{', '{}'],
  ['{"a', '{}'],
  ['{"a":', '{}'],
  ['{"a":"', '{"a":""}'],
  ['{"a":tru', '{}'],
  ['{"a":true', '{"a":true}'],
  ['[12', '[]'],
  ['[12 ', '[12]'],
  ['[12,[', '[12,[]]'],
  ['[12x', '[]'],
  ['{"a":1,"a":', '{"a":1}'],
  ['{"a":1,"b":2,"a":"', '{"a":"","b":2}'],
  ['12', '12'],
  ['12.', '12'],
  ['12.5e', '12.5'],
  ['-', 'undefined'],
  ['-0', '-0'],
])('R231 a text that ends early shows what is certain: %j', (text, shown) => {
  expect(print(parsePartialJson(text).value)).toBe(shown);
  expect(print(read(...text.split('')).value)).toBe(shown);
});

test('R7 a number of any length is the one that JSON.parse reads', () => {
  const digits = fc.oneof(
    fc.stringMatching(/^\d{0,40}$/),
    fc
      .tuple(fc.constantFrom('0', '9', '17976931348623157', '5'), fc.nat(1200))
      .map(([unit, n]) => unit.repeat(n)),
  );
  const long = fc
    .tuple(fc.constantFrom('', '-'), digits, digits, fc.option(fc.integer({ min: -1500, max: 1500 })))
    .map(([sign, whole, rest, power]) => {
      const integer = whole.replace(/^0+/, '') || '0';
      return `${sign}${integer}${rest && `.${rest}`}${power === null ? '' : `e${power}`}`;
    });
  fc.assert(
    fc.property(long, cuts, (text, lengths) => {
      expect(print(read(...cut(text, lengths)).value)).toBe(print(JSON.parse(text)));
      expect(print(parsePartialJson(`[${text}]`).value)).toBe(print([JSON.parse(text)]));
    }),
    { numRuns: runs(500) },
  );
  // Halfway between two doubles, which takes up to 768 digits to say, and beside it by the last digit.
  fc.assert(
    fc.property(fc.bigInt(0n, 2n ** 53n - 1n), fc.constantFrom(-1n, 0n, 1n), (double, beside) => {
      const text = `${(2n * double + 1n) * 5n ** 1075n + beside}e-1075`;
      expect(parsePartialJson(text).value).toBe(JSON.parse(text));
    }),
  );
  const half = `9007199254740993.${'0'.repeat(2000)}`;
  const small = `0.${'0'.repeat(2000)}1e2005`;
  const many = [
    '1e999',
    '-1e999',
    '1e-999',
    '2.2250738585072011e-308',
    `1e${'0'.repeat(2000)}5`,
    '1e99999999999999999999',
  ];
  for (const text of [half, `${half}1`, small, ...many]) {
    expect(print(parsePartialJson(text).value)).toBe(print(JSON.parse(text)));
  }
});

test('R7 members named as those of every object are data', () => {
  const json = read('{"__proto__":{"polluted":"y', 'es"},"toString":1,"__proto__":[2],"x":[');
  expect(Object.entries(json.value ?? {})).toEqual([
    ['__proto__', [2]],
    ['toString', 1],
    ['x', []],
  ]);
  expect(Object.getPrototypeOf(json.value)).toBe(Object.prototype);
  expect(Object.getPrototypeOf(json.snapshot())).toBe(Object.prototype);
  expect(print(json.snapshot())).toBe(print(json.value));
  expect('polluted' in {}).toBe(false);
});

test('R236 a million levels are read, shown and copied', () => {
  const depth = 1_000_000;
  const json = read('[{"a":'.repeat(depth / 2));
  const copy = json.snapshot();
  json.append(`1${'}]'.repeat(depth / 2)}`);
  expect(json.complete).toBe(true);
  expect([levels(json.value), levels(copy)]).toEqual([depth, depth]);
  expect(parsePartialJson(`${'['.repeat(depth)}}`).problem?.position).toBe(depth);
});

function levels(value: unknown): number {
  let count = 0;
  let inner = value;
  for (; typeof inner === 'object' && inner !== null; count++) inner = Object.values(inner)[0];
  return count;
}
