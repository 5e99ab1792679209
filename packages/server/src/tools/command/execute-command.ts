import { existsSync } from 'node:fs';
import { destroys } from '@millrace/engine/approval';
import * as z from 'zod';
import { defineTool } from '../define/define-tool.ts';
import { inWorkspace, namesTo } from '../define/in-workspace.ts';
import type { Tool, ToolContext, ToolOutcome } from '../define/tool.ts';
import { commandEnv, type Environment } from './command-env.ts';
import { inPlace, realFolder } from './in-place.ts';
import { KeptOutput } from './kept-output.ts';
import { needsTerminal } from './needs-terminal.ts';
import { OutputNotes } from './output-notes.ts';
import { OutputText } from './output-text.ts';
import type { ProcessEnd, ProcessRun } from './process-run.ts';
import { loadTerminals, runInTerminal } from './run-in-terminal.ts';
import { runProcess } from './run-process.ts';
import { findBubblewrap, inSandbox } from './sandbox.ts';
import { visibleText } from './visible-text.ts';

/** The options of `commandTools`. */
export interface ExecuteCommandOptions {
  /** After so many milliseconds a command is ended with all that it started. Ten minutes unless given. */
  readonly timeoutMs?: number;
  /** Shuts commands in with bubblewrap: only the workspace can be written, and there is no network. */
  readonly sandbox?: 'bwrap';
  /** True when commands in the sandbox have the network. */
  readonly network?: boolean;
  /** Folders that commands in the sandbox find empty, such as the one with the keys. `allTools` adds its data folder. */
  readonly hide?: readonly string[];
  /**
   * True when commands run in a terminal, in which nobody types. `auto`, unless given: those that name a program which is known to
   * need one. Where this machine has no terminals they run without, and the result says so.
   */
  readonly terminal?: 'auto' | 'never' | 'always';
  /** Names of variables that commands must not see, beside ours and the keys of providers. */
  readonly hideEnv?: readonly string[];
}

const TIMEOUT_MS = 600_000;
/** The longest time that a timer can hold. */
const LONGEST_MS = 2 ** 31 - 1;
const TITLE_LENGTH = 80;

/** A text that a shell gets byte for byte as it was judged: nothing is trimmed, cut at a zero or replaced. */
const commandLine = z
  .string()
  .refine((text) => /\S/.test(text), 'The command is empty. Write a command line.')
  .refine(
    (text) => !text.includes('\0'),
    'The command contains a null character, which no shell accepts. Write it without.',
  )
  .refine(
    (text) => !/\p{Cs}/u.test(text),
    'The command contains half of a character. Write it again without it.',
  );

/**
 * Lets the model run a command line in the workspace, with sh or bash. A command can't be answered, so programs that ask end at
 * once instead of waiting, also in a terminal. Throws at once when the sandbox that is asked for is not there.
 */
export function createExecuteCommand(options: ExecuteCommandOptions = {}): Tool {
  const { timeoutMs = TIMEOUT_MS, sandbox, network = false, hide = [], hideEnv, terminal = 'auto' } = options;
  if (!(timeoutMs >= 1 && timeoutMs <= LONGEST_MS))
    throw new Error(`timeoutMs must be between 1 and ${LONGEST_MS}, which ${timeoutMs} is not.`);
  const bubblewrap = sandbox === undefined ? undefined : findBubblewrap(process.env);
  const argvOf = (command: string, root: string, cwd: string): [string, ...string[]] => {
    const argv = inPlace(cwd, [...shellFor(), command]);
    if (bubblewrap === undefined) return argv;
    return inSandbox({ program: bubblewrap, root, cwd, network, hide }, argv);
  };
  return defineTool({
    name: 'execute_command',
    description: `Runs a command line with ${findShell()} in the workspace and returns its output and exit code. It can't answer prompts, so use options
such as --yes. Start servers and other long-running programs with & and send their output to a file. It is stopped after ${inWords(timeoutMs)}.`,
    input: z.object({
      command: commandLine.describe('The command line'),
      cwd: z.string().optional().describe('The folder to run it in, relative to the workspace'),
    }),
    effect: 'unsafe',
    approval: 'ask',
    local: true,
    confined: bubblewrap !== undefined,
    targets: { paths: ['cwd'], command: 'command', cwd: 'cwd' },
    destructive: ({ command }) => destroys(command),
    inlineBudgetMs: Number.POSITIVE_INFINITY,
    // Its own limit comes first, and ends all that it started.
    timeLimitMs: timeoutMs + 60_000,
    title: ({ command }) => `Run ${shorten(visibleText(command))}`,
    async run({ command, cwd = '.' }, ctx) {
      const { root, name, kind } = await inWorkspace(ctx, cwd === '' ? '.' : cwd);
      if (kind !== 'folder') throw new Error(`${cwd} is not a folder.`);
      const [top, folder] = [await realFolder(root, []), await realFolder(root, namesTo(name))];
      const inTerminal = terminal === 'always' || (terminal === 'auto' && needsTerminal(command));
      const env = commandEnv(process.env, { hide: hideEnv, root });
      return execute(argvOf(command, top, folder), { cwd: folder, env, timeoutMs, inTerminal }, ctx);
    },
  });
}

