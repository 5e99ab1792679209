/** A `fetch` that sends an API token with every request, and neither keeps nor sends anything else that lets in. */
export function withToken(ask: typeof fetch, token: string): typeof fetch {
  return (address, options) => {
    const headers = new Headers(options?.headers);
    headers.set('authorization', `Bearer ${token}`);
    return ask(address, { ...options, headers });
  };
}
