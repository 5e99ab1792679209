import { readFileSync } from 'node:fs';
import { createIncremarkParser } from '@incremark/core';
import { TreeFragment } from '@lezer/common';
import { GFM, parser as lezer } from '@lezer/markdown';
import { createMarkdownParser, createMessageParser } from '@millrace/engine';
import MarkdownIt from 'markdown-it';
import { marked } from 'marked';
import remend from 'remend';
import * as smd from 'streaming-markdown';
import { conformance } from './conformance.ts';
import { cut } from './cut.ts';
import { printTable, times, whole } from './table.ts';

const SIZES: Readonly<Record<string, number>> = { '10 KB': 10_000, '100 KB': 100_000, '1 MB': 1_000_000 };
const ROUNDS = 15;
/** A reader that takes longer than this is stopped: its true time is longer. */
const CUT_OFF_MS = 10_000;
/** Streamdown is what most pages draw with: it gets as long as it takes to tell the ratio that we promise. */
const PATIENCE: Readonly<Record<string, number>> = { "Streamdown's pipeline": 40_000 };
const SLOW_MS = 1000;

/** Takes in the chunks and has the current document after each, until the time is over. */
type Reader = (chunks: readonly string[], isOver: () => boolean) => void;

const OURS = 'millrace, document';
const READERS: Readonly<Record<string, Reader>> = {
  'millrace, tree': (chunks) => {
    const parser = createMarkdownParser();
    for (const chunk of chunks) {
      parser.append(chunk);
      void parser.tree;
    }
    parser.end();
  },
  [OURS]: (chunks, isOver) => {
    const parser = createMessageParser({ mode: 'read', messageId: 'm' });
    for (const chunk of chunks) {
      if (isOver()) return;
      parser.append(chunk);
    }
    parser.end();
  },
  incremark: (chunks, isOver) => {
    const parser = createIncremarkParser({ gfm: true });
    for (const chunk of chunks) {
      if (isOver()) return;
      parser.append(chunk);
    }
    parser.finalize();
  },
  '@lezer/markdown': readWithLezer,
  'streaming-markdown': (chunks) => {
    const parser = smd.parser(NO_RENDERER);
    for (const chunk of chunks) smd.parser_write(parser, chunk);
    smd.parser_end(parser);
  },
  "Streamdown's pipeline": readWithStreamdown,
  marked: (chunks, isOver) => readAgain(chunks, isOver, (text) => marked.lexer(text)),
  'markdown-it': (chunks, isOver) => readAgain(chunks, isOver, (text) => new MarkdownIt().parse(text, {})),
};

/** The work of a Streamdown page for each chunk: complete the open end, cut into blocks, parse the blocks that changed. */
function readWithStreamdown(chunks: readonly string[], isOver: () => boolean): void {
  let parsed: readonly string[] = [];
  readAgain(chunks, isOver, (text) => {
    const blocks = marked.lexer(remend(text)).map(({ raw }) => raw);
    for (const [i, block] of blocks.entries()) if (block !== parsed[i]) marked.parser(marked.lexer(block));
    parsed = blocks;
  });
}

function readWithLezer(chunks: readonly string[], isOver: () => boolean): void {
  const parser = lezer.configure(GFM);
  let text = '';
  let tree = parser.parse(text);
  let fragments = TreeFragment.addTree(tree);
  for (const chunk of chunks) {
    if (isOver()) return;
    const from = text.length;
    text += chunk;
    fragments = TreeFragment.applyChanges(fragments, [
      { fromA: from, toA: from, fromB: from, toB: text.length },
    ]);
    tree = parser.parse(text, fragments);
    fragments = TreeFragment.addTree(tree, fragments);
  }
}

/** For readers that know only whole texts: each chunk makes them read all of it again. */
function readAgain(chunks: readonly string[], isOver: () => boolean, parse: (text: string) => unknown): void {
  let text = '';
  for (const chunk of chunks) {
    if (isOver()) return;
    text += chunk;
    parse(text);
  }
}

const NO_RENDERER: smd.Any_Renderer = {
  data: undefined,
  add_token: () => {},
  end_token: () => {},
  add_text: () => {},
  set_attr: () => {},
};

const ANSWER = `## What the numbers say

Churn fell in **every** plan but one. The *Team* plan lost \`41\` of 1,904 accounts, which is [2.2 %](https://example.org/churn "Report").

1. Free loses the most, and loses them early.
2. Pro is steady:
   - new accounts stay for 11 months,
   - old ones for 26.

| plan | start | lost |
| :--- | ----: | ---: |
| Free | 18240 | 2371 |
| Pro  |  6512 |  287 |

> Look at the first week before you look at the price.

\`\`\`ts:src/churn.ts
export const churn = (lost: number, start: number): number => lost / start; // "gross"
\`\`\`

So I would start with the _first week_, and leave the price alone.

`;

