import { deepStrictEqual } from 'node:assert/strict';
import { createPartialJson } from '@millrace/engine';
import { JSONParser } from '@streamparser/json';
import { parsePartialJson as parseWithAiSdk } from 'ai';
import { disableErrorLogging, parse as parseBestEffort } from 'best-effort-json-parser';
import { parse as parseAsRiver } from 'jsonriver';
import { parse as parsePartial } from 'partial-json';
import { printTable, times, whole } from './table.ts';

const SIZES: Readonly<Record<string, number>> = { '1 KB': 1_000, '100 KB': 100_000, '1 MB': 1_000_000 };
const DELTA = 8;
const ROUNDS = 7;
/** A reader that takes longer than this is stopped: its true time is longer. */
const CUT_OFF_MS = 10_000;
/** A reader that takes longer than this is measured once. */
const SLOW_MS = 500;

const CODE = `export function total(orders: readonly Order[], year: string): number {
\tconst kept = orders.filter((order) => order.year === year && !order.returned);
\treturn kept.reduce((sum, { amount }) => sum + amount, 0); // "gross", in €
}

`;

const TEXTS: Readonly<Record<string, (size: number) => string>> = {
  'a call that writes a file': (size) =>
    JSON.stringify({ path: 'src/orders/total.ts', content: CODE.repeat(Math.ceil(size / CODE.length)) }),
  'a list of records': (size) =>
    JSON.stringify(Array.from({ length: Math.ceil(size / 150) }, (_, i) => order(i))),
};

/** Takes in the deltas and reads the value after each, until the time is over. Returns the last value. */
type Reader = (deltas: readonly string[], isOver: () => boolean) => unknown;

const READERS: Readonly<Record<string, Reader>> = {
  millrace: (deltas) => {
    const json = createPartialJson();
    let value: unknown;
    for (const delta of deltas) {
      json.append(delta);
      value = json.value;
    }
    return value;
  },
  jsonriver: async (deltas) => {
    let value: unknown;
    for await (const each of parseAsRiver(stream(deltas))) value = each;
    return value;
  },
  '@streamparser/json': readWithStreamParser,
  'partial-json': (deltas, isOver) => readAgain(deltas, isOver, (text) => parsePartial(text)),
  ai: (deltas, isOver) => readAgain(deltas, isOver, async (text) => (await parseWithAiSdk(text)).value),
  'best-effort-json-parser': (deltas, isOver) => readAgain(deltas, isOver, (text) => parseBestEffort(text)),
};

interface Cell {
  readonly text: string;
  readonly size: string;
  readonly deltas: readonly string[];
  /** For each reader its best time; past the cut-off when it was stopped. */
  readonly ms: Map<string, number>;
}

/** Reading JSON that arrives in small pieces, with its value after each, beside what others read it with. */
export async function benchJson(): Promise<void> {
  disableErrorLogging();
  const cells = Object.entries(TEXTS).flatMap(([text, make]) =>
    Object.entries(SIZES).map(
      ([size, length]): Cell => ({ text, size, deltas: cut(make(length)), ms: new Map() }),
    ),
  );
  for (let round = 0; round < ROUNDS; round++) {
    for (const cell of cells) for (const name of Object.keys(READERS)) await measure(cell, name);
  }
  const head = ['JSON', 'size', ...Object.keys(READERS)];
  const rows = (print: (ms: number, ours: number) => string): string[][] =>
    cells.map(({ text, size, ms }) => [
      text,
      size,
      ...Object.keys(READERS).map((name) => {
        const time = ms.get(name) ?? 0;
        return `${time >= CUT_OFF_MS ? '> ' : ''}${print(Math.min(time, CUT_OFF_MS), ms.get('millrace') ?? 0)}`;
      }),
    ]);
  const stopped = `">" was stopped after ${CUT_OFF_MS / 1000} s`;
  printTable(
    `Partial JSON in ${DELTA}-character deltas, the value read after each: ms, best of ${ROUNDS}, over ${SLOW_MS} ms once; ${stopped}`,
    head,
    rows((ms) => (ms < 100 ? ms.toFixed(2) : whole(ms))),
  );
  printTable(
    `The same as multiples of ours; ${stopped}`,
    head,
    rows((ms, ours) => (ms < 100 * ours ? times(ms / ours) : `${whole(ms / ours)}x`)),
  );
}

async function measure({ deltas, ms }: Cell, name: string): Promise<void> {
  const reader = READERS[name];
  const best = ms.get(name) ?? Number.POSITIVE_INFINITY;
  if (reader === undefined || (ms.has(name) && best > SLOW_MS)) return;
  // Small texts are read often enough for the clock.
  const passes = best < 1 ? Math.ceil(1 / best) : 1;
  const start = performance.now();
  const isOver = (): boolean => performance.now() - start > CUT_OFF_MS;
  let value: unknown;
  for (let i = 0; i < passes; i++) value = await reader(deltas, isOver);
  const time = (performance.now() - start) / passes;
  if (time < CUT_OFF_MS) deepStrictEqual(value, JSON.parse(deltas.join('')), `${name} read it wrong.`);
  ms.set(name, Math.min(best, time));
}

/** For readers that know only whole texts: each delta makes them read all of it again. */
async function readAgain(
  deltas: readonly string[],
  isOver: () => boolean,
  parse: (text: string) => unknown,
): Promise<unknown> {
  let text = '';
  let value: unknown;
  for (const delta of deltas) {
    if (isOver()) break;
    text += delta;
    const parsed = parse(text);
    value = parsed instanceof Promise ? await parsed : parsed;
  }
  return value;
}

/** It hands over a string that is not over beside its parent: less work than to show it there, as the others do. */
function readWithStreamParser(deltas: readonly string[]): unknown {
  const parser = new JSONParser({ emitPartialTokens: true, emitPartialValues: true });
  let value: unknown;
  parser.onValue = ({ stack, parent, value: part }) => {
    value = stack[1]?.value ?? parent ?? part;
  };
  for (const delta of deltas) parser.write(delta);
  return value;
}

async function* stream(deltas: readonly string[]): AsyncGenerator<string> {
  yield* deltas;
}

function order(i: number): unknown {
  return {
    id: i,
    customer: `Customer "${i % 97}"`,
    paid: i % 3 === 0,
    amount: i * 1.25,
    tags: ['new', `batch ${i % 12}`],
    address: { city: 'Zürich', zip: 8000 + (i % 60), note: null },
  };
}

function cut(text: string): string[] {
  const deltas: string[] = [];
  for (let at = 0; at < text.length; at += DELTA) deltas.push(inMemory(text.slice(at, at + DELTA)));
  return deltas;
}

/** A string of its own, as a decoder gives it, not a view of another one. */
function inMemory(text: string): string {
  return Buffer.from(text).toString();
}
