import type { Context, MiddlewareHandler } from 'hono';
import type { HTTPException } from 'hono/http-exception';
import type { RequestParts } from './bindings.ts';
import { isDiagramPath } from './diagram-routes.ts';
import type { Arrival } from './door.ts';
import { problem } from './problem.ts';

/**
 * Lets in only requests that name an address of this server as their host and, when they name an origin, the same one as that.
 * The first keeps out DNS rebinding, the second other web pages. Applies to every route. `place` names the setting
 * that has these addresses.
 */
export function guardHost(place: string): MiddlewareHandler<{ Bindings: RequestParts }> {
  return async (c, next) => {
    const { arrival } = c.env;
    if (arrival.origin === undefined) throw refusal(arrival, place);
    if (isForeign(c, arrival.origin))
      throw problem(
        403,
        'foreign_origin',
        `Requests from other sites are not allowed. If this is your own address, add it to ${place}.`,
      );
    await next();
  };
}

const HOST = /^(?:[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;

function refusal({ host, lacksHttps }: Arrival, place: string): HTTPException {
  if (lacksHttps)
    return problem(
      403,
      'no_https',
      `This server answers at ${host} only by https. Open https://${host}, and set MILLRACE_TRUST_PROXY if a proxy brings it.`,
    );
  // Only a plain name is repeated.
  return problem(
    403,
    'foreign_host',
    HOST.test(host)
      ? `This server does not answer at ${host}. Add https://${host} to ${place}.`
      : `This server does not answer at this address. Add the address to ${place}.`,
  );
}

function isForeign(c: Context, own: string): boolean {
  // The frame of a diagram has no origin, and what it asks for is the same for everybody.
  if (c.req.method === 'GET' && isDiagramPath(c.req.path)) return false;
  const origin = c.req.header('origin');
  if (origin !== undefined) return origin !== own;
  // A person may follow a link from elsewhere to the page: that carries no origin and changes nothing.
  if (c.req.method === 'GET' && c.req.header('sec-fetch-mode') === 'navigate') return false;
  const site = c.req.header('sec-fetch-site');
  return site === 'cross-site' || site === 'same-site';
}
