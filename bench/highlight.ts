import { deepStrictEqual } from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Parser } from '@lezer/common';
import { createHighlighter, type GrammarState, type Highlighter } from 'shiki';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { cut } from './cut.ts';
import { printTable, times, whole } from './table.ts';

const LINES = [200, 2_000];
/** So long each is measured, so that it is warm: the best counts. */
const ROUNDS_MS = 4_000;
/** As many chunks as come between two frames at 500 a second: a page colours what it draws. */
const CHUNKS_A_FRAME = 9;
/** A longer run is stopped: its true time is longer. */
const CUT_OFF_MS = 20_000;
/** A longer run is measured once. */
const SLOW_MS = 2_000;
const SHIKI = { lang: 'typescript', theme: 'github-light' } as const;

/** Lines in words, as all of them give them. */
type Lines = readonly (readonly Word[])[];
type Word = { readonly text: string } | { readonly content: string };

interface Way {
  /** Colours a code after each frame's part of it, until the time is over. */
  readonly stream: (chunks: readonly string[], isOver: () => boolean) => Lines;
  /** Colours the finished code once. */
  readonly once: (code: string) => Lines;
}

/** Colouring code while it streams, beside the highlighter that most pages have. */
export async function benchHighlight(): Promise<void> {
  const ways = { millrace: await ours(), ...(await shikis()) };
  const rows: string[][] = [];
  for (const count of LINES) {
    const code = source(count);
    const chunks = joinEach(cut(code), CHUNKS_A_FRAME);
    const measured = Object.entries(ways).map(([name, { stream, once }]) => ({
      name,
      all: best(code, (isOver) => stream(chunks, isOver)),
      pass: best(code, () => once(code)),
    }));
    const first = measured[0]?.all ?? 0;
    for (const { name, all, pass } of measured) {
      const more = all >= CUT_OFF_MS ? '> ' : '';
      const [ratio, toOurs] = [all / pass, all / first].map((value) => more + times(value));
      rows.push([name, whole(count), more + inMs(all), inMs(pass), ratio ?? '', toOurs ?? '']);
    }
  }
  printTable(
    `Colouring TypeScript that streams at 500 chunks of 4-20 characters a second, for each 60th of a second: ms, the best in ${ROUNDS_MS / 1000} s, over ${SLOW_MS / 1000} s once; ">" was stopped after ${CUT_OFF_MS / 1000} s`,
    ['', 'lines', 'in all', 'one pass over the whole', 'to one pass', 'to ours'],
    rows,
  );
}

function joinEach(chunks: readonly string[], count: number): string[] {
  const joined: string[] = [];
  for (let at = 0; at < chunks.length; at += count) joined.push(chunks.slice(at, at + count).join(''));
  return joined;
}

const inMs = (ms: number): string => (ms < 100 ? ms.toFixed(1) : whole(ms));

function best(code: string, run: (isOver: () => boolean) => Lines): number {
  let least = Number.POSITIVE_INFINITY;
  const end = performance.now() + ROUNDS_MS;
  while (least === Number.POSITIVE_INFINITY || (least < SLOW_MS && performance.now() < end)) {
    const start = performance.now();
    const isOver = (): boolean => performance.now() - start > CUT_OFF_MS;
    const lines = run(isOver);
    const ms = performance.now() - start;
    if (ms < CUT_OFF_MS) deepStrictEqual(textOf(lines), code);
    least = Math.min(least, ms);
  }
  return least;
}

function textOf(lines: Lines): string {
  return lines
    .map((line) => line.map((word) => ('text' in word ? word.text : word.content)).join(''))
    .join('\n');
}

/** The inner parts of the views, which the package does not export. */
interface Inside {
  readonly GrowingCode: new (parser: Parser | undefined) => { read(code: string): Lines };
  readonly readTokens: (code: string, tree: unknown, from: number) => Lines;
  readonly loadParser: (language: string) => Promise<Parser | undefined>;
}

async function ours(): Promise<Way> {
  const load = (file: string) =>
    import(new URL(`../../packages/react/dist/embeds/highlight/${file}.js`, import.meta.url).href);
  const files = await Promise.all(['growing-code', 'highlight-code', 'load-parser'].map(load));
  // The names that these files export.
  const { GrowingCode, readTokens, loadParser } = Object.assign({}, ...files) as Inside;
  const parser = await loadParser('typescript');
  return {
    stream: (chunks) => {
      const growing = new GrowingCode(parser);
      let [code, lines]: [string, Lines] = ['', []];
      for (const chunk of chunks) {
        code += chunk;
        lines = growing.read(code);
      }
      return lines;
    },
    once: (code) => readTokens(code, parser?.parse(code), 0),
  };
}

async function shikis(): Promise<Readonly<Record<string, Way>>> {
  const engine = createJavaScriptRegexEngine();
  const shiki = await createHighlighter({ langs: [SHIKI.lang], themes: [SHIKI.theme], engine });
  const once = (code: string): Lines => shiki.codeToTokens(code, SHIKI).tokens;
  return {
    'shiki, each whole line once': { once, stream: (chunks) => byLines(shiki, chunks, 'plain') },
    'shiki, the open line with each frame': { once, stream: (chunks) => byLines(shiki, chunks, 'coloured') },
    'shiki, all of it with each frame': {
      once,
      stream: (chunks, isOver) => {
        let [code, lines]: [string, Lines] = ['', []];
        for (const chunk of chunks) {
          if (isOver()) break;
          code += chunk;
          lines = once(code);
        }
        return lines;
      },
    },
  };
}

/** The state of the grammar is carried from line to line, so that a whole line is read once. */
function byLines(shiki: Highlighter, chunks: readonly string[], openLine: 'plain' | 'coloured'): Lines {
  // With the open line as the last.
  const lines: Lines[number][] = [[]];
  let state: GrammarState | undefined;
  let open = '';
  const read = (text: string) =>
    shiki.codeToTokens(text, { ...SHIKI, ...(state !== undefined && { grammarState: state }) });
  for (const chunk of chunks) {
    open += chunk;
    lines.pop();
    const end = open.lastIndexOf('\n');
    if (end >= 0) {
      const { tokens, grammarState } = read(open.slice(0, end));
      for (const line of tokens) lines.push(line);
      state = grammarState;
      open = open.slice(end + 1);
    }
    lines.push(openLine === 'coloured' ? (read(open).tokens[0] ?? []) : [{ content: open }]);
  }
  return lines;
}

/** The first lines of our own code. */
function source(count: number): string {
  const folder = fileURLToPath(new URL('../../packages/engine/src/markdown', import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const texts = files.filter((name) => /(?<!\.test)\.ts$/.test(name));
  const lines = texts.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));
  if (lines.length < count) throw new Error(`There are only ${lines.length} lines.`);
  return lines.slice(0, count).join('\n');
}
