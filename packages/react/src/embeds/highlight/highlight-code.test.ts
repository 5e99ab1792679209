import fc from 'fast-check';
import { expect, test } from 'vitest';
import { highlightCode } from './highlight-code.ts';
import { loadedParser, loadParser } from './load-parser.ts';
import type { CodeLine } from './plain-code.ts';

const SAMPLES: Readonly<Record<string, string>> = {
  typescript: 'const a: number = call("b", 1); // c\nclass A<T> extends B {}\n',
  tsx: 'const a = <p className="b">{c}</p>;\n',
  python: 'def f(a):\n    """Says\n    much"""\n    return [x for x in a if x > 1]  # yes\n',
  json: '{"a": [1, true, null, {"b": "c"}],\n "d": -2.5e3}\n',
  html: '<!doctype html>\n<p class="a">Hi <b>you</b><!-- no --></p>\n',
  css: 'a:hover { color: #fff; /* no\n */ }\n@media print { b { margin: 1px } }\n',
  rust: 'fn main() {\n    let s = "a\\n"; // no\n    println!("{}", s);\n}\n',
  go: 'package a\n\nfunc f(a int) string {\n\treturn "b" + `c\nd`\n}\n',
  yaml: 'a: 1\nb:\n  - c: "d" # no\n',
  xml: '<a b="c">d<!-- e --></a>\n',
  cpp: '#include <a>\nint main() { return f("x", 1); } // b\n',
  java: 'class A { String b = "c"; /* d */ int e() { return 1; } }\n',
  php: '<?php\nfunction f($a) { return "b"; } // c\n',
};
const textOf = (lines: readonly CodeLine[]): string =>
  lines.map((line) => line.map(({ text }) => text).join('')).join('\n');
const grammar = async (language: string) =>
  (await loadParser(language)) ?? expect.fail(`No grammar for ${language}.`);

test.each(Object.entries(SAMPLES))(
  'D60 the words of %s have kinds, and together are the text, wherever it is cut',
  async (language, code) => {
    const parser = await grammar(language);
    expect(
      new Set(
        highlightCode(code, parser)
          .flat()
          .map(({ kind }) => kind),
      ).size,
    ).toBeGreaterThan(2);
    for (let to = 0; to <= code.length; to++)
      expect(textOf(highlightCode(code.slice(0, to), parser))).toBe(code.slice(0, to));
  },
);

test('D60 anything is highlighted as its own text', async () => {
  await grammar('html');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...Object.keys(SAMPLES)), (code, language) => {
      expect(textOf(highlightCode(code, loadedParser(language)))).toBe(code);
    }),
  );
});

test('D60 kinds are what one expects', async () => {
  const parser = await grammar('ts');
  const kinds = Object.fromEntries(
    highlightCode('const a = f("b", 12); // c', parser)
      .flat()
      .map(({ text, kind }) => [text.trim(), kind]),
  );
  expect(kinds).toMatchObject({
    const: 'keyword',
    f: 'name',
    '"b"': 'string',
    '12': 'number',
    '// c': 'comment',
  });
});

test('D60 what is very long, or in a language that nobody knows, stays plain', async () => {
  const parser = await grammar('json');
  const long = '[1,'.repeat(5_000);
  expect(highlightCode(long, parser)).toEqual([[{ text: long }]]);
  expect(highlightCode('a\n\nb', undefined)).toEqual([[{ text: 'a' }], [], [{ text: 'b' }]]);
  expect(await loadParser('klingon')).toBeUndefined();
  expect(await loadParser('constructor')).toBeUndefined();
  expect(await loadParser('TS')).toBe(await loadParser('typescript'));
});
