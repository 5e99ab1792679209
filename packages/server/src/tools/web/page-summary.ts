import { plainText } from './plain-text.ts';

/** A page's description of itself. */
export interface PageSummary {
  readonly title: string | null;
  readonly description: string | null;
  readonly site: string | null;
  /** A whole address. */
  readonly image: string | null;
}

const META = /<meta\s[^<>]{0,4000}>/gi;
const ATTRIBUTE =
  /([a-z:_-]{1,30})\s{0,5}=\s{0,5}(?:"([^"]{0,2000})"|'([^']{0,2000})'|([^\s"'<>]{1,2000}))/gi;
const TITLE = /<title[^<>]{0,200}>([^<]{0,2000})/i;
const MAX_TITLE = 300;
const MAX_DESCRIPTION = 1000;

/** Reads the head of a page for its preview. Pure. Linear. Never throws. */
export function pageSummary(html: string, url: string): PageSummary {
  const metas = readMetas(html);
  const first = (...names: string[]): string | undefined =>
    names.map((name) => metas.get(name)).find((value) => value !== undefined && value !== '');
  const image = first(
    'og:image:secure_url',
    'og:image',
    'og:image:url',
    'twitter:image',
    'twitter:image:src',
  );
  return {
    title: cut(first('og:title', 'twitter:title') ?? plainText(TITLE.exec(html)?.[1] ?? ''), MAX_TITLE),
    description: cut(first('og:description', 'twitter:description', 'description'), MAX_DESCRIPTION),
    site: cut(first('og:site_name', 'application-name'), MAX_TITLE),
    image: imageUrl(image, url),
  };
}

/** The first value of each name. */
function readMetas(html: string): ReadonlyMap<string, string> {
  const metas = new Map<string, string>();
  for (const [tag] of html.matchAll(META)) {
    const attributes = new Map(
      Array.from(tag.matchAll(ATTRIBUTE), ([, name = '', double, single, bare]) => [
        name.toLowerCase(),
        double ?? single ?? bare ?? '',
      ]),
    );
    const name = (attributes.get('property') ?? attributes.get('name') ?? '').toLowerCase();
    if (!metas.has(name)) metas.set(name, plainText(attributes.get('content') ?? ''));
  }
  return metas;
}

function cut(text: string | undefined, max: number): string | null {
  if (text === undefined || text === '') return null;
  return text.length > max ? `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
}

function imageUrl(found: string | undefined, base: string): string | null {
  if (found === undefined || !URL.canParse(found, base)) return null;
  const { protocol, href } = new URL(found, base);
  return protocol === 'http:' || protocol === 'https:' ? href : null;
}
