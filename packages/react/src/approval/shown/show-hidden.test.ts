import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printJson, showHidden, withEscapes } from './show-hidden.ts';

const raws = (text: string): string =>
  showHidden(text)
    .map(({ raw }) => raw)
    .join('');

/** Text in which what nobody sees is as likely as letters. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('a', ' ', '\n', '\u200b', '\u202e', '\0', '\ud800', '❤', '\ufe0f', '\u{e0041}'),
  }),
);

test.each([
  ['a\u200bb', 'a\\u{200B}b'],
  ['safe\u202egpj.exe', 'safe\\u{202E}gpj.exe'],
  ['\u2066x\u2069', '\\u{2066}x\\u{2069}'],
  ['bell\u0007 esc\u001b[2K', 'bell\\u{7} esc\\u{1B}[2K'],
  ['over\rwritten', 'over\\u{D}written'],
  ['tag\u{e0041}', 'tag\\u{E0041}'],
  ['\ufeffstart', '\\u{FEFF}start'],
  ['soft\u00adhyphen', 'soft\\u{AD}hyphen'],
  ['filler\u3164', 'filler\\u{3164}'],
  ['line\u2028end', 'line\\u{2028}end'],
  ['half \ud83d', 'half \\u{D83D}'],
  ['a\ufe0f\ufe01', 'a\\u{FE0F}\\u{FE01}'],
])('U6 %j is shown as %s', (text, shown) => {
  expect(withEscapes(text)).toBe(shown);
});

test('U6 what can be seen is left as it is, in every script', () => {
  for (const text of ['', 'two\n\tlines', 'Grüße 🌊', 'שלום', '東京\u3000駅', 'I ❤\ufe0f it', '\\u{200B}']) {
    expect(showHidden(text).filter(({ hidden }) => hidden)).toEqual([]);
    expect(withEscapes(text)).toBe(text);
  }
});

test('U6 nothing of a text is lost, and nothing that is shown is hidden', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(raws(text)).toBe(text);
      for (const { shown, hidden } of showHidden(text)) {
        expect(shown).not.toBe('');
        if (hidden) expect(shown).toMatch(/^\\u\{[0-9A-F]+\}$/);
      }
      expect(withEscapes(text)).not.toMatch(/[\u200b\u202e\0\ud800-\udbff](?![\udc00-\udfff])/);
    }),
  );
});

test('U6 JSON to edit shows everything and reads back as it was', () => {
  fc.assert(
    fc.property(fc.dictionary(anyText, fc.oneof(anyText, fc.integer(), fc.array(anyText))), (value) => {
      const printed = printJson(value);
      expect(JSON.parse(printed)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(showHidden(printed).some(({ hidden }) => hidden)).toBe(false);
    }),
  );
});

test('X53 deep JSON is shown without indents, which would be longer than what they indent', () => {
  const deep = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
  expect(printJson(deep(3))).toBe('[\n  [\n    []\n  ]\n]');
  expect(printJson(deep(100_000))).toBe('['.repeat(100_000) + ']'.repeat(100_000));
  const json = `{"a":${'{"b":[1,"c",null,'.repeat(200)}{}${']}'.repeat(200)},"d":true}`;
  expect(printJson(JSON.parse(json))).toBe(json);
});
