import type { Context, MiddlewareHandler } from 'hono';
import { isDiagramPath } from './diagram-routes.ts';
import { problem } from './problem.ts';

/**
 * Lets in only requests that name this server as their host and, when they name an origin, as that too.
 * The first keeps out DNS rebinding, the second other web pages. Applies to every route.
 */
export function guardHost(port: () => number): MiddlewareHandler {
  return async (c, next) => {
    const hosts = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port()}`);
    const host = c.req.header('host') ?? '';
    if (!hosts.includes(host)) {
      throw problem(403, 'foreign_host', `This server answers only at http://${hosts[0]}.`);
    }
    if (isForeign(c, host))
      throw problem(403, 'foreign_origin', 'Requests from other sites are not allowed.');
    await next();
  };
}

function isForeign(c: Context, host: string): boolean {
  // The frame of a diagram has no origin, and what it asks for is the same for everybody.
  if (c.req.method === 'GET' && isDiagramPath(c.req.path)) return false;
  const origin = c.req.header('origin');
  if (origin !== undefined) return origin !== `http://${host}`;
  // A person may follow a link from elsewhere to the page: that carries no origin and changes nothing.
  if (c.req.method === 'GET' && c.req.header('sec-fetch-mode') === 'navigate') return false;
  const site = c.req.header('sec-fetch-site');
  return site === 'cross-site' || site === 'same-site';
}
