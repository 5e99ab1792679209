/** The server's half of a link, and ours. A token that a person has chosen has no such form. */
const SECRET = /^([\w-]{43})\.([\w-]{22})$/;

/** The parts of the fragment of a sign-in link: a link that adds a device has a secret, which no server ever sees. Pure. */
export function readStart(fragment: string): { readonly token: string; readonly secret?: Uint8Array } {
  const [, token, secret] = SECRET.exec(fragment) ?? [];
  if (token === undefined || secret === undefined) return { token: fragment };
  const bytes = atob(secret.replaceAll('-', '+').replaceAll('_', '/'));
  return { token, secret: Uint8Array.from(bytes, (char) => char.charCodeAt(0)) };
}
