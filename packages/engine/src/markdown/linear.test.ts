import { expect, test } from 'vitest';
import { countLooks, type Patch } from '../../../../fixtures/count-looks.ts';
import { ADDRESSES, LATE_DEFINITIONS, NESTS, OPEN_TEXTS } from '../../../../fixtures/hostile-markdown.ts';
import { isLong } from '../../../../fixtures/long.ts';
import { createMarkdownParser } from './markdown-parser.ts';

/**
 * Counts characters and nodes, by every way in which the parser looks at them. A look into a long text that was put
 * together costs all of it, because V8 has to join its pieces first.
 */
function watch(patch: Patch): void {
  const lengthOf = (value: unknown): number =>
    typeof value === 'string' || Array.isArray(value) ? value.length : 1;
  patch(String.prototype, 'charCodeAt', 1);
  patch(String.prototype, 'slice', lengthOf);
  patch(String.prototype, 'indexOf', (result, self, [, from = 0]) => {
    const start = Number(from);
    return (Number(result) < 0 ? lengthOf(self) : Number(result)) - start + 1;
  });
  patch(String.prototype, 'replace', (_, self) => lengthOf(self));
  patch(String.prototype, 'trim', (_, self) => lengthOf(self));
  patch(RegExp.prototype, 'exec', (result, self, [text], from) => {
    if (self instanceof RegExp && self.sticky) return 1 + (Array.isArray(result) ? lengthOf(result[0]) : 0);
    const end = Array.isArray(result)
      ? Number(Reflect.get(result, 'index')) + lengthOf(result[0])
      : lengthOf(text);
    return end - from + 1;
  });
  for (const name of ['trimEnd', 'trimStart', 'split', 'toLowerCase'] as const)
    patch(String.prototype, name, (_, self) => lengthOf(self));
  patch(Array.prototype, 'push', 1);
  for (const name of ['unshift', 'splice', 'join', 'reverse', 'filter'] as const)
    patch(Array.prototype, name, (_, self) => lengthOf(self));
  patch(Array.prototype, 'slice', lengthOf);
  patch(Array.prototype, 'map', lengthOf);
  patch(Object, 'freeze', 1);
}

/** A text that is read twice as long is this long first. */
const SIZE = isLong ? 10_000 : 4000;

const fill = (unit: string, size: number): string =>
  unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
const half = (open: string, close: string, size: number): string =>
  fill(open, size / 2) + fill(close, size / 2);

const MIXED = `## Heading with *emphasis*

Some **bold** text with \`code\`, a [link](https://example.com "title"), [a ref][ref] and https://auto.link/x?y=1 in it.

- first item with \`code\`
  - nested **item**
- third item

> A quote with *text*
> that goes on.

\`\`\`ts
const a = 1;
\`\`\`

| a | b |
|---|:-:|
| 1 | **2** |

Math $x^2$ and html<br>&amp; entities.

`;

// Texts that could make a parser look twice: each grows with the size that is asked for.
const TEXTS: Readonly<Record<string, (size: number) => string>> = {
  'a mixed answer': (size) => fill(MIXED, size),
  'one paragraph in one line': (size) => fill('Some words and *more* of them, `code` and **bold**. ', size),
  'one paragraph in many lines': (size) => fill('Some words and *more* of them,\n', size),
  'stray openers': (size) => `*a \`b [c $d <!-- ${fill('some words and **bold** ones, ', size)}`,
  'one fence': (size) => `\`\`\`js\n${fill('const x = 1;\n', size)}`,
  'one line of code': (size) => `\`\`\`js\n${fill('const x = 1; ', size)}`,
  'one list': (size) => fill('- an item with **text**\n', size),
  'one table': (size) => `| a | b |\n|---|---|\n${fill('| cell | `y` |\n', size)}`,
  'one long row': (size) => `| a | b |\n|---|---|\n${fill('| cell ', size)}`,
  'references before and after': (size) =>
    `${fill('See [foo] and [b][baz].\n\n', size / 2)}\n[foo]: /a\n[baz]: /b\n\n${fill('See [foo].\n\n', size / 2)}`,
  'a label for each text': (size) =>
    Array.from({ length: size / 40 }, (_, i) => `See [r${i}].\n\n`).join('') +
    Array.from({ length: size / 40 }, (_, i) => `[r${i}]: /u${i}\n`).join(''),
  quotes: (size) => fill('> > > text in quotes **b**\n', size),
  html: (size) => `<div>\n${fill('<p>text</p>\n', size)}`,
  'an open comment': (size) => `<!--\n${fill('text -- ', size)}`,
  'a long title': (size) => `[a]: b "${fill('title ', size)}`,
  'a long destination': (size) => `[a](${fill('data', size)}`,
  brackets: (size) => half('[', ']', size),
  'nested images': (size) => half('![', '](a)', size),
  'nested emphasis': (size) => half('*a ', ' a*', size),
  'emphasis across brackets': (size) => half('*![a* ', '](b)', size),
  'words and brackets': (size) => fill('x [y] ', size),
  'mixed delimiters': (size) => fill('a**b_', size),
  'backtick runs': (size) => fill('`a ``b ```c ', size),
  comments: (size) => fill('x <!-- ', size),
  tags: (size) => fill('<a b="', size),
  dollars: (size) => fill('$x ', size),
};

