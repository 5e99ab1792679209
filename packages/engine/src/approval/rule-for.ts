import { argsHash } from './args-hash.ts';
import { type PolicyCall, toolTargets } from './call-targets.ts';
import { changesFolder, commandParts } from './command-parts.ts';
import { heldBack, type PolicyOptions } from './decide-policy.ts';
import { field } from './field.ts';
import { escapeGlob } from './globs.ts';
import { isKnownCommand } from './known-commands.ts';
import { folderOf, inRoot, plainPath } from './paths.ts';
import type { ArgumentPattern, PolicyRule, PolicyScope } from './policy-rule.ts';
import { inputHash } from './rule-matches.ts';

// A rule shows all that it allows, and nobody reads a longer one.
const MOST_ABOUT = 1000;

const ALL_EDITS = { type: 'edits', glob: '**' } as const;

/** The breadth of a rule: this very input, the same files or commands, or everything the tool can do. */
export type RuleBreadth = 'exact' | 'targets' | 'tool';

/** A rule that may be saved, or why there is none. */
export type ProposedRule =
  | { readonly rule: PolicyRule }
  | { readonly rule?: undefined; readonly reason: string };

/** The options of `ruleFor`. */
export interface RuleOptions extends PolicyOptions {
  /** Whose rule it will be; the chat's when it is not said. */
  readonly scope?: PolicyScope;
}

/**
 * The rule that "always allow" would write for a call, to be shown before it is saved. Never broader than asked; none for a
 * call that no rule can allow. The same call and breadth give the same id. Pure. Never throws.
 */
export function ruleFor(call: PolicyCall, breadth: RuleBreadth, options: RuleOptions = {}): ProposedRule {
  const { scope = 'chat' } = options;
  const held = heldBack(call, options);
  if (held !== undefined) return { reason: `${held} It is asked about every time.` };
  if (call.name === '*') return { reason: 'No tool has this name.' };
  const edits = toolTargets(call.name, options.tools)?.edits === true && breadth !== 'exact';
  const pattern = breadth === 'tool' ? (edits ? ALL_EDITS : undefined) : patternFor(call, breadth, options);
  if (typeof pattern === 'string') return { reason: pattern };
  const said = {
    scope,
    // A person who allows edits to a file does not mean one of the tools that can make them.
    tool: edits ? '*' : call.name,
    ...(pattern !== undefined && { pattern }),
    verdict: 'allow',
  } as const;
  return { rule: { id: argsHash(said).slice(0, 16), ...said } };
}

/** The pattern, or why there is none. */
function patternFor(
  call: PolicyCall,
  breadth: 'exact' | 'targets',
  options: RuleOptions,
): ArgumentPattern | string {
  if (breadth === 'exact') return inputPattern(call.input);
  const known = toolTargets(call.name, options.tools);
  const command = known?.command === undefined ? undefined : field(call.input, known.command);
  if (typeof command === 'string')
    return commandPattern(
      command,
      known?.cwd === undefined ? undefined : field(call.input, known.cwd),
      options,
    );
  const named = (known?.paths ?? []).filter((argument) => field(call.input, argument) !== undefined);
  const listed = (known?.lists ?? []).some((argument) => field(call.input, argument) !== undefined);
  const [argument] = named;
  if (argument === undefined || named.length > 1 || listed)
    return 'It does not name one file. Allow this input, or the tool.';
  const value = field(call.input, argument);
  const path = typeof value === 'string' ? inRoot(value, options.root) : '';
  if (plainPath(path) === undefined)
    return 'The path may mean something else than it seems. Allow this input, or the tool.';
  const glob = escapeGlob(path);
  return known?.edits === true ? { type: 'edits', glob } : { type: 'glob', argument, glob };
}

/** Exactly this input, with all of it to be shown. */
function inputPattern(input: unknown): ArgumentPattern | string {
  const hash = inputHash(input);
  const about = hash === undefined ? undefined : printed(input);
  if (hash === undefined || about === undefined) return 'Its input is nothing that can be kept.';
  if (about.length > MOST_ABOUT) return 'Its input is too long to be shown in a rule.';
  return { type: 'input', hash, about };
}

/** The same commands, word by word, in the same folder. */
function commandPattern(text: string, cwd: unknown, { root }: RuleOptions): ArgumentPattern | string {
  const { commands } = commandParts(text);
  const folder = folderOf(cwd, root);
  if (folder === undefined)
    return 'The folder may be another one than it seems. Allow this input, or the tool.';
  if (commands.some(changesFolder)) return 'The command changes its folder. Allow this input, or the tool.';
  if (commands.some(({ writes }) => writes.length > 0))
    return 'The command writes to a file. Allow this input, or the tool.';
  if (commands.some(({ words, fed }) => fed && !isKnownCommand(words, root)))
    return 'A command is given something to read. Allow this input, or the tool.';
  if (commands.some(({ words }) => words.some(({ glob }) => glob)))
    return 'Other files may take the place of a word. Allow this input, or the tool.';
  const all = commands.map(({ words }) => words.map((word) => word.text));
  const prefixes = [...new Map(all.map((words) => [JSON.stringify(words), words])).values()];
  return { type: 'command', prefixes, whole: true, ...(folder !== '' && { cwd: folder }) };
}

/** All of an input, for people; undefined when it can't be printed. */
function printed(input: unknown): string | undefined {
  try {
    if (typeof input !== 'object' || input === null || Array.isArray(input)) return JSON.stringify(input);
    const fields = Object.entries(input).map(([key, value]) => `${key} ${JSON.stringify(value)}`);
    return fields.length === 0 ? '{}' : fields.join(', ');
  } catch {
    return undefined;
  }
}
