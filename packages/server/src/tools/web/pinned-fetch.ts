import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { allowedHosts } from './allowed-hosts.ts';
import { checkTarget, systemResolver } from './check-target.ts';
import { type GuardOptions, orAborted } from './guarded-fetch.ts';
import { sendRequest } from './send-request.ts';

const NEVER = new AbortController().signal;
/** Statuses whose answers have no body. */
const EMPTY: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * A `fetch` for addresses that somebody entered on the page: providers, MCP servers. It looks the name up itself, refuses unless
 * every address is public or the owner allowed the host, and connects to exactly what it checked. It follows no redirect:
 * that is the answer, so what is secret in a request goes nowhere else. Rejects with `FetchRefused`.
 */
export function createPinnedFetch(options: GuardOptions = {}): typeof fetch {
  const { allowed = allowedHosts([]), resolver = systemResolver } = options;
  return async (address, init = {}) => {
    const signal = init.signal ?? NEVER;
    const url = address instanceof Request ? address.url : String(address);
    const target = await orAborted(signal, checkTarget(url, { resolver, allowed }));
    // The platform knows the bytes and the type of any body.
    const packed = new Response(init.body ?? null);
    const type = packed.headers.get('content-type');
    const headers = {
      ...(type !== null && { 'content-type': type }),
      ...Object.fromEntries(new Headers(init.headers)),
      // It is given on as it comes.
      'accept-encoding': 'identity',
    };
    const body =
      init.body === undefined || init.body === null
        ? {}
        : { body: new Uint8Array(await packed.arrayBuffer()) };
    const answer = await sendRequest(target, { headers, method: init.method ?? 'GET', ...body }, signal);
    const { statusCode: status = 0, headers: answered } = answer;
    if (EMPTY.has(status)) answer.resume();
    // Node's own stream of the web is one.
    const content = EMPTY.has(status) ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>);
    return new Response(content, { status, headers: webHeaders(answered) });
  };
}

function webHeaders(answered: IncomingHttpHeaders): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(answered))
    for (const each of [value ?? []].flat()) headers.append(name, each);
  return headers;
}
