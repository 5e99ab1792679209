import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/** The proxies that are believed: how many stand before this server, or the networks that they are in. */
export type TrustProxy = number | readonly string[];

/** The words of the proxies about the client. */
export interface Forwarded {
  /** The address of the client; that of the peer where no proxy is believed. */
  readonly address: string;
  readonly proto?: string;
  readonly host?: string;
}

/** Reads the headers of a request that a proxy has set. Never throws. */
export type ReadForwarded = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => Forwarded;

/** Believes these proxies, and no one else: `Forwarded` is never read. Throws with the fix when a network makes no sense. */
export function readForwardedBy(trust: TrustProxy = 0): ReadForwarded {
  const isTrusted = trusts(trust);
  return ({ headers, socket }) => {
    const peer = plainAddress(socket.remoteAddress ?? '');
    if (!isTrusted(peer, 0)) return { address: peer };
    // A client can write whatever it likes in front; each proxy adds its word at the end.
    const chain = [...listOf(headers['x-forwarded-for']), peer].toReversed();
    let client = 0;
    while (client + 1 < chain.length && isTrusted(chain[client] ?? '', client)) {
      if (!ipaddr.isValid(hostOf(chain[client + 1] ?? ''))) break;
      client += 1;
    }
    const proxies = Math.max(1, client);
    const proto = fromEnd(listOf(headers['x-forwarded-proto']), proxies)?.toLowerCase();
    const host = fromEnd(listOf(headers['x-forwarded-host']), proxies);
    return {
      address: plainAddress(hostOf(chain[client] ?? peer)),
      ...(proto !== undefined && { proto }),
      ...(host !== undefined && { host }),
    };
  };
}

/** An address that no client has: RFC 5737 keeps it for documents. `doctor` claims it. */
export const CLAIMED_ADDRESS = '192.0.2.1';

/**
 * The way that the word about a client comes here. `believed`: the client's own word counts. `unread`: a proxy tells, and is not believed.
 * `untold`: a proxy is believed, and tells nothing. `read`: a proxy tells and is believed. `direct`: nobody tells anything.
 */
export type ForwardedWay = 'believed' | 'unread' | 'untold' | 'read' | 'direct';

/** Judges the way of a request whose client has written `CLAIMED_ADDRESS` into its own `X-Forwarded-For`. Never throws. */
export function judgeForwarded(
  trust: TrustProxy = 0,
): (request: Parameters<ReadForwarded>[0]) => ForwardedWay {
  const isTrusted = trusts(trust);
  const read = readForwardedBy(trust);
  return (request) => {
    const told = listOf(request.headers['x-forwarded-for']);
    const isAlone = told.length === 1 && told[0] === CLAIMED_ADDRESS;
    if (!isTrusted(plainAddress(request.socket.remoteAddress ?? ''), 0))
      return told.length === 0 || isAlone ? 'direct' : 'unread';
    if (told.length === 0) return 'untold';
    // A client in a trusted network counts as a proxy itself, so its word tells nothing about others.
    const isBelieved = read(request).address === CLAIMED_ADDRESS;
    return isBelieved && (typeof trust === 'number' || isAlone) ? 'believed' : 'read';
  };
}

/** Tells whether an address, so many hops before this server, is that of a proxy. */
function trusts(trust: TrustProxy): (address: string, hop: number) => boolean {
  if (typeof trust === 'number') return (_address, hop) => hop < trust;
  const networks = trust.map(networkOf);
  return (address) => {
    const plain = hostOf(address);
    if (!ipaddr.isValid(plain)) return false;
    const ip = ipaddr.process(plain);
    return networks.some((network) => ip.kind() === network[0].kind() && ip.match(network));
  };
}

function networkOf(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  if (ipaddr.isValid(text)) {
    const ip = ipaddr.process(text);
    return [ip, ip.kind() === 'ipv4' ? 32 : 128];
  }
  throw new Error(
    `MILLRACE_TRUST_PROXY must be a number of proxies, or networks such as 10.0.0.0/8, not ${JSON.stringify(text)}.`,
  );
}

/** An IPv4 address that came in by an IPv6 socket is one. */
function plainAddress(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;
}

/** Some proxies add the port. */
function hostOf(address: string): string {
  const [, bracketed] = /^\[([^\]]{2,45})\](?::\d{1,5})?$/.exec(address) ?? [];
  return bracketed ?? (/^[\d.]{7,15}:\d{1,5}$/.test(address) ? address.replace(/:\d+$/, '') : address);
}

function listOf(header: string | readonly string[] | undefined): string[] {
  const text = typeof header === 'string' ? header : (header ?? []).join(',');
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** The word of the outermost proxy that is believed; where proxies replace the header, the only one. */
function fromEnd(list: readonly string[], proxies: number): string | undefined {
  return list[Math.max(0, list.length - proxies)];
}
