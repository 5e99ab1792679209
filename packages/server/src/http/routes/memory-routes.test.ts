import { keptMemory, memoryList } from '@millrace/engine/run';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { beforeEach, expect, test } from 'vitest';
import { openMemoryStore } from '../../../../../fixtures/whole-store.ts';
import { memoryRoutes } from './memory-routes.ts';

let app: Hono;
beforeEach(() => {
  app = new Hono();
  app.route('/api/memories', memoryRoutes(openMemoryStore()));
  app.onError((error) => (error instanceof HTTPException ? error.getResponse() : Promise.reject(error)));
});

const put = (body: object) =>
  app.request('/api/memories', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const list = async () => memoryList.parse(await (await app.request('/api/memories')).json()).memories;
const forget = (query: string) => app.request(`/api/memories?${query}`, { method: 'DELETE' });
const PROJECTS = { app: 'Code', name: 'Current projects', value: 'Millrace' };

test('G17 a memory is written, changed and forgotten', async () => {
  expect(keptMemory.parse(await (await put(PROJECTS)).json())).toMatchObject(PROJECTS);
  await put({ ...PROJECTS, app: ' Code ', value: 'Another' });
  expect(await list()).toMatchObject([{ ...PROJECTS, value: 'Another' }]);
  expect((await forget('app=Code&name=Current%20projects')).status).toBe(200);
  expect(await list()).toEqual([]);
  expect((await forget('app=Code&name=Current%20projects')).status).toBe(404);
});

test.each([
  ['no app', { ...PROJECTS, app: ' ' }],
  ['a name of two lines', { ...PROJECTS, name: 'a\nb' }],
  ['a long name', { ...PROJECTS, name: 'x'.repeat(201) }],
  ['a long value', { ...PROJECTS, value: 'x'.repeat(20_001) }],
  ['no value', { app: 'Code', name: 'x' }],
  ['more', { ...PROJECTS, id: 1 }],
])('G17 %s is refused', async (_, body) => {
  expect((await put(body)).status).toBe(400);
  expect(await list()).toEqual([]);
});

test('G17 there is room for 500 memories', async () => {
  for (let n = 0; n < 500; n++) await put({ ...PROJECTS, name: String(n) });
  expect((await put(PROJECTS)).status).toBe(409);
  expect((await put({ ...PROJECTS, name: '7', value: 'new' })).status).toBe(200);
  expect(await list()).toHaveLength(500);
});
