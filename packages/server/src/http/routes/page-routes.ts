import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { diagramRoutes } from '../request/diagram-routes.ts';
import { problem } from '../request/problem.ts';

/** Serves the built page: hashed files forever, the page itself for every address that a person can open. */
export function pageRoutes(folder: string): Hono {
  const routes = new Hono();
  routes.use(
    '/assets/*',
    serveStatic({
      root: folder,
      onFound: (_path, c) => c.header('cache-control', 'public, max-age=31536000, immutable'),
    }),
  );
  routes.route('/', diagramRoutes(folder));
  for (const icon of ['', '-waiting', '-unread', '-running'])
    routes.get(`/favicon${icon}.svg`, serveStatic({ root: folder }));
  for (const path of ['/', '/start', '/chat/:id', '/settings', '/settings/:section']) {
    routes.get(path, async (c) => {
      const page = await readFile(join(folder, 'index.html'), 'utf8').catch(() => {
        throw problem(503, 'no_page', 'The page is not built. Run "npm run build" and start again.');
      });
      return c.html(page, 200, { 'cache-control': 'no-cache' });
    });
  }
  return routes;
}
