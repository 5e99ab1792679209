import { randomUUID } from 'node:crypto';
import {
  type ChangedChats,
  changeChatRequest,
  changeChatsRequest,
  chooseBranchRequest,
  createChatRequest,
  type MessageRecord,
  readChatRequest,
  type SentMessage,
  sendMessageRequest,
} from '@millrace/engine/run';
import { Hono } from 'hono';
import { CHATS_TOPIC } from '../../agent/log/bus.ts';
import type { BranchStore, ChatNameStore } from '../../store/branch-store.ts';
import type { ProjectStore } from '../../store/project-store.ts';
import { jsonBody } from '../request/json-body.ts';
import { problem } from '../request/problem.ts';
import { changePlaces, noProject } from '../turn/change-places.ts';
import { noChat, noMessage, runActive, startTurn, type TurnParts } from '../turn/start-turn.ts';

export interface ChatParts extends TurnParts {
  readonly store: TurnParts['store'] & BranchStore & ChatNameStore & ProjectStore;
}

/** Chats and their messages. */
export function chatRoutes(parts: ChatParts): Hono {
  const { store, bus } = parts;
  const routes = new Hono();

  routes.get('/', async (c) => c.json({ chats: await store.listChats() }));

  routes.post('/', async (c) => {
    const { id = randomUUID(), project_id } = await jsonBody(c, createChatRequest);
    if (
      project_id !== undefined &&
      !(await store.listProjects()).some((project) => project.id === project_id)
    )
      throw noProject(project_id);
    await store.createChat(id, Date.now(), project_id);
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
    bus.publish(CHATS_TOPIC, chatId);
    return c.body(null, 204);
  });

  routes.patch('/', async (c) => {
    const { ids, ...change } = await jsonBody(c, changeChatsRequest);
    return c.json<ChangedChats>({ ids: await changePlaces(parts, ids, change) });
  });

  routes.post('/:id/read', async (c) => {
    const chatId = c.req.param('id');
    const { seq } = await jsonBody(c, readChatRequest);
    const became = await store.markRead(chatId, seq);
    if (became === 'no_chat') throw noChat(chatId);
    if (became === 'read') bus.publish(CHATS_TOPIC, chatId);
    return c.body(null, 204);
  });

  routes.patch('/:id', async (c) => {
    const chatId = c.req.param('id');
    const { title, ...change } = await jsonBody(c, changeChatRequest);
    if (Object.values(change).some((value) => value !== undefined)) {
      const [changed] = await changePlaces(parts, [chatId], change);
      if (changed === undefined) throw noChat(chatId);
    }
    if (title !== undefined && !(await store.putTitle(chatId, title, 'person'))) throw noChat(chatId);
    bus.publish(CHATS_TOPIC, chatId);
    return c.body(null, 204);
  });

  routes.delete('/:id', async (c) => {
    const chatId = c.req.param('id');
    const [deleted] = await changePlaces(parts, [chatId], { deleted: true });
    if (deleted === undefined) throw noChat(chatId);
    return c.body(null, 204);
  });

  return routes;
}

/** The versions of files that the model knew are for the server only. */
function publicRecord({ seen: _, ...record }: MessageRecord): MessageRecord {
  return record;
}
