import { type CallTargets, callTargets, type PolicyCall, type TargetsByTool } from './call-targets.ts';
import { changesFolder, commandParts } from './command-parts.ts';
import { isKnownCommand } from './known-commands.ts';
import { folderOf, namesInRoot } from './paths.ts';
import type { PolicyRule, PolicyScope, PolicyVerdict } from './policy-rule.ts';
import { protect } from './protected-paths.ts';
import { inputHash, type JudgedPart, ruleMatches } from './rule-matches.ts';
import type { ShellProgram } from './shell-program.ts';

/** The options of `decidePolicy`. */
export interface PolicyOptions {
  /** Paths that always ask, beside `.git` and `.millrace`: the data folder, files with rules. `*` stands for any run in a name. */
  readonly protectedPaths?: readonly string[];
  /** The folder that relative paths begin at. */
  readonly root?: string;
  /** The kinds of the tools' arguments. For a tool that is not here, every text may be a path, and none is a command. */
  readonly tools?: TargetsByTool;
  /** The verdict when no rule matches; `ask` by default. */
  readonly otherwise?: PolicyVerdict;
}

/** The answer of `decidePolicy`: the verdict, the rule that decided, and the reason in words. */
export interface PolicyDecision {
  readonly verdict: PolicyVerdict;
  /** The rule that decided, if one did. */
  readonly rule?: PolicyRule;
  /** A sentence that says why. */
  readonly reason: string;
  /** No rule is about the call, and nothing holds it back. */
  readonly silent?: true;
}

const SCOPES: readonly PolicyScope[] = ['user', 'chat', 'workspace'];
const STRICTNESS: Readonly<Record<PolicyVerdict, number>> = { allow: 0, ask: 1, deny: 2 };

/**
 * Says whether a call may run. In a scope the last rule wins that means the call, and of rules for commands the one with the
 * longest prefix; across scopes and across the commands of a command line the strictest. What is hidden or protected is never
 * allowed. Pure: an edited input is judged by calling it again. Never throws. Linear in the input.
 */
export function decidePolicy(
  rules: readonly PolicyRule[],
  call: PolicyCall,
  options: PolicyOptions = {},
): PolicyDecision {
  const { tools, root, otherwise = 'ask' } = options;
  const targets = callTargets(call, tools);
  const program = programOf(targets);
  const mine = rules.filter(({ tool }) => tool === '*' || tool === call.name);
  const silent: PolicyDecision = { verdict: otherwise, reason: 'No rule is about this call.', silent: true };
  const hash = inputHash(call.input);
  // A line that changes its folder runs its commands nobody knows where.
  const folder = program?.commands.some(changesFolder) ? undefined : folderOf(targets.cwd, root);
  let decision: PolicyDecision | undefined;
  for (const each of program?.commands ?? [undefined]) {
    const part: JudgedPart = { call, hash, command: each, folder, tools, root };
    const said = SCOPES.map((scope) => inScope(mine, scope, part)).filter((found) => found !== undefined);
    decision = [...said, ...(said.length === 0 ? [silent] : [])].reduce<PolicyDecision | undefined>(
      stricter,
      decision,
    );
  }
  const held = whyHeldBack(targets, program, options);
  if (held !== undefined && decision?.verdict !== 'deny') return { verdict: 'ask', reason: held };
  return decision ?? silent;
}

/** Why a call is not allowed whatever the rules say: it is hidden or protected. Pure. */
export function heldBack(call: PolicyCall, options: PolicyOptions): string | undefined {
  const targets = callTargets(call, options.tools);
  return whyHeldBack(targets, programOf(targets), options);
}

function programOf({ command }: CallTargets): ShellProgram | undefined {
  return command === undefined ? undefined : commandParts(command);
}

function whyHeldBack(
  { paths, unclear }: CallTargets,
  program: ShellProgram | undefined,
  { protectedPaths = [], root }: PolicyOptions,
): string | undefined {
  if (unclear !== undefined) return unclear;
  if (program?.hidden !== undefined) return `The command is not plain enough for a rule: ${program.hidden}.`;
  if (program !== undefined && leaves(program, root))
    return 'The command redirects to a place that may be outside of the workspace.';
  const { path, word } = protect(protectedPaths, root);
  if (paths.some(path) || wordsOf(program).some(word)) return 'It is about a protected file.';
  return undefined;
}

/** Tells whether a redirection may lead out of the workspace. */
function leaves({ commands }: ShellProgram, root: string | undefined): boolean {
  const files = commands.flatMap(({ writes, reads }) => [...writes, ...reads]);
  if (files.length === 0) return false;
  return commands.some(changesFolder) || files.some(({ text }) => namesInRoot(text, root) === undefined);
}

function wordsOf(program: ShellProgram | undefined) {
  return (program?.commands ?? []).flatMap(({ words, writes, reads }) => [...words, ...writes, ...reads]);
}

/** The verdict that the rules of one scope give for a part. */
function inScope(
  rules: readonly PolicyRule[],
  scope: PolicyScope,
  part: JudgedPart,
): PolicyDecision | undefined {
  let best: PolicyRule | undefined;
  let closest = 0;
  for (const rule of rules) {
    if (rule.scope !== scope) continue;
    const close = ruleMatches(rule, part);
    if (close === undefined || close < closest) continue;
    best = rule;
    closest = close;
  }
  if (best === undefined) return undefined;
  const { verdict } = best;
  const open = verdict === 'allow' ? notCovered(best, part) : undefined;
  if (open !== undefined) return { verdict: 'ask', rule: best, reason: open };
  return { verdict, rule: best, reason: `A rule of the ${scope} says so.` };
}

/** The effect of a command beside its words that a rule for these words does not allow. */
function notCovered({ pattern }: PolicyRule, { command, root }: JudgedPart): string | undefined {
  if (pattern?.type !== 'command' || command === undefined) return undefined;
  if (command.writes.length > 0 && pattern.writes !== true)
    return 'The command writes to a file, which its rule does not allow.';
  if (command.fed && !isKnownCommand(command.words, root))
    return 'The command is given something to read, which its rule does not allow.';
  return undefined;
}

/** The stricter of two; the first when they are equal. */
function stricter(a: PolicyDecision | undefined, b: PolicyDecision): PolicyDecision {
  return a === undefined || STRICTNESS[b.verdict] > STRICTNESS[a.verdict] ? b : a;
}
