import { toolDescription } from '../calls/tool-description.ts';
import { argsHash } from './args-hash.ts';
import { type PolicyCall, toolTargets } from './call-targets.ts';
import { commandParts } from './command-parts.ts';
import { heldBack, type PolicyOptions } from './decide-policy.ts';
import { field } from './field.ts';
import { escapeGlob } from './globs.ts';
import { inRoot, plainPath } from './paths.ts';
import type { ArgumentPattern, PolicyRule, PolicyScope } from './policy-rule.ts';
import { inputHash } from './rule-matches.ts';

const ABOUT_LENGTH = 200;

/** How much a rule allows: this very input, the same files or commands, or everything the tool can do. */
export type RuleBreadth = 'exact' | 'targets' | 'tool';

/** A rule that may be saved, or why there is none. */
export type ProposedRule =
  | { readonly rule: PolicyRule }
  | { readonly rule?: undefined; readonly reason: string };

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
  const pattern = breadth === 'tool' ? undefined : patternFor(call, breadth, options);
  if (typeof pattern === 'string') return { reason: pattern };
  const said = {
    scope,
    tool: call.name,
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
  if (breadth === 'exact') {
    const hash = inputHash(call.input);
    return hash === undefined
      ? 'Its input is nothing that can be kept.'
      : { type: 'input', hash, about: about(call) };
  }
  const known = toolTargets(call.name, options.tools);
  const command = known?.command === undefined ? undefined : field(call.input, known.command);
  if (typeof command === 'string') return commandPattern(command);
  const named = (known?.paths ?? []).filter((argument) => field(call.input, argument) !== undefined);
  const listed = (known?.lists ?? []).some((argument) => field(call.input, argument) !== undefined);
  const [argument] = named;
  if (argument === undefined || named.length > 1 || listed)
    return 'It does not name one file. Allow this input, or the tool.';
  const value = field(call.input, argument);
  const path = typeof value === 'string' ? inRoot(value, options.root) : '';
  if (plainPath(path) === undefined)
    return 'The path may mean something else than it seems. Allow this input, or the tool.';
  return { type: 'glob', argument, glob: escapeGlob(path) };
}

/** The same commands, word by word. */
function commandPattern(text: string): ArgumentPattern | string {
  const { commands } = commandParts(text);
  if (commands.some(({ writes }) => writes.length > 0))
    return 'The command writes to a file. Allow this input, or the tool.';
  if (commands.some(({ words }) => words.some(({ glob }) => glob)))
    return 'Other files may take the place of a word. Allow this input, or the tool.';
  const all = commands.map(({ words }) => words.map((word) => word.text));
  const prefixes = [...new Map(all.map((words) => [JSON.stringify(words), words])).values()];
  return { type: 'command', prefixes, whole: true };
}

function about({ name, input }: PolicyCall): string {
  const isObject = typeof input === 'object' && input !== null;
  const texts = isObject ? Object.keys(input).map((key) => [key, field(input, key)] as const) : [];
  const params = Object.fromEntries(
    texts.flatMap(([key, each]) => (typeof each === 'string' ? [[key, each]] : [])),
  );
  const said = toolDescription(name, params);
  // Of a tool that nobody described only its name would be left.
  return said === `[${name}]` ? `[${name} ${printed(input)}]` : said;
}

/** The beginning of an input, for people. */
function printed(input: unknown): string {
  try {
    const json = JSON.stringify(input) ?? '';
    return json.length <= ABOUT_LENGTH ? json : `${json.slice(0, ABOUT_LENGTH)}…`;
  } catch {
    return '…';
  }
}
