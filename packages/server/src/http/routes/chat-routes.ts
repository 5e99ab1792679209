import { randomUUID } from 'node:crypto';
import {
  chooseBranchRequest,
  createChatRequest,
  type MessageRecord,
  renameChatRequest,
  type SentMessage,
  sendMessageRequest,
} from '@millrace/engine/run';
import { Hono } from 'hono';
import { CHATS_TOPIC } from '../../agent/log/bus.ts';
import type { BranchStore, ChatNameStore } from '../../store/branch-store.ts';
import { jsonBody } from '../request/json-body.ts';
import { problem } from '../request/problem.ts';
import { noChat, noMessage, runActive, startTurn, type TurnParts } from '../turn/start-turn.ts';

export interface ChatParts extends TurnParts {
  readonly store: TurnParts['store'] & BranchStore & ChatNameStore;
}

/** Chats and their messages. */
export function chatRoutes(parts: ChatParts): Hono {
  const { store, bus } = parts;
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
      throw problem(400, 'bad_after', `"after" must be a message's seq.`);
    }
    const chat = await store.getChat(chatId);
    if (chat === undefined) throw noChat(chatId);
    return c.json({ chat, messages: (await store.readMessages(chatId, after)).map(publicRecord) });
  });

  routes.post('/:id/messages', async (c) => {
    const { command_id, instead_of, ...asked } = await jsonBody(c, sendMessageRequest);
    const place = { chatId: c.req.param('id'), commandId: command_id, actor: c.get('device') };
    const turn = { ...place, ...asked, insteadOf: instead_of };
    return c.json<SentMessage>(await startTurn(parts, turn));
  });

  routes.post('/:id/branch', async (c) => {
    const chatId = c.req.param('id');
    const { command_id, message_id } = await jsonBody(c, chooseBranchRequest);
    const [commandId, actor, ts] = [command_id, c.get('device'), Date.now()];
    const chosen = await store.chooseBranch({ commandId, chatId, messageId: message_id, actor, ts });
    if (chosen.type === 'no_chat') throw noChat(chatId);
    if (chosen.type === 'no_message') throw noMessage(chatId, message_id);
    if (chosen.type === 'run_active') throw runActive();
    bus.publish(CHATS_TOPIC);
    return c.body(null, 204);
  });

  routes.patch('/:id', async (c) => {
    const chatId = c.req.param('id');
    const { title } = await jsonBody(c, renameChatRequest);
    if (!(await store.putTitle(chatId, title, 'person'))) throw noChat(chatId);
    bus.publish(CHATS_TOPIC);
    return c.body(null, 204);
  });

  routes.delete('/:id', async (c) => {
    const chatId = c.req.param('id');
    const became = await store.deleteChat(chatId);
    if (became === 'no_chat') throw noChat(chatId);
    if (became === 'run_active') throw runActive();
    bus.publish(CHATS_TOPIC);
    return c.body(null, 204);
  });

  return routes;
}

/** The versions of files that the model knew are for the server only. */
function publicRecord({ seen: _, ...record }: MessageRecord): MessageRecord {
  return record;
}
