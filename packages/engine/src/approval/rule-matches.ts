import { argsHash } from './args-hash.ts';
import { listedPaths, type PolicyCall, type TargetsByTool, textsIn, toolTargets } from './call-targets.ts';
import { commandName } from './command-parts.ts';
import { field } from './field.ts';
import { namesMeet, type PathGlob, pathGlob, pathMatches, plainName, shellGlob } from './globs.ts';
import { isKnownCommand } from './known-commands.ts';
import { fold, folderOf, inRoot, loosePath, plainPath } from './paths.ts';
import type { ArgumentPattern, PolicyRule } from './policy-rule.ts';
import type { ShellCommand, ShellWord } from './shell-program.ts';

/** A call, or one command of it, as rules see it. */
export interface JudgedPart {
  readonly call: PolicyCall;
  /** The hash of its input. */
  readonly hash: string | undefined;
  /** Undefined when the call's tool takes no command line. */
  readonly command: ShellCommand | undefined;
  /** The folder that it runs in, from the root on; undefined when it may be another one than it seems. */
  readonly folder: string | undefined;
  readonly tools: TargetsByTool | undefined;
  readonly root: string | undefined;
}

/**
 * How closely a rule means a part: undefined when it does not, 0 when it does, for commands the number of words, and more than
 * any number for the exact input. An allow must be sure; for an ask or a deny it is enough that it could be meant. Pure.
 */
export function ruleMatches(rule: PolicyRule, part: JudgedPart): number | undefined {
  if (rule.tool !== '*' && rule.tool !== part.call.name) return undefined;
  const { pattern } = rule;
  const sure = rule.verdict === 'allow';
  if (pattern === undefined) return 0;
  switch (pattern.type) {
    case 'input':
      return part.hash !== pattern.hash
        ? undefined
        : part.command === undefined
          ? 0
          : Number.POSITIVE_INFINITY;
    case 'glob':
      return argumentMatches(pattern.argument, pattern.glob, sure, part) ? 0 : undefined;
    case 'edits':
      return editMatches(pattern.glob, sure, part) ? 0 : undefined;
    case 'command':
      return commandMatches(pattern, sure, part) ?? (!sure && isUndescribed(rule, part) ? 0 : undefined);
  }
}

/** Tells whether a rule about commands names a tool that nobody described: then it could mean any call of it. */
function isUndescribed({ tool }: PolicyRule, { call, tools }: JudgedPart): boolean {
  return tool === call.name && toolTargets(tool, tools) === undefined;
}

/** The hash of an input; undefined when it is nothing that JSON can say. */
export function inputHash(input: unknown): string | undefined {
  try {
    return argsHash(input);
  } catch {
    return undefined;
  }
}

function argumentMatches(argument: string, text: string, sure: boolean, part: JudgedPart): boolean {
  const value = field(part.call.input, argument);
  const known = toolTargets(part.call.name, part.tools);
  // Behind a path there may be more of them in a list: an allow must mean them all.
  const lists = known?.paths?.includes(argument) ? (known.lists ?? []) : [];
  const listed = lists.map((list) => listedPaths(field(part.call.input, list)));
  const paths = [...textsIn(value), ...listed.flatMap((each) => each ?? [])];
  if (sure) {
    // A command is no path: a star would stand for other commands.
    if (known?.command === argument) return false;
    const glob = pathGlob(text);
    const clear = typeof value === 'string' || (value === undefined && paths.length > 0);
    return clear && !listed.includes(undefined) && paths.every((path) => surely(glob, text, path, part.root));
  }
  const glob = pathGlob(fold(text));
  return paths.some((path) => possibly(glob, path, part.root)) || (value !== undefined && paths.length === 0);
}

/** Tells whether a call edits files, and the glob means them all; for an ask or a deny, whether it could mean one. */
function editMatches(text: string, sure: boolean, { call, tools, root }: JudgedPart): boolean {
  const known = toolTargets(call.name, tools);
  if (known?.edits !== true) return false;
  if (text === '**') return true;
  const values = (known.paths ?? []).map((argument) => field(call.input, argument));
  const listed = (known.lists ?? []).map((argument) => listedPaths(field(call.input, argument)));
  const paths = [...values.flatMap(textsIn), ...listed.flatMap((each) => each ?? [])];
  if (!sure) {
    const glob = pathGlob(fold(text));
    return paths.length === 0 || paths.some((path) => possibly(glob, path, root));
  }
  const clear = values.every((value) => value === undefined || typeof value === 'string');
  const glob = pathGlob(text);
  return (
    clear &&
    paths.length > 0 &&
    !listed.includes(undefined) &&
    paths.every((path) => surely(glob, text, path, root))
  );
}

function surely(glob: PathGlob, text: string, path: string, root: string | undefined): boolean {
  const names = plainPath(inRoot(path, root));
  if (names === undefined) return false;
  const absolute = names[0] === '';
  return absolute === text.startsWith('/') && pathMatches(glob, absolute ? names.slice(1) : names);
}

function possibly(glob: PathGlob, path: string, root: string | undefined): boolean {
  return [path, inRoot(path, root)].some((each) =>
    pathMatches(
      glob,
      loosePath(each).filter((name) => name !== ''),
    ),
  );
}

type CommandPattern = Extract<ArgumentPattern, { readonly type: 'command' }>;

/** The length of the longest prefix that a command begins with. */
function commandMatches(pattern: CommandPattern, sure: boolean, part: JudgedPart): number | undefined {
  const { command, root } = part;
  if (command === undefined || !isPlace(pattern.cwd, sure, part)) return undefined;
  const { words } = command;
  const lengths = pattern.prefixes
    .filter((prefix) => (pattern.whole ? prefix.length === words.length : prefix.length <= words.length))
    .filter((prefix) =>
      prefix.every((text, i) => (sure ? isWord(words[i], text) : couldBeWord(words[i], text, i === 0))),
    )
    .map((prefix) => prefix.length);
  if (lengths.length === 0) return undefined;
  const longest = Math.max(...lengths);
  // A prefix is not a program: other words may make it do anything.
  return sure && longest < words.length && !isKnownCommand(words, root) ? undefined : longest;
}

/** Tells whether a rule for commands in a folder means where this one runs. An ask or a deny without a folder means every one. */
function isPlace(cwd: string | undefined, sure: boolean, { folder, root }: JudgedPart): boolean {
  if (sure) return folder !== undefined && folder === folderOf(cwd, root);
  if (cwd === undefined || folder === undefined) return true;
  return loosePath(folder).join('/') === loosePath(inRoot(cwd, root)).join('/');
}

function isWord(word: ShellWord | undefined, text: string): boolean {
  return word?.text === text && (!word.glob || text === '[');
}

/** Also by a file that its `*` stands for; a command's name also with a folder before it, and in any case. */
function couldBeWord(word: ShellWord | undefined, text: string, first: boolean): boolean {
  if (word === undefined) return false;
  if (word.text === text || (first && commandName(word) === text.toLowerCase())) return true;
  return word.glob && namesMeet(shellGlob(word.text), plainName(text));
}