const work = (text: string, length: number, ahead: boolean): number => {
  const chunks: string[] = [];
  for (let at = 0; at < text.length; at += length) chunks.push(text.slice(at, at + length));
  return countLooks(watch, () => {
    const parser = createMarkdownParser({ ahead });
    for (const chunk of chunks) {
      parser.append(chunk);
      parser.tree;
    }
    parser.end();
  });
};

test.each(Object.entries(TEXTS))('D337 the work grows as the text does: %s', (_, make) => {
  for (const ahead of [true, false]) {
    for (const length of [8, 10_000_000]) {
      const small = work(make(SIZE), length, ahead);
      expect(small).toBeGreaterThan(SIZE / length);
      expect(work(make(2 * SIZE), length, ahead)).toBeLessThanOrEqual(2.3 * small + 1000);
    }
  }
});

// Behind an opener that is never closed, what the end of each piece closes is opened again by the next one.
const FLIPS: Readonly<Record<string, (size: number) => string>> = {
  'backticks that close for a moment': (size) => fill('\\```\n', size),
  'underscores that close for a moment': (size) => `_${fill('a_', size)}`,
  'stars that close for a moment': (size) => `*${fill('a**', size)}`,
  'dollars that close for a moment': (size) => `$${fill('a$5', size)}`,
  'a title that is long in coming': (size) => `[a]: /u\n"${fill('[a] word ', size)}`,
  'a mail address that is long in coming': (size) => fill(`_a@${'b.'.repeat(200)}`, size),
  'addresses without a host': (size) => fill('http://(a', size),
  'addresses without an end': (size) => fill('http://a.b/', size),
};

const WAYS = { streamed: [7, true], 'with each prefix': [7, false], whole: [10_000_000, true] } as const;

/** How much more work three times the text is, in each way to read it. */
function growths(
  make: (size: number) => string,
  size: number,
  ways: readonly (keyof typeof WAYS)[],
): number[] {
  return ways.map((way) => {
    const [length, ahead] = WAYS[way];
    return work(make(3 * size), length, ahead) / (work(make(size), length, ahead) + 3000);
  });
}

test.each(Object.entries({ ...ADDRESSES, ...NESTS, ...OPEN_TEXTS }))(
  'D121 whoever wrote a text, the work grows as it does: %s',
  (_, make) => {
    for (const growth of growths(make, 4000, ['streamed', 'whole'])) expect(growth).toBeLessThan(4.5);
  },
);

// So long that no more than is allowed is read again.
test.each(Object.entries({ ...LATE_DEFINITIONS, ...FLIPS }))(
  'D121 whoever wrote a text, what is read again grows as it does: %s',
  (_, make) => {
    const ways = ['streamed', 'with each prefix', 'whole'] as const;
    for (const growth of growths(make, 6000, ways)) expect(growth).toBeLessThan(4.5);
  },
);

// For these a line or a run is looked at as a whole until it is too long to be a marker.
const BOUNDED: Readonly<Record<string, (size: number) => string>> = {
  underscores: (size) => fill('_', size),
  stars: (size) => `a${fill('*', size)}`,
  backticks: (size) => fill('`', size),
  dashes: (size) => `a\n${fill('- ', size)}`,
  pipes: (size) => `a\n${fill('|-', size)}`,
  spaces: (size) => `a${fill(' ', size)}`,
  'marks behind a heading': (size) => `# a ${fill('#', size)}`,
  'an address': (size) => `http://${fill('a', size)}`,
  quotes: (size) => fill('>', size),
  'underscores before an address': (size) => `${fill('_', size)}@b.co`,
};

test.each(Object.entries(BOUNDED))(
  'D338 what is too long to be a marker is text, at no more cost: %s',
  (_, make) => {
    const small = work(make(SIZE), 8, false);
    expect(work(make(2 * SIZE), 8, false)).toBeLessThanOrEqual(2.1 * small);
  },
);

test('D337 a small chunk costs little, however long the text before it', () => {
  expect(work(fill(MIXED, 50_000), 12, true)).toBeLessThan(100 * 50_000);
});
