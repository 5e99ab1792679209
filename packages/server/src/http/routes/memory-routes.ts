import { type KeptMemory, type MemoryList, memoryRequest } from '@millrace/engine/run';
import { Hono } from 'hono';
import type { KeptMemoryStore } from '../../store/store.ts';
import { jsonBody } from '../request/json-body.ts';
import { problem } from '../request/problem.ts';

const MOST = 500;

/** The facts that people want to be known about them. A model reads one only when the person allows it. */
export function memoryRoutes(store: KeptMemoryStore): Hono {
  const routes = new Hono();

  routes.get('/', async (c) => c.json<MemoryList>({ memories: await store.listMemories() }));

  routes.put('/', async (c) => {
    const memory = { ...(await jsonBody(c, memoryRequest)), updated_at: Date.now() };
    const kept = await store.listMemories();
    const isNew = !kept.some(({ app, name }) => app === memory.app && name === memory.name);
    if (isNew && kept.length >= MOST)
      throw problem(409, 'too_many', `There can be at most ${MOST} memories. Delete one first.`);
    await store.putMemory(memory);
    return c.json<KeptMemory>(memory);
  });

  routes.delete('/', async (c) => {
    const [app = '', name = ''] = [c.req.query('app'), c.req.query('name')];
    if (!(await store.deleteMemory(app, name)))
      throw problem(404, 'no_memory', `There is no memory ${name} of ${app}.`);
    return c.json({});
  });

  return routes;
}
