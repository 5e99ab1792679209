import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GrowingCode } from './growing-code.ts';
import { highlightCode, readTokens } from './highlight-code.ts';
import { loadParser } from './load-parser.ts';
import type { CodeLine } from './plain-code.ts';

const source = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const CODES: Readonly<Record<string, string>> = {
  tsx: source('chat/transcript/transcript.tsx').slice(0, 4000),
  typescript: source('client/create-client.ts').slice(0, 4500),
  css: source('chat/chat.css').slice(0, 4000),
  json: JSON.stringify(
    Array.from({ length: 60 }, (_, n) => ({ n, text: 'a "b"', list: [n, true] })),
    null,
    2,
  ),
  // Nothing of these can be used again before they are closed.
  javascript: `const a = \`\n${'one line of a long text\n'.repeat(200)}\`;\n/*\n${'words\n'.repeat(200)}*/ b();\n`,
  python: `def f():\n    """${'Says much.\n    '.repeat(200)}"""\n    return 1\n`,
};
const PARTS: Readonly<Record<string, string>> = {
  typescript: 'export function a<T>(b: T): string {\n  return f(b, `c`); // d\n}\n\nconst e = [1, "g"];\n',
  css: '.a > b:hover {\n  color: #fff; /* c */\n}\n@media print {\n  d { margin: 1px }\n}\n',
  python: 'def f(a):\n    """Says."""\n    if a > 1:\n        return [1, "b"]  # c\n\nd = f(2)\n',
  go: 'func f(a int) string {\n\treturn "b" // c\n}\n\ntype T struct {\n\td int\n}\n',
  rust: 'fn f(a: u8) -> String {\n    let s = "b"; // c\n    s.into()\n}\n\nstruct T { d: u8 }\n',
  java: 'class A {\n  String b = "c"; /* d */\n  int e() { return 1; }\n}\n',
  cpp: '#include <a>\nint f(int a) {\n  return g("x", 1); // b\n}\n',
  php: 'function f($a) {\n  return "b"; // c\n}\n$d = f(1);\n',
  html: '<p class="a">Hi <b>you</b><!-- no --></p>\n<script>\nf("c");\n</script>\n',
};
const grammar = async (language: string) =>
  (await loadParser(language)) ?? expect.fail(`No grammar for ${language}.`);
const textOf = (lines: readonly CodeLine[]): string =>
  lines.map((line) => line.map(({ text }) => text).join('')).join('\n');

test.each(Object.entries(CODES))(
  'D368 however %s is cut, its grammar reads at most twice as much as it has',
  async (language, code) => {
    const parser = await grammar(language);
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 400 }), (step) => {
        const growing = new GrowingCode(parser);
        for (let to = 0; to < code.length; to += step) growing.read(code.slice(0, to));
        expect(textOf(growing.read(code))).toBe(code);
        expect(growing.spent).toBeLessThanOrEqual(2 * code.length);
        // It was read at all, also where nothing can be used again.
        expect(growing.parsed).toBeGreaterThan(code.length / 6);
      }),
      { numRuns: 3 },
    );
  },
);

test.each(['tsx', 'typescript', 'css', 'json'])(
  'D72 the lines of %s that have their kinds have, but for a few, those of the whole',
  async (language) => {
    const parser = await grammar(language);
    const code = CODES[language]?.slice(0, 4000) ?? '';
    const growing = new GrowingCode(parser);
    let lines: readonly CodeLine[] = [];
    for (let to = 0; to <= code.length; to += 16) lines = growing.read(code.slice(0, to));
    const whole = highlightCode(code.slice(0, growing.parsed), parser).slice(0, -1);
    const same = whole.filter((line, place) => JSON.stringify(line) === JSON.stringify(lines[place]));
    expect(whole.length).toBeGreaterThan(20);
    expect(same.length).toBeGreaterThan(0.9 * whole.length);
  },
);

test.each(Object.entries(PARTS))(
  'D110 most lines of %s of which only the end is looked at have the kinds of the whole',
  async (language, part) => {
    const parser = await grammar(language);
    const code = (language === 'php' ? '<?php\n' : '') + part.repeat(80);
    const growing = new GrowingCode(parser);
    let lines: readonly CodeLine[] = [];
    for (let to = 11; to < code.length + 11; to += 11) lines = growing.read(code.slice(0, to));
    const whole = readTokens(code, parser.parse(code), 0);
    const same = whole.filter((line, place) => JSON.stringify(line) === JSON.stringify(lines[place]));
    expect(textOf(lines)).toBe(code);
    expect(same.length).toBeGreaterThan(0.8 * whole.length);
  },
);

test('D72 lines that have their kinds stay the same objects', async () => {
  const code = CODES['typescript'] ?? '';
  const growing = new GrowingCode(await grammar('typescript'));
  const before = growing.read(code.slice(0, 4000));
  const after = growing.read(code);
  for (let place = 0; place < 12; place++) expect(after[place]).toBe(before[place]);
});

test('D72 a text that is not the continuation is told', async () => {
  const growing = new GrowingCode(undefined);
  growing.read('a\nb\nc');
  expect([growing.goesOn('a\nb\nd'), growing.goesOn('a\nx\n'), growing.goesOn('a')]).toEqual([
    true,
    false,
    false,
  ]);
});
