import { randomUUID } from 'node:crypto';
import { createChatRequest, type SentMessage, sendMessageRequest } from '@millrace/engine';
import { Hono } from 'hono';
import { type Bus, CHATS_TOPIC } from '../agent/bus.ts';
import type { Runner } from '../agent/runner.ts';
import type { Model } from '../models/model.ts';
import type { ChatStore } from '../store/store.ts';
import { jsonBody } from './json-body.ts';
import { problem } from './problem.ts';

export interface ChatRoutesOptions {
  readonly store: ChatStore;
  readonly bus: Bus;
  readonly runner: Runner;
  readonly models: ReadonlyMap<string, Model>;
  readonly defaultModel: string;
}

/** Chats and their messages. */
export function chatRoutes({ store, bus, runner, models, defaultModel }: ChatRoutesOptions): Hono {
  const routes = new Hono();

  routes.get('/', async (c) => c.json({ chats: await store.listChats() }));

  routes.post('/', async (c) => {
    const { id = randomUUID() } = await jsonBody(c, createChatRequest);
    await store.createChat(id, Date.now());
    return c.json({ id });
  });

  routes.get('/:id/messages', async (c) => {
    const chatId = c.req.param('id');
    const after = Number(c.req.query('after') ?? 0);
    if (!Number.isSafeInteger(after) || after < 0) {
      throw problem(400, 'bad_after', '"after" must be the seq of a message.');
    }
    const chat = await store.getChat(chatId);
    if (chat === undefined) throw noChat(chatId);
    return c.json({ chat, messages: await store.readMessages(chatId, after) });
  });

  routes.post('/:id/messages', async (c) => {
    const { command_id, text, model = defaultModel } = await jsonBody(c, sendMessageRequest);
    const chatId = c.req.param('id');
    if (!models.has(model)) {
      throw problem(400, 'unknown_model', `There is no model ${model}. GET /api/models lists them.`);
    }
    const result = await store.postMessage({
      commandId: command_id,
      chatId,
      messageId: randomUUID(),
      runId: randomUUID(),
      text,
      model,
      ts: Date.now(),
    });
    if (result.type === 'no_chat') throw noChat(chatId);
    if (result.type === 'run_active') {
      throw problem(409, 'run_active', 'An answer is still being written. Wait for it, or stop it first.');
    }
    if (result.fresh) {
      runner.start(result.sent.run_id);
      bus.publish(CHATS_TOPIC);
    }
    return c.json<SentMessage>(result.sent);
  });

  return routes;
}

function noChat(chatId: string) {
  return problem(404, 'no_chat', `There is no chat ${chatId}.`);
}
