import { createSseDecoder } from '@millrace/engine';
import { DefaultChatTransport, parseJsonEventStream, type UIMessage, type UIMessageChunk } from 'ai';
import { createParser } from 'eventsource-parser';
import { printTable, times, whole } from './table.ts';

const ROUNDS = 8;
const LINE_ROUNDS = 60;
const STREAM_BYTES = 1_000_000;
const DELTA = 8;
const ASCII = `The log has every event of a run, and a screen is a fold over it. A reader that comes late gets what it missed, and
one that was there all the time gets nothing twice.
`;
const OTHER = `${ASCII}“Twice” would be a word that stands there two times – naïve, but common.\n`;

interface Stream {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly events: number;
  /** The index at which each event ends. */
  readonly ends: readonly number[];
}

/** One way to read a stream to its end. Gives the number of events it saw. */
type Way = (chunks: readonly Uint8Array[]) => number | Promise<number>;

/** Reading event streams: events a second of ours beside eventsource-parser and what the AI SDK runs in a client. */
export async function benchDecode(): Promise<void> {
  const anthropic = [
    createStream('Anthropic, ASCII', anthropicEvent, ASCII),
    createStream('Anthropic, not ASCII', anthropicEvent, OTHER),
  ];
  const ui = [
    createStream('AI SDK, ASCII', uiEvent, ASCII),
    createStream('AI SDK, not ASCII', uiEvent, OTHER),
  ];
  await benchLines(anthropic);
  await benchClients([
    ...ui.map((stream) => ({ stream, rival: 'DefaultChatTransport', read: aiSdkTransport })),
    ...anthropic.map((stream) => ({ stream, rival: 'parseJsonEventStream, no schema', read: aiSdkJson })),
  ]);
  await benchOdd();
}

/** Bytes to events, nothing else. */
async function benchLines(streams: readonly Stream[]): Promise<void> {
  const rows: string[][] = [];
  for (const stream of streams) {
    for (const [name, chunks] of Object.entries(cutAll(stream))) {
      const ways = [decodeOurs, decodeTheirs];
      const [ours = 0, theirs = 0] = await race(ways, chunks, stream.events, LINE_ROUNDS);
      const perSecond = [ours, theirs].map((seconds) => whole(stream.bytes.length / seconds / 1e6));
      rows.push([`${stream.name}, ${name}`, ...perSecond, times(theirs / ours)]);
    }
  }
  printTable(
    `SSE decoder, bytes to events, MB/s, 1 MB of ${DELTA}-character deltas, best of ${LINE_ROUNDS}`,
    ['stream, chunks', 'millrace', 'eventsource-parser', 'ratio'],
    rows,
  );
}

interface Duel {
  readonly stream: Stream;
  readonly rival: string;
  readonly read: Way;
}

/** A response's body to values: what a client does before it looks at an event. */
async function benchClients(duels: readonly Duel[]): Promise<void> {
  const rows: string[][] = [];
  for (const { stream, rival, read } of duels) {
    for (const [name, chunks] of Object.entries(cutAll(stream))) {
      const [ours = 0, theirs = 0] = await race([clientOurs, read], chunks, stream.events);
      const perSecond = [ours, theirs].map((seconds) => whole(stream.events / seconds));
      rows.push([`${stream.name}, ${name}`, rival, ...perSecond, times(theirs / ours)]);
    }
  }
  printTable(
    `SSE client, a body's bytes to parsed JSON, events/s, best of ${ROUNDS}`,
    ['stream, chunks', 'rival', 'millrace', 'AI SDK', 'ratio'],
    rows,
  );
}

/** Streams that nobody sends on purpose: time must grow with their length. */
async function benchOdd(): Promise<void> {
  const size = 1_000_000;
  const odd: Readonly<Record<string, readonly Uint8Array[]>> = {
    'one line, in 16 B': cut(encode(`data: ${'a'.repeat(size)}\n\n`), 16),
    'short lines that end in CR, at once': [encode(`${'data: a\r'.repeat(size / 8)}\r\r`)],
    'short lines and a CR at the end, at once': [encode(`${'data: a\n'.repeat(size / 8)}\n\r`)],
  };
  const rows: string[][] = [];
  for (const [name, chunks] of Object.entries(odd)) {
    const [ours = 0, theirs = 0] = await race([decodeOurs, decodeTheirs], chunks, 1, 2);
    rows.push([name, ...[ours, theirs].map((seconds) => (seconds * 1000).toFixed(1)), times(theirs / ours)]);
  }
  printTable(
    'SSE decoder, 1 MB of odd streams, ms',
    ['stream', 'millrace', 'eventsource-parser', 'ratio'],
    rows,
  );
}

