import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';

const PLACE = '/diagram/';

export const isDiagramPath = (path: string): boolean => path.startsWith(PLACE);

/**
 * Serves the page that draws diagrams, and its scripts. Its frame has no origin, so it asks for them as a stranger; they are
 * the same for everybody.
 */
export function diagramRoutes(folder: string): Hono {
  const routes = new Hono();
  routes.use(
    `${PLACE}assets/*`,
    serveStatic({
      root: folder,
      onFound(_path, c) {
        c.header('cache-control', 'public, max-age=31536000, immutable');
        c.header('access-control-allow-origin', 'null');
      },
    }),
  );
  routes.get(PLACE, serveStatic({ root: folder, path: 'diagram/index.html' }));
  return routes;
}
