import * as z from 'zod';
import { allowedHosts } from './allowed-hosts.ts';
import { createGuardedFetch, type Fetched } from './guarded-fetch.ts';
import { plainText } from './plain-text.ts';

/** A page that a search has found. */
export interface SearchHit {
  readonly title: string;
  readonly url: string;
  readonly description: string;
  readonly snippets: readonly string[];
}

/** Searches the web. Rejects with a sentence that says what is wrong. */
export type SearchEngine = (
  query: string,
  count: number,
  signal: AbortSignal,
) => Promise<readonly SearchHit[]>;

const LIMITS = { maxBytes: 2_000_000, timeoutMs: 15_000, maxRedirects: 0 };
const JSON_ONLY = { accept: 'application/json' };

const searxngAnswer = z.object({
  results: z.array(z.object({ url: z.string(), title: z.string(), content: z.string().nullish() })),
});

/** A SearXNG at this address, which its owner may have in a private network. */
export function searxngEngine(baseUrl: string): SearchEngine {
  const search = new URL('search', baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`);
  const fetch = createGuardedFetch({ allowed: allowedHosts([search.host]) });
  return async (query, count, signal) => {
    const url = new URL(search);
    url.search = new URLSearchParams({ q: query, format: 'json' }).toString();
    const answer = await fetch(url.href, { ...LIMITS, headers: JSON_ONLY, signal });
    if (answer.status === 403)
      throw new Error(
        'SearXNG does not answer in JSON. Its owner must add "json" to search.formats in its settings.yml.',
      );
    const { results } = readAnswer('SearXNG', answer, searxngAnswer);
    return results
      .slice(0, count)
      .map(({ title, url: found, content }) => hit(title, found, content ?? '', []));
  };
}

const braveAnswer = z.object({
  web: z
    .object({
      results: z.array(
        z.object({
          title: z.string(),
          url: z.string(),
          description: z.string().nullish(),
          extra_snippets: z.array(z.string()).nullish(),
        }),
      ),
    })
    .nullish(),
});

/** The options of `braveEngine`. */
export interface BraveOptions {
  readonly key: string;
  /** Brave's own unless given. */
  readonly baseUrl?: string;
}

/** Brave's search, with a key of its owner. */
export function braveEngine({ key, baseUrl = 'https://api.search.brave.com' }: BraveOptions): SearchEngine {
  const search = new URL('/res/v1/web/search', baseUrl);
  const fetch = createGuardedFetch({ allowed: allowedHosts([search.host]) });
  return async (query, count, signal) => {
    const url = new URL(search);
    url.search = new URLSearchParams({ q: query, count: String(count) }).toString();
    const headers = { ...JSON_ONLY, 'x-subscription-token': key };
    const answer = await fetch(url.href, { ...LIMITS, headers, signal });
    if (answer.status === 401 || answer.status === 403 || answer.status === 422)
      throw new Error('Brave refused the request. The owner of this server should check BRAVE_API_KEY.');
    if (answer.status === 429) throw new Error('Brave allows no more searches right now. Try again later.');
    const { web } = readAnswer('Brave', answer, braveAnswer);
    return (web?.results ?? [])
      .slice(0, count)
      .map(({ title, url: found, description, extra_snippets }) =>
        hit(title, found, description ?? '', extra_snippets ?? []),
      );
  };
}

/** Engines mark the words of the query with HTML. */
function hit(title: string, url: string, description: string, snippets: readonly string[]): SearchHit {
  return {
    title: plainText(title),
    url,
    description: plainText(description),
    snippets: snippets.map(plainText),
  };
}

function readAnswer<T>(name: string, { status, body }: Fetched, shape: z.ZodType<T>): T {
  if (status !== 200) throw new Error(`${name} answered with status ${status}.`);
  try {
    return shape.parse(JSON.parse(body.toString()));
  } catch (cause) {
    throw new Error(`${name} answered with something other than a list of results.`, { cause });
  }
}
