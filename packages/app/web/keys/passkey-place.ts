/** The answer to whether a page can have passkeys: `here`, or what is in the way: an IP address, no https, or a browser without them. */
export type PasskeyPlace = 'here' | 'ip' | 'insecure' | 'none';

const IP = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/;

/** Tells what a page at this place can have. Pure. */
export function passkeyPlace(
  hostname: string,
  {
    isSecureContext,
    PublicKeyCredential,
  }: { readonly isSecureContext: boolean; readonly PublicKeyCredential?: unknown },
): PasskeyPlace {
  if (IP.test(hostname)) return 'ip';
  if (!isSecureContext) return 'insecure';
  return PublicKeyCredential === undefined ? 'none' : 'here';
}

/** The same page at a name that can have passkeys, where the server is on this machine. Pure. */
export function namedAddress({
  hostname,
  href,
}: {
  readonly hostname: string;
  readonly href: string;
}): string | undefined {
  if (hostname !== '127.0.0.1' && hostname !== '[::1]') return undefined;
  const { protocol, port } = new URL(href);
  return protocol === 'http:' ? `http://localhost${port === '' ? '' : `:${port}`}` : undefined;
}
