import { AssistantMessageParser, parseAssistantMessage } from '@millrace/engine';
import { printTable, times, whole } from './table.ts';

const SIZES: Readonly<Record<string, number>> = {
  '1 KB': 1_000,
  '100 KB': 100_000,
  '1 MB': 1_000_000,
  '10 MB': 10_000_000,
};
const ROUNDS = 5;
const LIMITS = { maxMessageBytes: 2 ** 30, maxParamBytes: 2 ** 30 };

const PROSE = `The parser reads each character once, so an answer of any length costs what its length costs.
- A list item says that a < b, and names \`getContentBlocks\` and its friends.
1. First look at the stream, then at the blocks; nothing is read twice, nothing is copied.

`;
const CODE = `export function add(a: number, b: number): number {
  // Generics and comparisons have angle brackets: Array<number>, a < b.
  return a + b;
}
`;
const CALLS = `I will look at the file first, and then at the folder it is in.

<read_file>
<path>packages/engine/src/calls/scanner.ts</path>
<start_line>1</start_line>
</read_file>

<search_files>
<path>packages/engine</path>
<regex>export class \\w+</regex>
</search_files>
`;

const TEXTS: Readonly<Record<string, (size: number) => string>> = {
  'plain text': (size) => fill(PROSE, size),
  'one big write': (size) =>
    `<write_to_file>\n<path>src/add.ts</path>\n<content>\n${fill(CODE, size)}\n</content>\n</write_to_file>`,
  'many small tools': (size) => fill(CALLS, size),
};

interface Cell {
  readonly text: string;
  readonly size: string;
  readonly bytes: number;
  /** Seconds for one pass: `indexOf('<')` over the text, the whole text, the text in chunks. */
  readonly limit: number;
  readonly whole: number;
  readonly chunks: number;
}

/** Reading a model's text for tool calls: megabytes a second, and how time grows with size. */
export async function benchCalls(): Promise<void> {
  const cells = Object.entries(TEXTS).flatMap(([text, make]) =>
    Object.entries(SIZES).map(([size, bytes]): Cell => {
      const message = inMemory(make(bytes));
      const chunks = cut(message);
      return {
        text,
        size,
        bytes: message.length,
        limit: measure(() => countTags(message), bytes),
        whole: measure(() => parseAssistantMessage(message, LIMITS).length, bytes),
        chunks: measure(() => parseInChunks(chunks), bytes),
      };
    }),
  );
  const speed = (cell: Cell, way: 'limit' | 'whole' | 'chunks'): number => cell.bytes / cell[way] / 1e6;
  printTable(
    `Tool calls in text, MB/s, best of ${ROUNDS}; chunks of 4-16 characters, blocks and what is new read after each`,
    ['message', 'size', 'whole', 'in chunks', "indexOf('<')"],
    cells.map((cell) => [
      cell.text,
      cell.size,
      whole(speed(cell, 'whole')),
      whole(speed(cell, 'chunks')),
      whole(speed(cell, 'limit')),
    ]),
  );
  const growth = (text: string, way: 'whole' | 'chunks', from: string, to: string): string => {
    const [small, large] = [from, to].map((size) =>
      cells.find((cell) => cell.text === text && cell.size === size),
    );
    if (small === undefined || large === undefined) throw new Error('A cell was not measured.');
    return times(large[way] / small[way] / (large.bytes / small.bytes));
  };
  printTable(
    'Growth: time over time, divided by size over size (1 is linear)',
    ['message', 'whole, 100 KB to 1 MB', 'to 10 MB', 'chunks, 100 KB to 1 MB', 'to 10 MB'],
    Object.keys(TEXTS).map((text) => [
      text,
      ...(['whole', 'chunks'] as const).flatMap((way) =>
        ['1 MB', '10 MB'].map((size) => growth(text, way, '100 KB', size)),
      ),
    ]),
  );
}

/** Reads as a screen does: after each chunk the last block, and of what grows in it only what is new. */
function parseInChunks(chunks: readonly string[]): number {
  const parser = new AssistantMessageParser(LIMITS);
  let index = -1;
  let offset = 0;
  let read = 0;
  for (const chunk of chunks) {
    const blocks = parser.processChunk(chunk);
    const last = blocks.length - 1;
    const block = blocks[last];
    if (block === undefined) continue;
    if (last !== index) {
      index = last;
      offset = 0;
    }
    const added = parser.getContentSince(last, offset, block.type === 'tool_use' ? 'content' : undefined);
    offset += added.length;
    read += added.length + (block.partial ? 1 : 0);
  }
  return read + parser.finalizeContentBlocks().length;
}

function countTags(text: string): number {
  let count = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) count++;
  return count;
}

/** Seconds for one pass, the best of some rounds; each long enough for the clock. */
function measure(pass: () => number, bytes: number): number {
  const passes = Math.max(1, Math.round(2e6 / bytes));
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    for (let i = 0; i < passes; i++) pass();
    best = Math.min(best, (performance.now() - start) / 1000 / passes);
  }
  return best;
}

function cut(text: string): string[] {
  const chunks: string[] = [];
  let seed = 1;
  for (let at = 0; at < text.length; ) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    const length = 4 + ((seed >> 8) % 13);
    chunks.push(inMemory(text.slice(at, at + length)));
    at += length;
  }
  return chunks;
}

function fill(text: string, size: number): string {
  return text.repeat(Math.ceil(size / text.length)).slice(0, size);
}

/** A string of its own, as a decoder gives it, not a view of another one. */
function inMemory(text: string): string {
  return Buffer.from(text).toString();
}
