import { ownPackage } from '../own-package.ts';
import type { Command, Context, Outcome } from './command.ts';
import { COMMANDS } from './commands.ts';
import { EXIT_CODES, type ExitName } from './exit-codes.ts';
import { commandFacts, commandHelp, helpFacts, helpText } from './help-text.ts';
import { JSON_FLAG, parseCommand } from './parse-command.ts';
import { UsageError } from './usage-error.ts';

/** The output of a command line, and how it ended. */
export interface Ended {
  readonly stdout: string;
  readonly stderr: string;
  /** The exit code; undefined while the process goes on. */
  readonly code: number | undefined;
}

interface World extends Pick<Context, 'env' | 'colour'> {
  readonly commands?: readonly Command[];
}

/**
 * Runs a command line. With `--json` its output is one JSON document, also when it fails; else output for people goes to
 * stdout and problems to stderr. Never rejects.
 */
export async function runCommand(argv: readonly string[], world: World): Promise<Ended> {
  const commands = world.commands ?? COMMANDS;
  const isJson = argv.includes(`--${JSON_FLAG.name}`);
  try {
    const { text, facts, exit = 'ok', isRunning } = await outcomeOf(argv, { ...world, commands });
    const said = isJson ? JSON.stringify(facts) : text;
    const code = isRunning ? undefined : EXIT_CODES[exit].number;
    return { stdout: said === '' ? '' : `${said}\n`, stderr: '', code };
  } catch (error) {
    const exit: ExitName = error instanceof UsageError ? 'wrong_use' : 'failed';
    const message = error instanceof Error ? error.message : String(error);
    const code = EXIT_CODES[exit].number;
    return isJson
      ? { stdout: `${JSON.stringify({ error: { code: exit, message } })}\n`, stderr: '', code }
      : { stdout: '', stderr: `${message}\n`, code };
  }
}

async function outcomeOf(
  argv: readonly string[],
  world: World & Pick<Context, 'commands'>,
): Promise<Outcome> {
  const { commands } = world;
  const { command, isNamed, flags, args } = parseCommand(argv, commands);
  if (flags['help'] !== undefined)
    return isNamed
      ? { text: commandHelp(command), facts: commandFacts(command) }
      : { text: helpText(commands), facts: helpFacts(commands) };
  if (flags['version'] !== undefined) {
    const { version } = ownPackage();
    return { text: version, facts: { version } };
  }
  return command.run({ ...world, flags, args });
}
