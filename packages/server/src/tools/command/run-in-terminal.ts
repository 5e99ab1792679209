import { randomBytes } from 'node:crypto';
import { endOnDemand } from './end-on-demand.ts';
import { NOT_STARTED, type ProcessEnd, type ProcessRun } from './process-run.ts';

export type Terminals = Pick<typeof import('@lydell/node-pty'), 'spawn'>;

const SIZE = { cols: 120, rows: 40 };
const NAME = 'xterm-256color';

/** The key that a person presses when nothing more comes. Programs that ask one after the other each take one. */
const END_OF_INPUT = '\u{4}'.repeat(64);

/**
 * Runs a program and then tells its exit code by a sequence that only we know. It stays until we have read that: when the first
 * process of a terminal ends, the system throws away what was printed and not read yet.
 */
const HELD = [
  '/bin/sh',
  '-c',
  `n=$1; shift; "$@"; c=$?; printf '\\033]%s;%s\\007' "$n" "$c"; sleep 60; exit "$c"`,
  'sh',
] as const;

/** The part that makes terminals; undefined where this machine can't load it. Never rejects. */
export async function loadTerminals(): Promise<Terminals | undefined> {
  try {
    return await import('@lydell/node-pty');
  } catch {
    return undefined;
  }
}

/**
 * Runs a program in a terminal of its own, in which nobody types: what asks finds the end of its input. At the time limit, or
 * when the signal is aborted, its whole process group is ended. When it ends, so does the terminal, and what it left in the
 * background is hung up on. A program that a signal ended has the exit code that shells give it.
 */
export async function runInTerminal({ spawn }: Terminals, run: ProcessRun): Promise<ProcessEnd> {
  if (run.signal.aborted) return NOT_STARTED;
  const sign = randomBytes(12).toString('hex');
  const [program, ...args] = [...HELD, sign, ...run.argv];
  const env = { ...run.env, TERM: NAME };
  // The bytes as they come: a chunk may end within a character.
  const terminal = spawn(program, args, { ...SIZE, name: NAME, cwd: run.cwd, env, encoding: null });
  const read = findCode(sign);
  let code: number | null = null;
  terminal.onData((data: string | Uint8Array) => {
    // Without an encoding it gives bytes, whatever its types say.
    const bytes = data as Uint8Array;
    run.onOutput(bytes);
    code ??= read(bytes);
    if (code !== null) terminal.kill('SIGKILL');
  });
  const exited = new Promise<void>((resolve) => void terminal.onExit(() => resolve()));
  run.onStart(terminal.pid);
  terminal.write(END_OF_INPUT);
  const ending = endOnDemand(terminal.pid, run);
  await Promise.race([exited, ending.overdue]);
  ending.ignore();
  await ending.killing;
  return { why: ending.why, exitCode: code, signal: null, isLeftOpen: false };
}

/** Looks for the exit code behind a sign, however the bytes are cut. */
function findCode(sign: string): (bytes: Uint8Array) => number | null {
  const pattern = new RegExp(`\\]${sign};(\\d+)\\u{7}`, 'u');
  let tail = '';
  return (bytes) => {
    const text = tail + Buffer.from(bytes).toString('latin1');
    tail = text.slice(-(sign.length + 8));
    const found = pattern.exec(text)?.[1];
    return found === undefined ? null : Number(found);
  };
}
