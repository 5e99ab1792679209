import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { portOf } from './allowed-hosts.ts';
import type { Target } from './check-target.ts';
import { FetchRefused } from './fetch-refused.ts';
import { isPublicAddress } from './public-address.ts';

const HEADERS = {
  'user-agent': 'Mozilla/5.0 (compatible; Millrace)',
  accept: 'text/html,application/xhtml+xml,application/json;q=0.9,text/*;q=0.8,*/*;q=0.5',
  'accept-encoding': 'gzip, deflate, br',
};
const NOT_THERE: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'EADDRNOTAVAIL',
  'ETIMEDOUT',
]);

/** The request to send: an empty GET, unless it says more. */
export interface Outgoing {
  readonly headers: Readonly<Record<string, string>>;
  readonly method?: string;
  readonly body?: Uint8Array;
}

/** Sends a request to the first address that answers. Nothing is looked up: it connects to addresses, never to a name. */
export async function sendRequest(
  target: Target,
  outgoing: Outgoing,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  let failure: unknown;
  for (const address of target.addresses) {
    try {
      return await sendTo(target, address, outgoing, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof FetchRefused) throw error;
      failure = error;
      if (!NOT_THERE.has(codeOf(error))) break;
    }
  }
  const why = codeOf(failure) ?? (failure instanceof Error ? failure.message : String(failure));
  throw new FetchRefused('unreachable', `${target.url.host} can't be reached (${String(why)}).`, {
    cause: failure,
  });
}

function sendTo(
  { url, isAllowed }: Target,
  address: string,
  { headers, method = 'GET', body }: Outgoing,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const isTls = url.protocol === 'https:';
  const name = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  // An agent of its own shares no connection, and follows no proxy of the environment.
  const agent = isTls ? new HttpsAgent() : new HttpAgent();
  const options = {
    agent,
    method,
    host: address,
    port: portOf(url),
    path: `${url.pathname}${url.search}`,
    headers: { ...HEADERS, ...headers, host: url.host },
    // The certificate must be that of the name; an address has no name to send.
    servername: isIP(name) > 0 ? '' : name,
    signal,
  };
  return new Promise((resolve, reject) => {
    const request = (isTls ? requestHttps : requestHttp)(options, resolve);
    request.on('error', reject);
    request.on('upgrade', (_, socket) => {
      socket.destroy();
      reject(new FetchRefused('bad_answer', 'It switched to another protocol.'));
    });
    request.on('socket', (socket) =>
      socket.on('connect', () => {
        // The bytes go to this address, whatever stands between it and us.
        const { remoteAddress = '' } = socket;
        const isOurs = remoteAddress === address || sameIp(remoteAddress, address);
        if (isOurs && (isAllowed || isPublicAddress(address))) return;
        request.destroy(
          new FetchRefused('private_address', `${url.host} resolves to an address that is not public.`),
        );
      }),
    );
    request.end(body);
  });
}

function sameIp(a: string, b: string): boolean {
  const plain = (address: string): string => new URL(`http://[${address}]`).hostname;
  return isIP(a) === 6 && isIP(b) === 6 && plain(a) === plain(b);
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
