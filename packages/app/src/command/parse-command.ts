import { parseArgs } from 'node:util';
import type { Command, Context, Flag } from './command.ts';
import { nearest } from './nearest.ts';
import { UsageError } from './usage-error.ts';

/** A command line that was understood. */
export interface Parsed extends Pick<Context, 'flags' | 'args'> {
  readonly command: Command;
  /** True when the command was named, not taken because none was. */
  readonly isNamed: boolean;
}

const HELP: Flag = { name: 'help', short: 'h', summary: 'print this' };
export const JSON_FLAG: Flag = { name: 'json', summary: 'print one JSON document, also for errors' };
export const VERSION: Flag = { name: 'version', short: 'v', summary: 'print the version' };

/** The command that runs when none is named. */
export const DEFAULT = 'serve';

/** Flags that may stand before the name of a command. */
const ANYWHERE: ReadonlySet<string> = new Set(
  [HELP, JSON_FLAG, VERSION].flatMap(({ name, short }) => [`--${name}`, `-${short}`]),
);

/** Every flag that a command takes. Pure. */
export function flagsOf({ flags }: Command): readonly Flag[] {
  return [...flags, JSON_FLAG, HELP];
}

/** Reads a command line. Throws a UsageError that says the fix. Pure. */
export function parseCommand(argv: readonly string[], commands: readonly Command[]): Parsed {
  const at = argv.findIndex((word) => !ANYWHERE.has(word));
  const word = at < 0 ? undefined : argv[at];
  if (word === undefined || word.startsWith('-')) {
    const command = commands.find(({ name }) => name === DEFAULT);
    if (command === undefined) throw new Error(`There is no command ${DEFAULT}.`);
    return { command, isNamed: false, ...readFlags(command, argv, [VERSION]) };
  }
  const command = findCommand(argv.slice(at), commands);
  const rest = argv.toSpliced(at, command.name.split(' ').length);
  return { command, isNamed: true, ...readFlags(command, rest) };
}

function findCommand([first = '', second = '']: readonly string[], commands: readonly Command[]): Command {
  const found =
    commands.find(({ name }) => name === `${first} ${second}`) ?? commands.find(({ name }) => name === first);
  if (found !== undefined) return found;
  const isGroup = commands.some(({ name }) => name.startsWith(`${first} `));
  const said = isGroup && second !== '' && !second.startsWith('-') ? `${first} ${second}` : first;
  const close = nearest(
    said,
    commands.map(({ name }) => name),
  );
  throw new UsageError(
    `There is no command ${JSON.stringify(said)}. ${close ? `Did you mean "millrace ${close}"?` : LIST_THEM}`,
  );
}

const LIST_THEM = '"millrace help" lists them.';

function readFlags(
  command: Command,
  argv: readonly string[],
  more: readonly Flag[] = [],
): Pick<Parsed, 'flags' | 'args'> {
  const known = new Map([...flagsOf(command), ...more].map((flag) => [flag.name, flag]));
  const options = Object.fromEntries(
    [...known.values()].map(({ name, short, value }) => [
      name,
      { type: value === undefined ? 'boolean' : 'string', ...(short && { short }) } as const,
    ]),
  );
  // The tokens are judged here, because the errors of parseArgs name no fix.
  const { tokens } = parseArgs({
    args: [...argv],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const flags: Record<string, string | true> = {};
  const args: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') args.push(token.value);
    if (token.kind !== 'option') continue;
    const flag = known.get(token.name);
    if (flag === undefined) throw unknownFlag(command, token.rawName, [...known.keys()]);
    flags[flag.name] = readValue(command, flag, token);
  }
  checkArguments(command, args, flags);
  return { flags, args };
}

function unknownFlag(command: Command, said: string, known: readonly string[]): UsageError {
  const close = said.startsWith('--') ? nearest(said.slice(2), known) : undefined;
  const fix = close ? `Did you mean --${close}?` : `"millrace ${command.name} --help" lists its flags.`;
  return new UsageError(`millrace ${command.name} has no flag ${said}. ${fix}`);
}

interface GivenFlag {
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function readValue(command: Command, { name, value: shown }: Flag, given: GivenFlag): string | true {
  if (shown === undefined) {
    if (given.value === undefined) return true;
    throw new UsageError(`--${name} takes no value. Write only --${name}, or leave it out.`);
  }
  const isMissing = !given.value || (given.inlineValue !== true && given.value.startsWith('-'));
  if (given.value === undefined || isMissing)
    throw new UsageError(`--${name} needs a value. Write millrace ${command.name} --${name} ${shown}.`);
  return given.value;
}

function checkArguments(
  { name, args: takes = [] }: Command,
  args: readonly string[],
  flags: Parsed['flags'],
): void {
  const extra = args[takes.length];
  if (extra !== undefined)
    throw new UsageError(
      `millrace ${name} does not take ${JSON.stringify(extra)}. Leave it out; "millrace ${name} --help" shows what it takes.`,
    );
  const missing = takes.find(({ isOptional }, i) => !isOptional && args[i] === undefined);
  if (missing !== undefined && flags[HELP.name] === undefined)
    throw new UsageError(
      `millrace ${name} needs ${missing.name}: ${missing.summary}. "millrace ${name} --help" shows how to write it.`,
    );
}
