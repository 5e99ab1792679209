import { type ActionAnswer, type ActionRequest, actionRequest, type SentMessage } from '@millrace/engine/run';
import { Hono } from 'hono';
import type { ChatStore } from '../../store/store.ts';
import type { Action } from '../../tools/define/define-action.ts';
import { jsonBody } from '../request/json-body.ts';
import { problem } from '../request/problem.ts';
import { runAction } from '../turn/run-action.ts';
import { checkTurn, startTurn, type TurnParts } from '../turn/start-turn.ts';

export interface ActionRoutesOptions extends TurnParts {
  readonly actions: readonly Action[];
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal;
}

/** How many results of actions are kept whose message could not be posted yet. */
const MAX_UNPOSTED = 1000;

/**
 * Does what a message offered and posts a message that tells it, once for each command. Between the two nothing is on disk:
 * after a crash there the action runs again when the command comes again, with the same `commandId`, which is its key.
 * So it may when two servers get one command at once.
 */
export function actionRoutes(options: ActionRoutesOptions): Hono {
  const { store, actions, stopping } = options;
  const routes = new Hono();
  const underWay = new Map<string, Promise<ActionAnswer>>();
  const unposted = new Map<string, string>();

  async function resultOf({
    action: name,
    command_id,
    chat_id,
    data,
    model,
  }: ActionRequest): Promise<string> {
    const action = actions.find((each) => each.name === name);
    if (action === undefined) throw problem(404, 'no_action', `This server has no action ${name}.`);
    const done = unposted.get(command_id);
    if (done !== undefined) return done;
    await checkTurn(options, { chatId: chat_id, model });
    const ctx = { chatId: chat_id, commandId: command_id, signal: stopping };
    const result = await runAction(action, data, ctx);
    const [oldest] = unposted.keys();
    if (unposted.size >= MAX_UNPOSTED && oldest !== undefined) unposted.delete(oldest);
    unposted.set(command_id, result);
    return result;
  }

  async function perform(request: ActionRequest, actor: string): Promise<ActionAnswer> {
    const { command_id, chat_id, action, data, model, label = '' } = request;
    const sent = await sentBefore(store, command_id);
    if (sent !== undefined) return { ...sent, result: await keptResult(store, chat_id, sent) };
    const result = await resultOf(request);
    const context = { action, ...(data !== undefined && { data }), result };
    const text = label.trim() === '' ? `I chose "${action}".` : label;
    const turn = { chatId: chat_id, commandId: command_id, actor, text, model, context };
    const answer = { ...(await startTurn(options, turn)), result };
    unposted.delete(command_id);
    return answer;
  }

  routes.post('/', async (c) => {
    const request = await jsonBody(c, actionRequest);
    const id = request.command_id;
    const answer = underWay.get(id) ?? perform(request, c.get('device')).finally(() => underWay.delete(id));
    underWay.set(id, answer);
    return c.json<ActionAnswer>(await answer);
  });

  return routes;
}

/** The answer to a command that was sent before. */
async function sentBefore(store: ChatStore, commandId: string): Promise<SentMessage | undefined> {
  // A known command gets its answer again, whatever else it says; any other one finds no chat and leaves nothing.
  const nothing = { chatId: '', messageId: '', runId: '', text: '', model: '', ts: 0 };
  const result = await store.postMessage({ commandId, ...nothing });
  return result.type === 'sent' ? result.sent : undefined;
}

/** The action's result that a message tells. */
async function keptResult(store: ChatStore, chatId: string, sent: SentMessage): Promise<string> {
  const message = (await store.readMessages(chatId, 0)).find(({ id }) => id === sent.message_id);
  const result = message?.context?.['result'];
  if (typeof result === 'string') return result;
  throw problem(409, 'command_used', 'This command_id was already used for something else. Send a new one.');
}
