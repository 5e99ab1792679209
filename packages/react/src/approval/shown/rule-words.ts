import { type ArgumentPattern, commandLine, type PolicyRule } from '@millrace/engine/approval';
import { nameAsWords } from '../../words/name-as-words.ts';
import type { Words } from '../../words/words-context.ts';
import { withEscapes } from './show-hidden.ts';

/** A rule with what is known of its tool. */
export interface SaidRule extends Pick<PolicyRule, 'scope' | 'tool' | 'pattern' | 'verdict'> {
  /** True when its tool runs commands. */
  readonly commands?: true | undefined;
  readonly unreadable?: true | undefined;
}

/** A rule as a person would say it: "Always allow edits to src/app.ts in this chat". Pure. */
export function ruleWords(strings: Words, rule: SaidRule): string {
  const said = bareRuleWords(strings, rule);
  return rule.unreadable ? said : strings.ruleIn(said, strings.ruleScopes[rule.scope]);
}

/** A rule as a person would say it, without where it holds. Hidden characters are shown by their numbers. Pure. */
export function bareRuleWords(strings: Words, rule: SaidRule): string {
  if (rule.unreadable) return strings.unreadableRule;
  return withEscapes(strings.ruleSays[rule.verdict](what(strings, rule)));
}

function what(strings: Words, { tool, pattern, verdict, commands }: SaidRule): string {
  const name = nameAsWords(tool);
  switch (pattern?.type) {
    case undefined:
      if (tool === '*') return strings.everyCall;
      return commands && verdict === 'allow' ? strings.anyCommand : strings.callsOf(name);
    case 'edits':
      return pattern.glob === '**' ? strings.editsToAll : strings.editsTo(plainGlob(pattern.glob));
    case 'glob':
      return strings.callsWith(name, `${pattern.argument} ${plainGlob(pattern.glob)}`);
    case 'input':
      return commands ? strings.exactCommand(pattern.about) : strings.exactCall(name, pattern.about);
    case 'command':
      return commandWords(strings, pattern, verdict);
  }
}

type CommandPattern = Extract<ArgumentPattern, { readonly type: 'command' }>;

function commandWords(
  strings: Words,
  { prefixes, whole = false, writes = false, cwd }: CommandPattern,
  verdict: PolicyRule['verdict'],
): string {
  const lines = prefixes.map(commandLine);
  const said = whole ? strings.commandsOf(lines) : strings.commandsFrom(lines);
  const allowed = verdict === 'allow';
  const bounded = allowed && !whole ? strings.onlyReads(said) : said;
  const all = allowed && writes ? strings.alsoWrites(bounded) : bounded;
  // An ask or a deny without a folder holds in every one.
  if (!allowed && cwd === undefined) return all;
  return `${all} ${cwd === undefined || cwd === '' || cwd === '.' ? strings.inRootFolder : strings.inFolder(cwd)}`;
}

/** A path as it is, where its glob stands for no other. */
function plainGlob(glob: string): string {
  return /(^|[^\\])\*/.test(glob) ? glob : glob.replace(/\\(.)/g, '$1');
}
