import type { LinkPreview } from '@millrace/engine/run';
import { Hono } from 'hono';
import { decodePage, mediaType } from '../../tools/web/decode-page.ts';
import { FetchRefused } from '../../tools/web/fetch-refused.ts';
import type { GuardedFetch } from '../../tools/web/guarded-fetch.ts';
import { imageType } from '../../tools/web/image-type.ts';
import { type PageSummary, pageSummary } from '../../tools/web/page-summary.ts';
import { stripTracking } from '../../tools/web/strip-tracking.ts';
import { problem } from '../request/problem.ts';
import { createRateLimit, tooOften } from '../request/rate-limit.ts';
import { createBoundedCache } from './bounded-cache.ts';

const LIMITS = { maxBytes: 1_000_000, timeoutMs: 3_000 };
const PICTURE_LIMITS = { maxBytes: 5_000_000, timeoutMs: 10_000 };
const PER_MINUTE = 60;
const MAX_AGE_MS = 10 * 60_000;
const MAX_URL = 4000;
const NOTHING: PageSummary = { title: null, description: null, site: null, image: null };

interface Picture {
  readonly type: string;
  readonly body: Buffer;
}

/**
 * The descriptions of pages and their pictures, fetched by the server and through the guard: a page that is linked
 * never learns who looks at the link.
 */
export function previewRoutes(fetch: GuardedFetch): Hono {
  const routes = new Hono();
  const pages = createBoundedCache<LinkPreview>({
    ...{ maxEntries: 500, maxBytes: 5_000_000, maxAgeMs: MAX_AGE_MS },
    sizeOf: (page) => JSON.stringify(page).length,
  });
  const pictures = createBoundedCache<Picture>({
    ...{ maxEntries: 200, maxBytes: 40_000_000, maxAgeMs: MAX_AGE_MS },
    sizeOf: ({ body }) => body.length,
  });
  const limit = createRateLimit(PER_MINUTE);

  routes.use(async (c, next) => {
    const wait = limit.take(c.get('device'));
    if (wait > 0) throw tooOften(wait, 'Too many previews at once.');
    await next();
  });

  routes.get('/', async (c) => {
    const url = askedFor(c.req.query('url'));
    return c.json<LinkPreview>(await pages.get(url, () => refusals(() => preview(fetch, url))));
  });

  routes.get('/image', async (c) => {
    const url = askedFor(c.req.query('url'));
    const { type, body } = await pictures.get(url, () => refusals(() => picture(fetch, url)));
    return c.body(new Uint8Array(body), 200, { 'content-type': type });
  });

  return routes;
}

function askedFor(text: string | undefined): string {
  if (text === undefined || text.length > MAX_URL || !URL.canParse(text))
    throw problem(400, 'bad_url', 'Name the page with ?url= and its full address.');
  return stripTracking(new URL(text)).href;
}

async function preview(fetch: GuardedFetch, url: string): Promise<LinkPreview> {
  const { status, headers, body, url: found } = await fetch(url, LIMITS);
  const type = headers['content-type'];
  const isPage = status < 400 && /html|^$/.test(mediaType(type));
  return { url, ...(isPage ? pageSummary(decodePage(body, type), found) : NOTHING) };
}

/** Never a drawing: an SVG is a document with scripts. */
async function picture(fetch: GuardedFetch, url: string): Promise<Picture> {
  const { status, body, isCut } = await fetch(url, { ...PICTURE_LIMITS, headers: { accept: 'image/*' } });
  const type = imageType(body);
  if (status >= 400 || isCut || type === undefined)
    throw problem(404, 'no_image', 'There is no picture that can be shown.');
  return { type, body };
}

/** Turns a refusal of the guard into a refusal of ours. */
async function refusals<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error;
    const isBad = error.code === 'bad_url' || error.code === 'bad_port' || error.code === 'private_address';
    throw problem(isBad ? 400 : 502, error.code, error.message);
  }
}
