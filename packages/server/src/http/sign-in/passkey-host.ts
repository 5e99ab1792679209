import { isIP } from 'node:net';

/** The host that passkeys of an address belong to. Undefined where browsers make none: at an IP address, and without https. Pure. */
export function passkeyHost(origin: string): string | undefined {
  if (!URL.canParse(origin)) return undefined;
  const { protocol, hostname } = new URL(origin);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined;
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return protocol === 'https:' || isLocal ? hostname : undefined;
}
