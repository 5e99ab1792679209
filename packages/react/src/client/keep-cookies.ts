/**
 * A `fetch` that keeps the cookies of the server it asks, for programs where nothing else does, such as those of Node. A browser
 * shows no cookies to a page and takes none from it: there it changes nothing.
 */
export function keepCookies(ask: typeof fetch): typeof fetch {
  const cookies = new Map<string, string>();
  return async (address, options) => {
    const headers = new Headers(options?.headers);
    if (cookies.size > 0) headers.set('cookie', Array.from(cookies.values()).join('; '));
    const response = await ask(address, { ...options, headers });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair);
    }
    return response;
  };
}
