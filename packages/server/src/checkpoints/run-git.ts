import { spawn } from 'node:child_process';
import { devNull } from 'node:os';
import { parse } from 'node:path';
import { PassThrough, pipeline, Readable } from 'node:stream';
import { CheckpointError } from './checkpoint-error.ts';

export interface GitCall {
  readonly args: readonly string[];
  readonly signal: AbortSignal;
  readonly input?: string | AsyncIterable<Uint8Array>;
  /** The file of the index. */
  readonly index?: string;
  /** Without it that of the place. */
  readonly timeoutMs?: number;
}

/** Runs git on the shadow repository. A reader that stops early ends the program. */
export type RunGit = <T>(call: GitCall, read: (output: Readable) => Promise<T>) => Promise<T>;

export interface GitPlace {
  readonly gitDir: string;
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
}

// No setting of the person, and nothing that the workspace brings, changes what is kept.
const SETTINGS = [
  'core.bare=false',
  `core.hooksPath=${devNull}`,
  'core.fsmonitor=false',
  'core.untrackedCache=false',
  'core.splitIndex=false',
  'core.sparseCheckout=false',
  'core.autocrlf=false',
  'core.safecrlf=false',
  'core.fileMode=true',
  'core.symlinks=true',
  'core.ignoreCase=false',
  'core.precomposeUnicode=false',
  'core.protectNTFS=false',
  'core.protectHFS=false',
  'core.longPaths=true',
  'core.logAllRefUpdates=false',
  'core.fsync=all',
  'core.fsyncMethod=batch',
  'pack.threads=2',
  'pack.windowMemory=64m',
  'gc.auto=0',
  'maintenance.auto=false',
].flatMap((setting) => ['-c', setting]);

const KILL_MS = 2_000;
const MOST_ERRORS = 10_000;

export function createRunGit(place: GitPlace): RunGit {
  return async ({ args, signal, input = '', index, timeoutMs = place.timeoutMs }, read) => {
    signal.throwIfAborted();
    const child = spawn('git', ['--no-pager', ...SETTINGS, ...args], {
      // Outside of the workspace: paths are from its root then, and no program in it can pose as git.
      cwd: parse(place.gitDir).root,
      env: { ...gitEnv(place), ...(index !== undefined && { GIT_INDEX_FILE: index }) },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const exited = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', resolve);
    });
    exited.catch(() => {});
    let why: unknown;
    const end = (reason: unknown): void => {
      why ??= reason;
      child.kill();
      setTimeout(() => child.kill('SIGKILL'), KILL_MS).unref();
    };
    const onAbort = (): void => end(signal.reason);
    const timer = setTimeout(() => end(tooSlow(args, timeoutMs)), timeoutMs);
    signal.addEventListener('abort', onAbort, { once: true });
    // The exit code tells when git did not read its input.
    if (typeof input === 'string') {
      child.stdin.on('error', () => {});
      child.stdin.end(input);
    } else pipeline(Readable.from(input), child.stdin, () => {});
    // Node throws away what nobody has begun to read when a program ends.
    const output = new PassThrough();
    pipeline(child.stdout, output, () => {});
    const errors = beginning(child.stderr, MOST_ERRORS).catch(() => '');
    try {
      const value = await read(output);
      const isWhole = output.readableEnded;
      if (!isWhole) output.destroy();
      const code = await exited;
      if (why === undefined && (code === 0 || !isWhole)) return value;
      throw why ?? failure(args, await errors);
    } catch (error) {
      child.kill('SIGKILL');
      const missing = await exited.then(() => undefined, noGit);
      throw why ?? missing ?? error;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    }
  };
}

/** The environment without anything that git heeds, and without the settings of the person and of the machine. */
function gitEnv({ gitDir, root, env }: GitPlace): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !name.toUpperCase().startsWith('GIT_'));
  return {
    ...Object.fromEntries(kept),
    // Git looks here for settings when it is too old to know the variables below.
    HOME: gitDir,
    XDG_CONFIG_HOME: gitDir,
    LC_ALL: 'C',
    GIT_DIR: gitDir,
    GIT_WORK_TREE: root,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_SYSTEM: devNull,
    GIT_CONFIG_GLOBAL: devNull,
    GIT_ATTR_NOSYSTEM: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_TERMINAL_PROMPT: '0',
  };
}

/** All that a program says. */
export async function text(output: Readable): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of output) parts.push(part as Buffer); // a pipe without an encoding gives buffers
  return Buffer.concat(parts).toString();
}

/** The first characters of what a program says. The rest is not read. */
export async function beginning(output: Readable, most: number): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of output) {
    const bytes = part as Buffer; // a pipe without an encoding gives buffers
    parts.push(bytes);
    size += bytes.length;
    if (size > most) break;
  }
  return Buffer.concat(parts).toString();
}

function noGit(error: unknown): CheckpointError {
  return new CheckpointError(
    'no_git',
    'Checkpoints need git, which could not be started. Install git, or add its folder to PATH, and restart the server.',
    error,
  );
}

function tooSlow(args: readonly string[], timeoutMs: number): CheckpointError {
  return new CheckpointError(
    'timeout',
    `git ${args[0]} took more than ${timeoutMs / 1000} seconds. Add large folders to .gitignore, so that they are left out.`,
  );
}

function failure(args: readonly string[], errors: string): CheckpointError {
  if (/no space left|disk quota/i.test(errors))
    return new CheckpointError('disk_full', 'The disk is full. Free some space, then try again.', errors);
  const [first = 'nothing'] = errors.trim().split('\n');
  return new CheckpointError(
    'git_failed',
    `git ${args[0]} failed: ${first.slice(0, 300)}. Try again; if it still fails, delete the folder "checkpoints" in the data folder.`,
    errors,
  );
}
