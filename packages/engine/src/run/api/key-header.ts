/** The header that carries the page key. Another server on this host gets our cookies, but never a header that our page sets. */
export const KEY_HEADER = 'x-millrace-key';
