import { sheetVersion, sheetVersionList } from '@millrace/engine/run';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { beforeEach, expect, test } from 'vitest';
import { openMemoryStore } from '../../../../../fixtures/whole-store.ts';
import { CHATS_TOPIC, createBus } from '../../agent/log/bus.ts';
import { sheetRoutes } from './sheet-routes.ts';

let app: Hono;
let told: number;
beforeEach(async () => {
  const [store, bus] = [openMemoryStore(), createBus()];
  told = 0;
  bus.subscribe(CHATS_TOPIC, () => told++);
  await store.createChat('c', 1);
  const ids = { commandId: 'x', chatId: 'c', messageId: 'm', runId: 'r' };
  await store.postMessage({ ...ids, text: 'Hi', model: 'a/b', ts: 1 });
  app = new Hono();
  app.use((c, next) => {
    c.set('pass', { type: 'session', hash: 's', expiresAt: 1, confirmedAt: 1 });
    return next();
  });
  app.route('/api/chats', sheetRoutes({ store, bus }));
  app.onError((error) => (error instanceof HTTPException ? error.getResponse() : Promise.reject(error)));
});

const SHEET = { embed: 'r:0:0', base: 'a'.repeat(64), step: 1, cells: [[1, 2, 'three']] };
const put = (body: object, id = 'v1', chat = 'c') =>
  app.request(`/api/chats/${chat}/sheets/${id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 (Linux; Android 16; Pixel 9)' },
    body: JSON.stringify(body),
  });
const code = async (response: Response | Promise<Response>) =>
  ((await (await response).json()) as { code: string }).code;

test('D373 a version is saved, listed and read, and devices are told once', async () => {
  expect((await put(SHEET)).status).toBe(200);
  await put(SHEET);
  expect(told).toBe(1);
  const list = sheetVersionList.parse(await (await app.request('/api/chats/c/sheets')).json());
  expect(list.versions).toMatchObject([{ id: 'v1', from: 'Pixel 9', rev: 1, cells: SHEET.cells }]);
  const one = sheetVersion.parse(await (await app.request('/api/chats/c/sheets/v1')).json());
  expect(one).toMatchObject({ ...SHEET, id: 'v1' });
  expect(await code(app.request('/api/chats/c/sheets/v2'))).toBe('no_version');
  expect(await code(app.request('/api/chats/d/sheets'))).toBe('no_chat');
});

test.each([
  ['a row of -1', { ...SHEET, cells: [[-1, 0, '']] }, 'bad_body'],
  ['half a row', { ...SHEET, cells: [[0.5, 0, '']] }, 'bad_body'],
  ['a column that no sheet has', { ...SHEET, cells: [[0, 16_384, '']] }, 'bad_body'],
  ['a number as text', { ...SHEET, cells: [[0, 0, 1]] }, 'bad_body'],
  ['a cell that no sheet holds', { ...SHEET, cells: [[0, 0, 'x'.repeat(32_768)]] }, 'bad_body'],
  ['no hash', { ...SHEET, base: 'x' }, 'bad_body'],
  ['a step of 0', { ...SHEET, step: 0 }, 'bad_body'],
  ['more', { ...SHEET, from: 'x' }, 'bad_body'],
  ['a message of another chat', { ...SHEET, embed: 'other:0:0' }, 'no_message'],
  ['much', { ...SHEET, cells: Array.from({ length: 40_000 }, (_, n) => [n, 0, 'x']) }, 'sheet_too_large'],
])('D373 %s is refused', async (_, body, expected) => {
  expect(await code(put(body))).toBe(expected);
  expect(told).toBe(0);
});

test('D373 an id that no path takes, a chat that is not there and the version of another table are refused', async () => {
  expect(await code(put(SHEET, 'a.b'))).toBe('bad_body');
  expect(await code(put(SHEET, 'v1', 'nowhere'))).toBe('no_chat');
  await put(SHEET);
  expect(await code(put({ ...SHEET, step: 2, embed: 'r:0:1' }))).toBe('other_sheet');
  for (let n = 2; n <= 100; n++) await put(SHEET, `v${n}`);
  expect(await code(put(SHEET, 'v101'))).toBe('too_many_versions');
});
