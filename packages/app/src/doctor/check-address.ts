import { isIP } from 'node:net';
import { askForwarded, askHealth, askStream } from './ask-health.ts';
import { type Check, type Finding, failed, ok, skipped, warning } from './check.ts';

/** A check for each public address that `MILLRACE_URL` names: the server is asked there as a browser would ask it. */
export function addressChecks(text: string | undefined): readonly Check[] {
  const addresses = (text ?? '').split(/[\s,]/).filter((each) => each !== '');
  if (addresses.length === 0)
    return [{ id: 'address', run: () => skipped('MILLRACE_URL names no public address.') }];
  return addresses.map((address) => ({
    id: `address:${address}`,
    run: (signal) => checkAddress(address, signal),
  }));
}

async function checkAddress(address: string, signal: AbortSignal): Promise<Finding> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.pathname !== '/')
    return failed(
      `MILLRACE_URL names ${address}, which is not an address.`,
      'Write it like https://chat.example, without a path.',
    );
  const health = await askHealth(url.origin, signal);
  const proxy = 'Check the name in DNS and the proxy in front of the server';
  switch (health.state) {
    case 'well':
      return checkWay(url, signal);
    case 'trouble':
      if (health.code === 'foreign_host' || health.code === 'foreign_origin')
        return failed(
          `The server refuses the host ${url.host} (${health.code}).`,
          'Start it with this MILLRACE_URL, and let the proxy pass on the Host header.',
        );
      return failed(`The server at ${url.origin} has trouble (${health.code}).`, health.message);
    case 'foreign':
      return failed(
        `Something else than Millrace answers at ${url.origin} (status ${health.status}${health.location === undefined ? '' : `, to ${health.location}`}).`,
        `${proxy}.`,
      );
    case 'untrusted':
      return failed(
        `The certificate at ${url.origin} does not count here (${health.why}).`,
        'Renew or correct it. For an authority of your own set NODE_EXTRA_CA_CERTS to its file.',
      );
    case 'silent':
      return failed(`Nothing answers at ${url.origin} (${health.why}).`, `${proxy}, and that both run.`);
  }
}

/** Looks at the way to a server that answers. */
async function checkWay(url: URL, signal: AbortSignal): Promise<Finding> {
  const stream = await askStream(url.origin, signal);
  if (stream === 'held')
    return failed(
      `Something in front of the server at ${url.origin} holds streams back, so answers appear only when they are ready.`,
      'Switch buffering off in the proxy (nginx: proxy_buffering off).',
    );
  const forwarded = FORWARDED[(await askForwarded(url.origin, signal)) ?? ''];
  if (forwarded !== undefined) return forwarded(url.origin);
  if (url.protocol === 'https:' || isLoopback(url.hostname))
    return ok(
      `The server answers at ${url.origin}${stream === 'flows' ? ', and streams come through' : ''}.`,
    );
  return warning(
    `The server answers at ${url.origin}, where everybody on the way can read along.`,
    'Serve it over https.',
  );
}

const FORWARDED: Readonly<Record<string, (origin: string) => Finding>> = {
  believed: (origin) =>
    failed(
      `The server at ${origin} believes the X-Forwarded-For that a client writes itself, so guesses at sign-in are not counted.`,
      'Set MILLRACE_TRUST_PROXY to the number of proxies in front, and let the outermost one set the header itself.',
    ),
  unread: (origin) =>
    warning(
      `A proxy in front of ${origin} tells who asks, and the server does not read it, so wrong sign-ins of all clients count as those of one.`,
      'Start the server with MILLRACE_TRUST_PROXY set to the number of proxies in front, such as 1.',
    ),
  untold: (origin) =>
    warning(
      `MILLRACE_TRUST_PROXY is set, and nothing in front of ${origin} tells who asks, so wrong sign-ins of all clients count as those of one.`,
      'Let the proxy set X-Forwarded-For (nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for).',
    ),
};

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'));
}
