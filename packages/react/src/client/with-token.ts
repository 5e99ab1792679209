/** A `fetch` that sends an API token with every request, and neither keeps nor sends anything else that lets in. */
export function withToken(ask: typeof fetch, token: string): typeof fetch {
  // One that was read from a file ends with a line break, which no header takes.
  const authorization = `Bearer ${token.trim()}`;
  return (address, options) => {
    const headers = new Headers(options?.headers);
    headers.set('authorization', authorization);
    return ask(address, { ...options, headers });
  };
}
