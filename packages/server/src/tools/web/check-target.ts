import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { type AllowedHosts, portOf } from './allowed-hosts.ts';
import { FetchRefused } from './fetch-refused.ts';
import { isPublicAddress } from './public-address.ts';

/** Gives all addresses of a name. Rejects when it has none. */
export type Resolver = (hostname: string) => Promise<readonly string[]>;

/** Asks as every program of this machine does: its hosts file, then its name servers. */
export const systemResolver: Resolver = async (hostname) => {
  const found = await lookup(hostname, { all: true, verbatim: true });
  return found.map(({ address }) => address);
};

export interface TargetOptions {
  readonly resolver: Resolver;
  readonly allowed: AllowedHosts;
}

/** Where a request may go: connect to one of these and to nothing else. */
export interface Target {
  readonly url: URL;
  /** IPv4 first: not every machine has the other. */
  readonly addresses: readonly [string, ...string[]];
  /** True if the owner named the host. */
  readonly isAllowed: boolean;
}

/** Ports from 1024 on that browsers keep away from, because other protocols listen there. */
const OTHER_PROTOCOLS: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
]);

/**
 * Reads a URL that somebody else wrote. Only http and https without a name and password; ports 80 and 443, and from 1024 on
 * those that no other protocol is known for; a host that the owner allowed may have any. Throws `FetchRefused`. Pure.
 */
function readUrl(text: string, allowed: AllowedHosts): URL {
  if (!URL.canParse(text))
    throw new FetchRefused('bad_url', 'This is not a URL. Give the full address, with https://.');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new FetchRefused('bad_url', `Only http and https can be fetched, not ${url.protocol}`);
  if (url.username !== '' || url.password !== '')
    throw new FetchRefused('bad_url', 'A URL that contains a user name or password is not fetched.');
  const port = portOf(url);
  const isPlain = port === 80 || port === 443 || (port >= 1024 && !OTHER_PROTOCOLS.has(port));
  if (!isPlain && !allowed(url))
    throw new FetchRefused(
      'bad_port',
      `Port ${port} is not a web port. The owner of this server can add ${url.host} to MILLRACE_ALLOW_HOSTS.`,
    );
  return url;
}

/** Finds where a URL leads. Every address of its host must be public, or the owner must have named the host. */
export async function checkTarget(text: string, { resolver, allowed }: TargetOptions): Promise<Target> {
  const url = readUrl(text, allowed);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const found = isIP(host) > 0 ? [host] : await addressesOf(host, resolver);
  const [first, ...rest] = found.toSorted((a, b) => isIP(a) - isIP(b));
  if (first === undefined) throw new FetchRefused('unknown_host', `There is no host ${host}.`);
  const isAllowed = allowed(url);
  if (!isAllowed && !found.every(isPublicAddress))
    throw new FetchRefused(
      'private_address',
      `${url.host} is not on the public internet, so it is not fetched. The owner of this server can add it to MILLRACE_ALLOW_HOSTS.`,
    );
  return { url, addresses: [first, ...rest], isAllowed };
}

async function addressesOf(host: string, resolver: Resolver): Promise<readonly string[]> {
  try {
    const found = await resolver(host);
    // What is no address can't be connected to without asking again.
    return found.every((address) => isIP(address) > 0) ? found : [];
  } catch (cause) {
    throw new FetchRefused('unknown_host', `There is no host ${host}.`, { cause });
  }
}
