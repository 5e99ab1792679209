import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';

export interface RipgrepSearch {
  /** The folder that it runs in. */
  readonly root: string;
  /** The file or folder to search, from there. */
  readonly path: string;
  readonly regex: string;
  /** Names that files must have, as patterns without slashes; all when there are none. */
  readonly names: readonly string[];
  readonly signal: AbortSignal;
}

/** A line that ripgrep found, or one beside it. */
export interface FoundLine {
  readonly type: 'match' | 'context';
  /** From the root. */
  readonly path: string;
  /** Undefined when it is not known. */
  readonly line: number | undefined;
  readonly text: string;
  /** The index at which the match begins in the text. */
  readonly start: number;
}

const CONTEXT = 1;
/** The longest line of ripgrep's output, in characters. */
const MOST_LINE = 1_000_000;
/** One more than is shown, to know whether there are more. */
const MOST_PER_FILE = 301;

// Every line that is read comes as a whole, so a file that is one huge line must not come at all.
const ARGS: readonly string[] = [
  '--json',
  '--no-config',
  // It would wait for an ignore file that is a pipe, and read an endless one. Who asks leaves out what they name.
  '--no-ignore',
  '--no-messages',
  ...['--sort', 'path'],
  ...['--context', `${CONTEXT}`],
  ...['--max-count', `${MOST_PER_FILE}`],
  ...['--max-filesize', '10M'],
  // Only globs that leave out: one that takes in would take in hidden and ignored files too.
  ...['--glob', '!.*'],
  ...['--glob', '!node_modules'],
];

/**
 * Searches files with ripgrep, and gives lines as they are found, in the order of paths. Hidden, ignored and binary files are
 * left out, but for what the path itself names. Throws in words for the model when the pattern is none. Who stops reading, or
 * aborts, ends it.
 */
export async function* ripgrep(search: RipgrepSearch): AsyncGenerator<FoundLine> {
  const { root, path, regex, names, signal } = search;
  const types = names.flatMap((name) => ['--type-add', `wanted:${name}`]);
  const args = [...ARGS, ...types, ...(names.length > 0 ? ['--type', 'wanted'] : [])];
  const child = spawn(await findRipgrep(), [...args, '--regexp', regex, '--', path], {
    cwd: root,
    env: {},
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<number | null>((resolve) => {
    // An abort comes as an error; it was wanted.
    child.once('error', () => resolve(null));
    child.once('close', (code) => resolve(code));
  });
  let problem = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    problem = (problem + text).slice(0, 1000);
  });
  try {
    for await (const line of linesOf(child.stdout)) {
      const found = readLine(line);
      if (found !== undefined) yield found;
    }
    // 1 says that nothing was found; 2 with matches, that some file could not be read.
    if ((await ended) === 2 && problem !== '') throw new Error(explain(problem));
  } finally {
    child.kill('SIGKILL');
  }
}

/** The path of our own copy of ripgrep. Rejects with the fix. */
export async function findRipgrep(): Promise<string> {
  try {
    return (await import('@vscode/ripgrep')).rgPath;
  } catch {
    throw new Error(
      `ripgrep is not installed for ${process.platform}-${process.arch}. Install Millrace again, with its optional packages.`,
    );
  }
}

/**
 * Lines end at `\n` only: text within them may have other line breaks. Of one that is too long its begin is given: of a long line
 * that matches everywhere ripgrep prints hundreds of megabytes.
 */
async function* linesOf(stream: Readable): AsyncGenerator<string> {
  let rest: string[] = [];
  let size = 0;
  const add = (part: string): void => {
    if (size <= MOST_LINE) rest.push(part);
    size += part.length;
  };
  for await (const chunk of stream.setEncoding('utf8')) {
    const [first = '', ...lines] = String(chunk).split('\n');
    add(first);
    for (const line of lines) {
      yield rest.join('');
      [rest, size] = [[], 0];
      add(line);
    }
  }
}

/** Text, or bytes in base64 where they are no UTF-8. */
interface Said {
  readonly text?: string;
  readonly bytes?: string;
}

interface Message {
  readonly type: string;
  readonly data: {
    readonly path?: Said;
    readonly lines?: Said;
    readonly line_number?: number | null;
    readonly submatches?: readonly { readonly start: number }[];
  };
}

/** A line of output that is too long, up to its path. */
const LONG = /^\{"type":"(match|context)","data":\{"path":(\{"\w+":"(?:[^"\\]|\\.)*"\}),/;

function readLine(line: string): FoundLine | undefined {
  if (line.length > MOST_LINE) {
    const [, type, path = '{}'] = LONG.exec(line.slice(0, 20_000)) ?? [];
    if (type !== 'match') return undefined;
    return { type, path: pathOf(JSON.parse(path) as Said), line: undefined, text: TOO_LONG, start: 0 };
  }
  // The output of our own copy of ripgrep.
  const { type, data } = JSON.parse(line) as Message;
  if (type !== 'match' && type !== 'context') return undefined;
  const text = said(data.lines).replace(/\r?\n$/, '');
  const bytes = data.submatches?.[0]?.start ?? 0;
  return {
    type,
    path: pathOf(data.path),
    line: data.line_number ?? 0,
    text,
    start: Buffer.from(text).subarray(0, bytes).toString().length,
  };
}

const TOO_LONG = '(a line that is too long to show)';

function pathOf(path: Said | undefined): string {
  return said(path).replace(/^\.\//, '');
}

function said({ text, bytes = '' }: Said = {}): string {
  return text ?? Buffer.from(bytes, 'base64').toString();
}

function explain(problem: string): string {
  const [reason = ''] = problem.trim().split('\n').slice(-1);
  if (problem.includes('literal "\\n"'))
    return 'The regex contains a line break, but a match is always within one line. Search for one of the lines.';
  if (problem.includes('regex parse error'))
    return `The regex is not valid: ${reason.replace(/^error: /, '')}\n${problem.trim()}`;
  return `The search failed: ${problem.trim()}`;
}
