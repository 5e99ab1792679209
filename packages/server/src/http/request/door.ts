import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { type ReadForwarded, readForwardedBy, type TrustProxy } from './forwarded.ts';

/** The addresses that a server listens on and answers at. */
export interface DoorOptions {
  /** The address to listen on; 127.0.0.1 unless given. One that others can reach needs https. */
  readonly host?: string;
  /** The public addresses, such as `https://chat.example`; the first one is that of links. Loopback always answers as well. */
  readonly urls?: readonly string[];
  /** The proxies whose `X-Forwarded-*` is read: how many there are, or the networks they are in. None unless given. */
  readonly trustProxy?: TrustProxy;
  /** The certificate and its key, in PEM: the server then speaks https itself. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Lets others reach the server without https. */
  readonly insecure?: boolean;
}

/** The way that a request came in. */
export interface Arrival {
  /** The address of the client. */
  readonly address: string;
  /** The address of ours that it asked for; undefined where it is none of ours. */
  readonly origin: string | undefined;
  /** The host that it named, for the refusal. */
  readonly host: string;
  /** True where it named an https address of ours and came without https. */
  readonly lacksHttps: boolean;
}

/** The addresses of one server. */
export interface Door {
  /** The address for programs of this machine. */
  url(): string;
  /** The address of links. */
  publicUrl(): string;
  /** An https address that other devices can open, if there is one. */
  reachableUrl(): string | undefined;
  /** Tells whether other devices can open an address of ours by https. */
  isReachable(origin: string | undefined): boolean;
  arrivalOf(request: IncomingMessage): Arrival;
}

const LOOPBACK = '127.0.0.1';
const LOOPBACK_NAMES = [LOOPBACK, 'localhost', '[::1]'];

/** Refuses addresses that make no sense, or that would let others read what is sent. Throws with the fix. */
export function checkDoor(options: DoorOptions): void {
  const { host = LOOPBACK, urls = [], trustProxy = 0, tls, insecure = false } = options;
  for (const url of urls)
    if (!isOrigin(url))
      throw new Error(
        `MILLRACE_URL must be addresses such as https://chat.example, not ${JSON.stringify(url)}.`,
      );
  readForwardedBy(trustProxy);
  if (host !== 'localhost' && isIP(host) === 0)
    throw new Error(`MILLRACE_HOST must be an address such as 0.0.0.0, not ${JSON.stringify(host)}.`);
  const isProxied = trustsSome(trustProxy) && urls.some((url) => url.startsWith('https:'));
  if (isLoopback(host) || tls !== undefined || isProxied || insecure) return;
  throw new Error(
    `Others can reach ${host}, and without https they can read what is sent: start with --lan, set MILLRACE_TLS_CERT and MILLRACE_TLS_KEY, or set MILLRACE_URL to an https address and MILLRACE_TRUST_PROXY to your proxy (MILLRACE_INSECURE=1 allows it anyway).`,
  );
}

/** The door of a server that listens on `port`. */
export function createDoor(options: DoorOptions, port: () => number): Door {
  const { host = LOOPBACK, urls = [], trustProxy, tls } = options;
  const scheme = tls === undefined ? 'http' : 'https';
  const forwarded = readForwardedBy(trustProxy);
  const at = (name: string): string => new URL(`${scheme}://${name}:${port()}`).origin;
  const own = (): string => at(isWildcard(host) ? LOOPBACK : bracketed(host));
  const origins = (): Set<string> => new Set([...urls, own(), ...LOOPBACK_NAMES.map(at)]);
  const arrivals = new WeakMap<IncomingMessage, Arrival>();
  const isOpen = !isLoopback(host) && !isWildcard(host);
  return {
    url: own,
    publicUrl: () => urls[0] ?? own(),
    reachableUrl: () => [...urls, ...(isOpen ? [own()] : [])].find(isReachable),
    isReachable: (origin) => origin !== undefined && isReachable(origin),
    arrivalOf(request) {
      const known = arrivals.get(request);
      if (known !== undefined) return known;
      const arrival = arrive(request, origins(), forwarded);
      arrivals.set(request, arrival);
      return arrival;
    },
  };
}

function arrive(request: IncomingMessage, origins: ReadonlySet<string>, forwarded: ReadForwarded): Arrival {
  const { address, proto, host: told } = forwarded(request);
  const named = hostOf(request);
  const host = told ?? named ?? '';
  const has = (scheme: string, name: string): boolean => origins.has(`${scheme}://${name}`);
  const answersAt = (name: string): boolean => has('https', name) || has('http', name);
  // A header of a proxy never lets in what names a foreign host itself: every page can send such a header to its own host.
  if (named === undefined || !answersAt(named) || !answersAt(host))
    return {
      address,
      origin: undefined,
      host: answersAt(named ?? '') ? host : (named ?? ''),
      lacksHttps: false,
    };
  const scheme = schemeOf(request, proto, has('https', host));
  const isOurs = has(scheme, host);
  return {
    address,
    host,
    origin: isOurs ? `${scheme}://${host}` : undefined,
    lacksHttps: !isOurs && scheme === 'http',
  };
}

/** The one host that a request names; undefined where it names none, or several. */
function hostOf({ headersDistinct, url = '' }: IncomingMessage): string | undefined {
  const [host, ...more] = headersDistinct['host'] ?? [];
  if (host === undefined || more.length > 0) return undefined;
  if (url.startsWith('/') || url === '*') return host;
  // A request may name its host twice, as those to a proxy do.
  return URL.canParse(url) && new URL(url).host === host ? host : undefined;
}

/** A proxy or a tunnel on this machine that says nothing brings what came to its public address. */
function schemeOf(
  { socket }: IncomingMessage,
  proto: string | undefined,
  isPublic: boolean,
): 'http' | 'https' {
  if ('encrypted' in socket && socket.encrypted === true) return 'https';
  if (proto !== undefined) return proto === 'https' ? 'https' : 'http';
  return isPublic && isLoopback(socket.remoteAddress ?? '') ? 'https' : 'http';
}

/** Tells whether an origin is that of an https page whose host may be told to stay with https. Pure. */
export function mayPinHttps(origin: string): boolean {
  const host = hostnameOf(origin);
  // Other servers of this machine are at the name localhost, by http.
  return origin.startsWith('https:') && host !== 'localhost' && isIP(host) === 0;
}

export function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, origin } = new URL(text);
  return (protocol === 'https:' || protocol === 'http:') && origin === text;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback');
}

export function isReachable(url: string): boolean {
  return url.startsWith('https:') && !isLoopback(hostnameOf(url));
}

/** Without the brackets of IPv6. */
function hostnameOf(url: string): string {
  return new URL(url).hostname.replace(/^\[|\]$/g, '');
}

function isWildcard(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

function bracketed(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host;
}

function trustsSome(trust: TrustProxy): boolean {
  return typeof trust === 'number' ? trust > 0 : trust.length > 0;
}
