import { randomUUID } from 'node:crypto';
import { aiSdkChatRequest, type ChatRequest, chatRequest } from '@millrace/engine/run';
import { type Context, Hono } from 'hono';
import type { Action } from '../../tools/define/define-action.ts';
import type { RequestParts } from '../request/bindings.ts';
import { callerName } from '../request/caller.ts';
import { jsonBody } from '../request/json-body.ts';
import { problem } from '../request/problem.ts';
import { needScope } from '../request/scopes.ts';
import type { OpenStream } from '../stream/open-stream.ts';
import type { RunFormat } from '../stream/print-run.ts';
import { sendRun } from '../stream/send-run.ts';
import { AI_SDK_HEADERS, aiSdkVersion } from '../stream/sse-stream.ts';
import { takeAiSdkTurn } from '../turn/ai-sdk-turn.ts';
import type { DecideParts } from '../turn/decide-call.ts';
import { runAction } from '../turn/run-action.ts';
import { checkTurn, startTurn, type TurnParts } from '../turn/start-turn.ts';

export interface ChatStreamOptions extends TurnParts, DecideParts {
  readonly store: TurnParts['store'] & DecideParts['store'];
  readonly openStream: OpenStream;
  readonly actions: readonly Action[];
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal;
}

type Env = { Bindings: RequestParts };

/** Asking and reading the answer in one request: for clients that bring their own view of a chat. */
export function chatStreamRoutes(options: ChatStreamOptions): Hono<Env> {
  const { store, feed, openStream, actions, stopping } = options;
  const routes = new Hono<Env>();

  async function answerWith(
    c: Context<Env>,
    chatId: string,
    runId: string,
    format: RunFormat,
    answered: readonly string[] = [],
  ) {
    const run = await store.getRun(runId);
    if (run === undefined) throw problem(404, 'no_run', `There is no run ${runId}.`);
    const headers = {
      'x-conversation-id': chatId,
      'x-run-id': runId,
      ...(format === 'ai-sdk' && AI_SDK_HEADERS),
    };
    const reader = { version: aiSdkVersion(c), answered };
    const { answer } = await sendRun({ feed, run, format, reader, openStream: () => openStream(c, headers) });
    return answer;
  }

  /** The result of a chosen action of the server; undefined when there is none. */
  async function resultOf(request: ChatRequest, chatId: string, commandId: string) {
    const { interaction_type, action_metadata, model } = request;
    const action = actions.find(({ name }) => name === action_metadata?.action_identifier);
    if (action === undefined || interaction_type !== 'action_executed') return {};
    await checkTurn(options, { chatId, model });
    const ctx = { chatId, commandId, signal: stopping };
    return { result: await runAction(action, action_metadata?.action_data, ctx) };
  }

  routes.post('/chat', async (c) => {
    const request = await jsonBody(c, chatRequest);
    const text = spokenText(request);
    const { conversation_id: chatId = randomUUID(), command_id: commandId = randomUUID() } = request;
    if (request.conversation_id === undefined) await store.createChat(chatId, Date.now());
    const result = await resultOf(request, chatId, commandId);
    const { run_id } = await startTurn(options, {
      chatId,
      commandId,
      actor: c.get('device'),
      text,
      context: contextOf(request, result),
      model: request.model,
      mode: request.mode,
    });
    return answerWith(c, chatId, run_id, 'chat');
  });

  routes.post('/ai-sdk/chat', async (c) => {
    const request = await jsonBody(c, aiSdkChatRequest);
    const { runId, answered } = await takeAiSdkTurn(options, request, {
      actor: c.get('device'),
      from: callerName(c),
      mayDecide: () => needScope(c.get('pass'), 'decide'),
    });
    return answerWith(c, request.id, runId, 'ai-sdk', answered);
  });

  routes.get('/ai-sdk/chat/:id/stream', async (c) => {
    const chat = await store.getChat(c.req.param('id'));
    if (chat === undefined || chat.run_id === null) return c.body(null, 204);
    return answerWith(c, chat.id, chat.run_id, 'ai-sdk');
  });

  return routes;
}

function spokenText({ message, interaction_type, action_metadata }: ChatRequest): string {
  if (message.trim() !== '') return message;
  if (interaction_type === 'action_executed' && action_metadata !== undefined) {
    return `I chose "${action_metadata.action_identifier}".`;
  }
  throw problem(400, 'bad_body', 'message: must not be empty');
}

function contextOf(
  { context, action_metadata }: ChatRequest,
  result: { readonly result?: string },
): Record<string, unknown> | undefined {
  if (action_metadata === undefined) return context;
  return { ...context, action: action_metadata, ...result };
}
