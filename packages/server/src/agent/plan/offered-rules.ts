import {
  argsHash,
  describeRule,
  type OfferedRule,
  type PolicyRule,
  type PolicyScope,
  type RuleBreadth,
  ruleFor,
} from '@millrace/engine/approval';
import { targetsOf } from '../../tools/define/targets-of.ts';
import type { Tool, ToolInput } from '../../tools/define/tool.ts';
import type { Law } from './judge-call.ts';

/** The possible meanings of "always allow", the narrowest first. */
const OFFERS: readonly (readonly [RuleBreadth, PolicyScope])[] = [
  ['exact', 'chat'],
  ['targets', 'chat'],
  ['targets', 'workspace'],
  ['tool', 'chat'],
];

/** The rules that a person may write by allowing a call for good. None for a call that is asked about every time. Pure. */
export function offeredRules(
  tool: Tool,
  input: ToolInput,
  { root, protectedPaths }: Pick<Law, 'root' | 'protectedPaths'>,
  chatId: string,
): readonly OfferedRule[] {
  const call = tool.standsFor?.(input) ?? { name: tool.name, input };
  const tools = call.name === tool.name ? targetsOf([tool]) : { [call.name]: {} };
  const options = { protectedPaths, ...(root !== undefined && { root }), tools };
  const { edits = false, command } = tools[call.name] ?? {};
  // The same edit of a file is not made twice, and one command in its folder is the same with any other setting.
  const needsNoExact = edits || isOneCommand(ruleFor(call, 'targets', options).rule);
  return OFFERS.flatMap(([breadth, scope]) => {
    if (needsNoExact && breadth === 'exact') return [];
    const of = scope === 'chat' ? chatId : root;
    const { rule } = ruleFor(call, breadth, { ...options, scope });
    if (rule === undefined || of === undefined) return [];
    // The same rule of another chat is another rule.
    const id = argsHash({ ...rule, of }).slice(0, rule.id.length);
    return [
      {
        ...{ rule: { ...rule, id }, of, text: describeRule(rule, tools) },
        ...(command !== undefined && { commands: true as const }),
      },
    ];
  });
}

const isOneCommand = (rule: PolicyRule | undefined): boolean =>
  rule?.pattern?.type === 'command' && rule.pattern.prefixes.length === 1;
