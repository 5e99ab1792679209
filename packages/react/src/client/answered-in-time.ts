/** A request that nobody has begun to answer for so long did not arrive: a dead network says nothing. */
const LIMIT_MS = 20_000;

/** Sends a request. Rejects when no answer has begun within the limit; what the answer holds may take longer. */
export async function answeredInTime(
  ask: typeof fetch,
  url: string,
  options: RequestInit,
): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), LIMIT_MS);
  try {
    return await ask(url, { ...options, signal: late.signal });
  } finally {
    clearTimeout(timer);
  }
}
