import { KEY_HEADER } from '@millrace/engine/run';

export interface SignedIn {
  readonly port: number;
  post(path: string, body: unknown): Promise<Response>;
  /** The headers that the device sends with each request: the cookie and the page key of its session. */
  readonly device: Readonly<Record<string, string>>;
  /** The same as lines of a request that is written by hand. */
  readonly lines: string;
}

/** Signs a device in with the link of a server. */
export async function signIn(link: string): Promise<SignedIn> {
  const { origin, port, hash } = new URL(link);
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  const post = async (path: string, body: unknown): Promise<Response> => {
    const answer = await fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return answer;
  };
  const signedIn = await post('/api/session', { token: hash.slice(1) });
  const { key } = (await signedIn.json()) as { readonly key: string };
  const cookie = signedIn.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  const device = { cookie, [KEY_HEADER]: key };
  Object.assign(headers, device);
  const lines = Object.entries(device)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  return { port: Number(port), post, device, lines };
}
