import {
  LONGEST_SHEET_VERSION,
  MOST_SHEET_VERSIONS,
  type SheetVersion,
  type SheetVersionInfo,
  type SheetVersionList,
  saveSheetRequest,
} from '@millrace/engine/run';
import { Hono } from 'hono';
import { type Bus, CHATS_TOPIC } from '../../agent/log/bus.ts';
import type { SheetStore } from '../../store/sheet-store.ts';
import type { ChatStore } from '../../store/store.ts';
import { callerName } from '../request/caller.ts';
import { jsonBody } from '../request/json-body.ts';
import { problem } from '../request/problem.ts';
import { noChat, noMessage } from '../turn/start-turn.ts';

export interface SheetParts {
  readonly store: SheetStore & Pick<ChatStore, 'getChat'>;
  readonly bus: Bus;
}

/** An id that a page gives a version: it can be part of a path. */
const ID = /^[A-Za-z0-9_-]{1,64}$/;

/** The versions of the tables of a chat that people have edited. */
export function sheetRoutes({ store, bus }: SheetParts): Hono {
  const routes = new Hono();

  routes.get('/:id/sheets', async (c) => {
    const chatId = c.req.param('id');
    if ((await store.getChat(chatId)) === undefined) throw noChat(chatId);
    return c.json<SheetVersionList>({ versions: await store.listSheets(chatId) });
  });

  routes.get('/:id/sheets/:version', async (c) => {
    const found = await store.readSheet(c.req.param('id'), c.req.param('version'));
    if (found === undefined)
      throw problem(404, 'no_version', `The chat has no version ${c.req.param('version')} of a table.`);
    return c.json<SheetVersion>(found);
  });

  routes.put('/:id/sheets/:version', async (c) => {
    const [chatId, id] = [c.req.param('id'), c.req.param('version')];
    const asked = await jsonBody(c, saveSheetRequest);
    if (!ID.test(id)) throw problem(400, 'bad_body', 'The id must be 1 to 64 letters, digits, - or _.');
    if (JSON.stringify(asked.cells).length > LONGEST_SHEET_VERSION)
      throw problem(
        413,
        'sheet_too_large',
        `The changes of a table can have at most ${LONGEST_SHEET_VERSION} characters. Download the table to keep it.`,
      );
    const from = callerName(c) ?? '';
    const saved = await store.saveSheet({ ...asked, chatId, id, from, ts: Date.now() });
    switch (saved.type) {
      case 'no_chat':
        throw noChat(chatId);
      case 'no_message':
        throw noMessage(chatId, asked.embed);
      case 'other_sheet':
        throw problem(409, 'other_sheet', `Version ${id} is one of another table. Send a new id.`);
      case 'too_many':
        throw problem(
          409,
          'too_many_versions',
          `A table can have at most ${MOST_SHEET_VERSIONS} versions. Change the newest one instead.`,
        );
      case 'saved':
        if (saved.fresh) bus.publish(CHATS_TOPIC, chatId);
        return c.json<SheetVersionInfo>(saved.version);
    }
  });

  return routes;
}
