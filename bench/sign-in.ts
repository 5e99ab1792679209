export interface SignedIn {
  readonly port: number;
  post(path: string, body: unknown): Promise<Response>;
  cookie(): string;
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
  headers['cookie'] = signedIn.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  return { port: Number(port), post, cookie: () => headers['cookie'] ?? '' };
}
