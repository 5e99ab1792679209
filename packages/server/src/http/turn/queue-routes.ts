import { randomUUID } from 'node:crypto';
import {
  type MessageQueueList,
  MOST_QUEUED,
  type QueuedAnswer,
  queueMessageRequest,
  type WaitingMessage,
} from '@millrace/engine/run';
import { Hono } from 'hono';
import { CHATS_TOPIC } from '../../agent/log/bus.ts';
import type { QueueStore } from '../../store/queue-store.ts';
import { jsonBody } from '../request/json-body.ts';
import { problem } from '../request/problem.ts';
import { modelFor, noChat, noFile, type TurnParts, unreadablePlace } from './start-turn.ts';

export interface QueueParts extends TurnParts {
  readonly store: TurnParts['store'] & QueueStore;
}

/** The messages of a chat that wait for the turn before them. */
export function queueRoutes(parts: QueueParts): Hono {
  const { store, bus, runner } = parts;
  const routes = new Hono();

  routes.get('/:id/queue', async (c) => {
    const chatId = c.req.param('id');
    if ((await store.getChat(chatId)) === undefined) throw noChat(chatId);
    return c.json<MessageQueueList>({ messages: await store.listQueue(chatId) });
  });

  routes.post('/:id/queue', async (c) => {
    const chatId = c.req.param('id');
    const { command_id: commandId, text, mode, files, ...asked } = await jsonBody(c, queueMessageRequest);
    const result = await store.queueMessage({
      ...{ commandId, chatId, text, actor: c.get('device'), ts: Date.now() },
      ...{ messageId: randomUUID(), runId: randomUUID() },
      model: await modelFor(parts, { chatId, model: asked.model, mode }),
      ...(mode !== undefined && { mode }),
      ...(files !== undefined && { files }),
    });
    switch (result.type) {
      case 'no_chat':
        throw noChat(chatId);
      case 'no_file':
        throw noFile(result.id);
      case 'unreadable_project':
        throw unreadablePlace();
      case 'too_many':
        throw problem(
          409,
          'too_many',
          `At most ${MOST_QUEUED} messages can wait in a chat. Wait for an answer, or take one out first.`,
        );
      case 'queued':
        if (result.started !== null) runner.start(result.started);
        if (result.fresh) bus.publish(CHATS_TOPIC, chatId);
        return c.json<QueuedAnswer>({ ...result.sent, messages: await store.listQueue(chatId) });
    }
  });

  routes.delete('/:id/queue/:message', async (c) => {
    const [chatId, id] = [c.req.param('id'), c.req.param('message')];
    const taken = await store.unqueueMessage(chatId, id);
    if (taken === undefined)
      throw problem(
        404,
        'not_queued',
        `Message ${id} does not wait in this chat: it was sent, or taken out before. GET its messages to see.`,
      );
    bus.publish(CHATS_TOPIC, chatId);
    return c.json<WaitingMessage>(taken);
  });

  return routes;
}
