import { AssistantMessageParser, parseAssistantMessage } from '@millrace/engine';
import { printTable, times, whole } from './table.ts';

const SIZES: Readonly<Record<string, number>> = {
  '1 KB': 1_000,
  '100 KB': 100_000,
  '1 MB': 1_000_000,
  '10 MB': 10_000_000,
};
const ROUNDS = 8;
const LIMITS = { maxMessageBytes: 2 ** 30, maxParamBytes: 2 ** 30 };

const PROSE = `The log has every event of a run, and a screen is a fold over it. A reader that comes late gets what it missed,
and one that was there all the time gets nothing twice. When the server is killed in the middle of a word, the next one takes
the run up, and the message on the screen goes on as if nothing had happened.

`;
const CODE = `def total(orders: list[Order], year: int) -> Decimal:
    """The sum of all orders of a year, without those that were sent back."""
    kept = [order for order in orders if order.year == year and not order.returned]
    return sum((order.amount for order in kept), Decimal(0))


`;
const CALLS = `The tests fail in one place only, and the message names the file. I will look at the lines around it first, before
I change anything.

<read_file>
<path>packages/engine/src/calls/scanner.ts</path>
<start_line>40</start_line>
</read_file>

Now the whole suite again, to see that nothing else has changed with it:

<execute_command>
<command>npm test -- --run packages/engine/src/calls && git diff --stat</command>
</execute_command>

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
  /** Reads the message once, in each of the ways. */
  readonly passes: Readonly<Record<Way, () => number>>;
  /** Seconds for one pass, the best so far. */
  readonly seconds: Record<Way, number>;
}

const WAYS = ['whole', 'chunks', 'news', 'indexOf'] as const;
type Way = (typeof WAYS)[number];

/** Reading a model's text for tool calls: megabytes a second, and how time grows with size. */
export async function benchCalls(): Promise<void> {
  const cells = Object.entries(TEXTS).flatMap(([text, make]) =>
    Object.entries(SIZES).map(([size, bytes]) => createCell(text, size, inMemory(make(bytes)))),
  );
  // Rounds take turns, so that a slow moment of the machine does not hit one cell alone.
  for (let round = 0; round < ROUNDS; round++) {
    for (const { bytes, passes, seconds } of cells) {
      for (const way of WAYS) seconds[way] = Math.min(seconds[way], measure(passes[way], bytes));
    }
  }
  printTable(
    `Tool calls in text, MB/s, best of ${ROUNDS}; chunks of 4-16 characters, blocks read after each`,
    ['message', 'size', 'whole', 'in chunks', 'and what is new', "indexOf('<')"],
    cells.map(({ text, size, bytes, seconds }) => [
      text,
      size,
      ...WAYS.map((way) => whole(bytes / seconds[way] / 1e6)),
    ]),
  );
  printTable(
    'Growth: time over time, divided by size over size (1 is linear)',
    ['message', 'whole, 100 KB to 1 MB', 'to 10 MB', 'in chunks, 100 KB to 1 MB', 'to 10 MB'],
    Object.keys(TEXTS).map((text) => [
      text,
      ...(['whole', 'chunks'] as const).flatMap((way) =>
        ['1 MB', '10 MB'].map((size) => times(growth(cells, text, way, '100 KB', size))),
      ),
    ]),
  );
}

function createCell(text: string, size: string, message: string): Cell {
  const chunks = cut(message);
  return {
    text,
    size,
    bytes: message.length,
    passes: {
      whole: () => parseAssistantMessage(message, LIMITS).length,
      chunks: () => parseInChunks(chunks),
      news: () => parseInChunksForNews(chunks),
      indexOf: () => countTags(message),
    },
    seconds: {
      whole: Number.POSITIVE_INFINITY,
      chunks: Number.POSITIVE_INFINITY,
      news: Number.POSITIVE_INFINITY,
      indexOf: Number.POSITIVE_INFINITY,
    },
  };
}

function growth(cells: readonly Cell[], text: string, way: Way, from: string, to: string): number {
  const find = (size: string): Cell => {
    const found = cells.find((cell) => cell.text === text && cell.size === size);
    if (found === undefined) throw new Error(`${text}, ${size} was not measured.`);
    return found;
  };
  const [small, large] = [find(from), find(to)];
  return large.seconds[way] / small.seconds[way] / (large.bytes / small.bytes);
}

function parseInChunks(chunks: readonly string[]): number {
  const parser = new AssistantMessageParser(LIMITS);
  let read = 0;
  for (const chunk of chunks) {
    const blocks = parser.processChunk(chunk);
    const block = blocks[blocks.length - 1];
    if (block === undefined) continue;
    read += block.partial ? 1 : 0;
    if (block.type !== 'tool_use') read += block.content.length;
  }
  return read + parser.finalizeContentBlocks().length;
}

/** Reads as a screen does: of what grows in the last block only what is new. */
function parseInChunksForNews(chunks: readonly string[]): number {
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
    read += added.charCodeAt(added.length - 1) || 0;
  }
  return read + parser.finalizeContentBlocks().length;
}

function countTags(text: string): number {
  let count = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) count++;
  return count;
}

/** Seconds for one pass, taken over as many as the clock needs. */
function measure(pass: () => number, bytes: number): number {
  const passes = Math.max(1, Math.round(2e6 / bytes));
  const start = performance.now();
  for (let i = 0; i < passes; i++) pass();
  return (performance.now() - start) / 1000 / passes;
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
