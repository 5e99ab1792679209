import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Observe } from '../../agent/log/observation.ts';

/** Tells an observer of each request when it was answered, by the route that answered it: ids and words are not told. */
export function watchRequests(observe: Observe): MiddlewareHandler {
  return async (c, next) => {
    const began = performance.now();
    await next();
    const { method } = c.req;
    observe({
      type: 'request',
      method,
      route: routePath(c, -1),
      status: c.res.status,
      ms: performance.now() - began,
    });
  };
}