function decodeOurs(chunks: readonly Uint8Array[]): number {
  let events = 0;
  const decoder = createSseDecoder({ onEvent: () => events++ });
  for (const chunk of chunks) decoder.feed(chunk);
  return events;
}

function decodeTheirs(chunks: readonly Uint8Array[]): number {
  let events = 0;
  const utf8 = new TextDecoder();
  const parser = createParser({ onEvent: () => events++ });
  for (const chunk of chunks) parser.feed(utf8.decode(chunk, { stream: true }));
  return events;
}

/** As `followStream` and its callers in the client do. */
async function clientOurs(chunks: readonly Uint8Array[]): Promise<number> {
  let events = 0;
  const decoder = createSseDecoder({
    onEvent({ data }) {
      if (isValue(JSON.parse(data))) events++;
    },
  });
  const reader = bodyOf(chunks).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return events;
    decoder.feed(value);
  }
}

async function aiSdkJson(chunks: readonly Uint8Array[]): Promise<number> {
  // It checks nothing when there is no schema, which is less than it does in any of its clients; its type wants one.
  const values = parseJsonEventStream({ stream: bodyOf(chunks), schema: undefined as never });
  return countValues(values);
}

/** The stream that `useChat` reads. */
class OpenTransport extends DefaultChatTransport<UIMessage> {
  read(body: ReadableStream<Uint8Array>): ReadableStream<UIMessageChunk> {
    return this.processResponseStream(body);
  }
}

function aiSdkTransport(chunks: readonly Uint8Array[]): Promise<number> {
  return countValues(new OpenTransport().read(bodyOf(chunks)));
}

async function countValues(values: ReadableStream<unknown>): Promise<number> {
  let events = 0;
  const reader = values.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return events;
    if (isValue(value)) events++;
  }
}

function isValue(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** Seconds of each way, the best of some rounds in turns, so that a slow moment of the machine does not hit one alone. */
async function race(
  ways: readonly Way[],
  chunks: readonly Uint8Array[],
  events: number,
  rounds = ROUNDS,
): Promise<number[]> {
  const best = ways.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round++) {
    for (const [i, way] of ways.entries()) {
      const start = performance.now();
      const seen = await way(chunks);
      best[i] = Math.min(best[i] ?? 0, (performance.now() - start) / 1000);
      if (seen !== events) throw new Error(`A decoder saw ${seen} events of ${events}.`);
    }
  }
  return best;
}

function createStream(name: string, print: (delta: string) => string, prose: string): Stream {
  const chars = [...prose];
  const parts: Uint8Array[] = [];
  const ends: number[] = [];
  let length = 0;
  for (let at = 0; length < STREAM_BYTES; at += DELTA) {
    const delta = Array.from({ length: DELTA }, (_, i) => chars[(at + i) % chars.length]).join('');
    const part = encode(print(delta));
    parts.push(part);
    length += part.length;
    ends.push(length);
  }
  return { name, bytes: new Uint8Array(Buffer.concat(parts)), events: parts.length, ends };
}

function anthropicEvent(text: string): string {
  const data = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } };
  return `event: content_block_delta\ndata: ${JSON.stringify(data)}\n\n`;
}

function uiEvent(delta: string): string {
  return `data: ${JSON.stringify({ type: 'text-delta', id: 'txt-0', delta })}\n\n`;
}

function cutAll({ bytes, ends }: Stream): Readonly<Record<string, readonly Uint8Array[]>> {
  return {
    '16 B': cut(bytes, 16),
    'an event': ends.map((end, i) => bytes.slice(ends[i - 1] ?? 0, end)),
    '1 KB': cut(bytes, 1024),
    '16 KB': cut(bytes, 16_384),
  };
}

function cut(bytes: Uint8Array, size: number): Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.slice(i * size, (i + 1) * size),
  );
}

/** A body that gives a chunk when it is asked, like one that comes over a network. */
function bodyOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  let next = 0;
  return new ReadableStream(
    {
      pull(controller) {
        const chunk = chunks[next++];
        if (chunk === undefined) controller.close();
        else controller.enqueue(chunk);
      },
    },
    { highWaterMark: 0 },
  );
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
