import { argsHash, describeRule, folderOf, type KeptRule } from '@millrace/engine/approval';
import { type NewRuleRequest, newRuleRequest, type RuleInfo, type RuleList } from '@millrace/engine/run';
import { Hono } from 'hono';
import type { RuleStore } from '../../store/store.ts';
import { type TargetsByName, targetsOf } from '../../tools/define/targets-of.ts';
import { type Toolbox, toolSource } from '../../tools/define/toolbox.ts';
import { jsonBody } from '../request/json-body.ts';
import { problem } from '../request/problem.ts';

export interface RuleRoutesOptions {
  readonly store: Pick<RuleStore, 'putRule' | 'listRules' | 'deleteRule'>;
  /** The root of the server's workspace, if it has one. */
  readonly workspace: string | undefined;
  /** The tools that models may call: a rule about one of these is described in words that fit it. */
  readonly tools: Toolbox;
}

const ID_LENGTH = 16;

/** The rules that people keep, written by hand or by "always allow". */
export function ruleRoutes({ store, workspace, tools }: RuleRoutesOptions): Hono {
  const routes = new Hono();
  const known = async (): Promise<TargetsByName> => targetsOf(await toolSource(tools)());

  routes.get('/', async (c) => {
    const chatId = c.req.query('chat_id');
    const holds = ({ scope, of }: KeptRule): boolean =>
      chatId === undefined || scope === 'user' || of === (scope === 'chat' ? chatId : workspace);
    const targets = await known();
    const rules = (await store.listRules()).filter(holds).map((rule) => ruleInfo(rule, targets));
    return c.json<RuleList>({ rules });
  });

  routes.post('/', async (c) => {
    const request = await jsonBody(c, newRuleRequest);
    checkFolder(request, workspace);
    const rule = keptRule(request, ownerOf(request, workspace));
    await store.putRule(rule);
    return c.json<RuleInfo>(ruleInfo(rule, await known()));
  });

  routes.delete('/', async (c) => {
    const id = c.req.query('id') ?? '';
    if (!(await store.deleteRule(id))) throw problem(404, 'no_rule', `There is no rule ${id}.`);
    return c.json({});
  });

  return routes;
}

/** A rule for a folder that no command can run in would mean nothing. */
function checkFolder({ pattern }: NewRuleRequest, workspace: string | undefined): void {
  if (pattern?.type === 'command' && folderOf(pattern.cwd, workspace) === undefined)
    throw problem(
      400,
      'bad_rule',
      'The cwd of a rule must be a folder in the workspace, such as "packages/app".',
    );
}

/** The chat or the workspace that a rule is for. */
function ownerOf({ scope, chat_id }: NewRuleRequest, workspace: string | undefined): string {
  if (scope !== 'chat' && chat_id !== undefined)
    throw problem(400, 'bad_rule', 'Only a rule with the scope "chat" has a chat_id. Leave it out.');
  if (scope === 'user') return '';
  const owner = scope === 'chat' ? chat_id : workspace;
  if (owner !== undefined) return owner;
  throw scope === 'chat'
    ? problem(400, 'bad_rule', 'A rule with the scope "chat" needs the chat_id.')
    : problem(400, 'bad_rule', 'This server has no workspace. Use the scope "chat" or "user".');
}

/** The same rule for the same owner has the same id: that of `ruleFor` for a rule of the user. */
function keptRule({ chat_id: _, ...said }: NewRuleRequest, of: string): KeptRule {
  const id = argsHash({ ...said, ...(of !== '' && { of }) }).slice(0, ID_LENGTH);
  return { id, ...said, of, created_at: Date.now() };
}

function ruleInfo(rule: KeptRule, targets: TargetsByName): RuleInfo {
  const text = rule.unreadable
    ? "This rule can't be read, so every call asks while it exists. Delete it."
    : describeRule(rule, targets);
  const runs = Object.hasOwn(targets, rule.tool) && targets[rule.tool]?.command !== undefined;
  return { ...rule, text, ...(runs && { commands: true as const }) };
}
