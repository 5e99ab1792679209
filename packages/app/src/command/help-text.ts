import { VARIABLES } from '../variables.ts';
import type { Command, Flag } from './command.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { DEFAULT, flagsOf, VERSION } from './parse-command.ts';

/** The help over all commands. Pure. */
export function helpText(commands: readonly Command[]): string {
  const lines = commands.map(({ name, summary }) => [`millrace ${name}`, summary] as const);
  return [
    `Without a command, "millrace" does what "millrace ${DEFAULT}" does. "millrace help serve" tells more about one.`,
    table(lines),
    table([VERSION].map((flag) => [flagUse(flag), flag.summary] as const)),
    'Environment variables:',
    table(VARIABLES.map(({ name, summary }) => [name, summary] as const)),
  ].join('\n\n');
}

/** The help of one command. Pure. */
export function commandHelp(command: Command): string {
  const { name, summary, details, args = [] } = command;
  const flags = flagsOf(command).map((flag) => [flagUse(flag), flag.summary] as const);
  return [
    `${usage(command)}\n${sentence(summary)}${details === undefined ? '' : `\n${details}`}`,
    ...(args.length > 0 ? [table(args.map((each) => [each.name, each.summary] as const))] : []),
    table(flags),
    ...(name === 'doctor' ? [`Exit code ${EXIT_CODES.check_failed.number}: a check failed.`] : []),
  ].join('\n\n');
}

/** A command as it is written. Pure. */
function usage(command: Command): string {
  const { name, args = [] } = command;
  const words = args.map((each) => (each.isOptional ? `[${each.name}]` : each.name));
  const flags = flagsOf(command).map((flag) => `[--${flag.name}${flag.value ? ` ${flag.value}` : ''}]`);
  return ['millrace', name, ...words, ...flags].join(' ');
}

/** A flag as it is written. Pure. */
function flagUse({ name, short, value }: Flag): string {
  return `--${name}${value ? ` ${value}` : ''}${short ? `, -${short}` : ''}`;
}

/** The same facts as data. Pure. */
export function helpFacts(commands: readonly Command[]): unknown {
  return {
    commands: commands.map(commandFacts),
    variables: VARIABLES,
    exit_codes: Object.entries(EXIT_CODES).map(([code, { number, meaning }]) => ({ code, number, meaning })),
  };
}

export function commandFacts(command: Command): unknown {
  const { name, summary, details, args = [] } = command;
  return {
    name,
    summary,
    ...(details !== undefined && { details }),
    usage: usage(command),
    arguments: args.map((each) => ({
      name: each.name,
      summary: each.summary,
      optional: each.isOptional === true,
    })),
    flags: flagsOf(command).map((flag) => ({ ...flag, name: `--${flag.name}` })),
  };
}

function sentence(summary: string): string {
  return `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
}

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `${left.padEnd(width)}   ${right}`).join('\n');
}