/** Texts of one construct each, and one of everything. */
const TEXTS: Readonly<Record<string, (size: number) => string>> = {
  'a mixed answer': (size) => repeat(ANSWER, size),
  'one fence': (size) => `\`\`\`js\n${repeat('const line = [1, 2, 3]; // and so on\n', size)}\`\`\`\n`,
  'one list': (size) => repeat('- an item with **bold** and `code` in it\n', size),
  'one table': (size) => `| a | b |\n| - | - |\n${repeat('| one cell | and *another* |\n', size)}`,
  'reference links': (size) => `${repeat('See [the report][r] and [that][q].\n\n', size)}[r]: /r\n[q]: /q\n`,
  'one paragraph of many lines': (size) => repeat('some words with *markup* on a line\n', size),
  'URLs on lines of their own': (size) => repeat('https://example.org/a/page\n', size),
  'one list of tasks': (size) => repeat('- [ ] a thing to do\n', size),
  'one paragraph with stray openers': (size) => repeat('a *stray [opener and `another ~~one, ', size),
  'nested quotes': (size) => repeat('> > a quote in a quote\n> > that goes on\n>\n', size),
};

const repeat = (text: string, size: number): string => text.repeat(Math.ceil(size / text.length));

/** Markdown that arrives in small pieces, with the current document after each, beside what others read it with. */
export async function benchMarkdown(): Promise<void> {
  compare('A mixed answer of small blocks', ANSWER, SIZES);
  compare('The documents of this project', documents(), { '100 KB': 100_000 });
  growth();
  conformance();
}

/** Text that people wrote to be read, with long paragraphs, lists, tables and code. */
function documents(): string {
  const root = new URL('../../', import.meta.url);
  return ['README.md', 'ARCHITECTURE.md', 'SPEC.md', 'docs/guide.md', 'docs/measured.md']
    .map((name) => readFileSync(new URL(name, root), 'utf8'))
    .join('\n\n');
}

function compare(title: string, text: string, sizes: Readonly<Record<string, number>>): void {
  const names = Object.keys(READERS);
  const stopped = new Set<string>();
  const cells = new Map(names.map((name) => [name, [name]]));
  for (const length of Object.values(sizes)) {
    const chunks = cut(repeat(text, length));
    const best = race(names, chunks, stopped);
    const ours = best.get(OURS) ?? 1;
    for (const [name, ms] of best) {
      const bound = stopped.has(name) ? '> ' : '';
      cells
        .get(name)
        ?.push(bound + whole(ms), ((ms * 1000) / chunks.length).toFixed(1), bound + times(ms / ours));
    }
  }
  printTable(
    `${title}, in chunks of 4-20 characters, the document after each: ms, µs a chunk, and times our document; ">" was stopped`,
    ['', ...Object.keys(sizes).flatMap((size) => [size, 'µs/chunk', 'ratio'])],
    [...cells.values()],
  );
}

/** The best time of each reader. They take turns, so that a noisy moment meets all. One that was stopped is not asked again. */
function race(
  names: readonly string[],
  chunks: readonly string[],
  stopped: Set<string>,
): Map<string, number> {
  const best = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of names) {
      const limit = PATIENCE[name] ?? CUT_OFF_MS;
      const known = best.get(name) ?? (stopped.has(name) ? limit : 0);
      best.set(
        name,
        known > SLOW_MS ? known : Math.min(known || limit, time(READERS[name] as Reader, chunks, limit)),
      );
      if ((best.get(name) ?? 0) >= limit) stopped.add(name);
    }
  }
  return best;
}

function growth(): void {
  const rows = Object.entries(TEXTS).map(([name, make]) => {
    const perChunk = ['100 KB', '1 MB'].map((size) => {
      const chunks = cut(make(SIZES[size] ?? 0));
      return (measure(READERS[OURS] as Reader, chunks) * 1000) / chunks.length;
    });
    const [small = 1, large = 1] = perChunk;
    return [name, small.toFixed(1), large.toFixed(1), times(large / small)];
  });
  printTable(
    'Ours: µs a chunk for texts of one construct, and growth',
    ['', '100 KB', '1 MB', 'growth'],
    rows,
  );
}

function measure(reader: Reader, chunks: readonly string[]): number {
  let best = CUT_OFF_MS;
  for (let round = 0; round < ROUNDS && (round === 0 || best < SLOW_MS); round++)
    best = Math.min(best, time(reader, chunks, CUT_OFF_MS));
  return best;
}

function time(reader: Reader, chunks: readonly string[], limit: number): number {
  const start = performance.now();
  reader(chunks, () => performance.now() - start > limit);
  return performance.now() - start;
}