interface Terms {
  readonly cwd: string;
  readonly timeoutMs: number;
  readonly env: Environment;
  readonly inTerminal: boolean;
}

/** Runs a program, in a terminal if it needs one and there are any. */
async function runWith(
  run: ProcessRun,
  inTerminal: boolean,
): Promise<ProcessEnd & { readonly lacks: boolean }> {
  const terminals = inTerminal ? await loadTerminals() : undefined;
  const end = await (terminals === undefined ? runProcess(run) : runInTerminal(terminals, run));
  return { ...end, lacks: inTerminal && terminals === undefined };
}

async function execute(
  argv: [string, ...string[]],
  { cwd, env, timeoutMs, inTerminal }: Terms,
  ctx: ToolContext,
): Promise<ToolOutcome> {
  const notes = new OutputNotes((note) => ctx.progress(note));
  const reader = new OutputText();
  const kept = new KeptOutput();
  let group = 0;
  const take = (text: string): void => {
    kept.push(text);
    notes.push(text);
  };
  const run: ProcessRun = {
    argv,
    cwd,
    env,
    timeoutMs,
    signal: ctx.signal,
    onStart(pid) {
      group = pid;
      notes.status('Started', { status: 'started', pid });
    },
    onOutput: (bytes) => take(reader.push(bytes)),
  };
  const end = await runWith(run, inTerminal);
  take(reader.end());
  notes.flush();
  const said = describeEnd(end, timeoutMs);
  notes.status(said, {
    status: end.why === 'timeout' ? 'timeout' : 'exited',
    ...(end.exitCode !== null && { exitCode: end.exitCode }),
    ...(end.signal !== null && { signal: end.signal }),
  });
  const left = end.isLeftOpen
    ? `\nA process that it started is still running. Its output is no longer shown. To end it: kill -- -${group}`
    : '';
  const lack = end.lacks ? '\nNo terminal was available, so it ran without one.' : '';
  const output = kept.text === '' ? 'It printed nothing.' : `Output:\n${kept.text}`;
  return {
    content: `${said}${left}${lack}\n${output}`,
    ...(end.why !== 'exited' && { is_error: true }),
    ...(end.why === 'exited' && end.exitCode !== null && { exit_code: end.exitCode }),
  };
}

function describeEnd({ why, exitCode, signal }: ProcessEnd, timeoutMs: number): string {
  switch (why) {
    case 'timeout':
      return `The command was ended after ${inWords(timeoutMs)}, with all that it had started.`;
    case 'stopped':
      return 'The command was stopped, with all that it had started.';
    case 'exited':
      return signal === null
        ? `The command ended with exit code ${exitCode}.`
        : `The command was ended by the signal ${signal}.`;
  }
}

/** The shell without the files that it would read first. What follows is the command, also when it begins with a dash. */
function shellFor(): [string, ...string[]] {
  const shell = findShell();
  return shell.endsWith('/bash') ? [shell, '--noprofile', '--norc', '-c', '--'] : [shell, '-c', '--'];
}

function findShell(): string {
  return ['/bin/bash', '/usr/bin/bash'].find((path) => existsSync(path)) ?? '/bin/sh';
}

function inWords(ms: number): string {
  const [amount, unit] = ms % 60_000 === 0 ? [ms / 60_000, 'minute'] : [ms / 1000, 'second'];
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}

function shorten(text: string): string {
  const [line = ''] = text.split('\n', 1);
  return line.length < text.length || line.length > TITLE_LENGTH
    ? `${line.slice(0, TITLE_LENGTH - 1)}…`
    : line;
}
