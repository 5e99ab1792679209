import { randomUUID } from 'node:crypto';
import {
  createChatRequest,
  type MessageRecord,
  type SentMessage,
  sendMessageRequest,
} from '@millrace/engine';
import { Hono } from 'hono';
import { jsonBody } from './json-body.ts';
import { problem } from './problem.ts';
import { noChat, startTurn, type TurnParts } from './start-turn.ts';

/** Chats and their messages. */
export function chatRoutes(parts: TurnParts): Hono {
  const { store } = parts;
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
    return c.json({ chat, messages: (await store.readMessages(chatId, after)).map(publicRecord) });
  });

  routes.post('/:id/messages', async (c) => {
    const { command_id, ...asked } = await jsonBody(c, sendMessageRequest);
    const turn = { chatId: c.req.param('id'), commandId: command_id, actor: c.get('device'), ...asked };
    return c.json<SentMessage>(await startTurn(parts, turn));
  });

  return routes;
}

/** What the model knew of files is for the server. */
function publicRecord({ seen: _, ...record }: MessageRecord): MessageRecord {
  return record;
}
