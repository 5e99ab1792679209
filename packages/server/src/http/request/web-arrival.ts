import type { IncomingMessage } from 'node:http';
import type { Arrival, Door } from './door.ts';
import { isOrigin, isReachable } from './door.ts';
import { readForwardedBy, type TrustProxy } from './forwarded.ts';

export interface WebArrivalParts {
  /** The addresses of the app. */
  readonly urls: readonly string[];
  readonly trustProxy?: TrustProxy | undefined;
}

/** The facts about a connection that headers do not have: a request of Node, or the address that was asked for. */
type Connection = IncomingMessage | URL;

type Headers = Readonly<Record<string, string | string[] | undefined>>;

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

/** Refuses addresses that make no sense. Throws with the fix. */
export function checkUrls(urls: readonly string[]): void {
  for (const url of urls)
    if (!isOrigin(url))
      throw new Error(
        `urls of createHandler must be addresses such as https://app.example, not ${JSON.stringify(url)}.`,
      );
}

/**
 * Reads the way that a request came into an app. The app serves the connection; here only its addresses and loopback answer, so that no
 * page of another host reaches the handler by a name of its own.
 */
export function arrivalAt({
  urls,
  trustProxy = 0,
}: WebArrivalParts): (headers: Headers, connection: Connection) => Arrival {
  const forwarded = readForwardedBy(trustProxy);
  const known = new Map(urls.map((url) => [new URL(url).host, url]));
  return (headers, connection) => {
    const isUrl = connection instanceof URL;
    // A standard request says nothing about the peer.
    const socket = isUrl ? ({ remoteAddress: '' } as IncomingMessage['socket']) : connection.socket;
    const { address, host: told } = forwarded({ headers, socket });
    const named = one(headers['host']) ?? (isUrl ? connection.host : '');
    const host = told ?? named;
    const isSecure = isUrl ? connection.protocol === 'https:' : 'encrypted' in socket && !!socket.encrypted;
    const isKnown = (name: string): boolean => known.has(name) || LOOPBACK.test(name);
    // A header of a proxy never lets in what names a foreign host itself.
    const origin =
      isKnown(host) && isKnown(named)
        ? (known.get(host) ?? `${isSecure ? 'https' : 'http'}://${host}`)
        : undefined;
    return { address, host, origin, lacksHttps: false };
  };
}

/** The addresses that other devices can open. */
export function reachableUrlOf(urls: readonly string[]): Pick<Door, 'isReachable' | 'reachableUrl'> {
  return {
    isReachable: (origin) => origin !== undefined && isReachable(origin),
    reachableUrl: () => urls.find(isReachable),
  };
}

const one = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : undefined;
