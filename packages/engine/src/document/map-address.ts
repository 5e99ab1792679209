/** A place on a map, as its address names it. */
export interface MapPlace {
  /** In the words of the address; undefined when it has none. */
  readonly name?: string;
  readonly point?: { readonly latitude: number; readonly longitude: number };
}

const LONGEST_NAME = 120;
const NUMBER = '([-+]?\\d{1,3}(?:\\.\\d{1,15})?)';
const POINT = new RegExp(`^${NUMBER}\\s*[,~/ ]\\s*${NUMBER}$`);
const GEO = new RegExp(
  `^geo:${NUMBER},${NUMBER}(?:,[-+]?\\d{1,6}(?:\\.\\d{1,9})?)?(?:;[\\w.;=-]{0,60})?(?:\\?(\\S*))?$`,
  'i',
);

/** Tells whether a text is the address of a point, such as `geo:48.2,16.37`. Pure. */
export function isGeoAddress(text: string): boolean {
  return text.length <= 2000 && mapPlace(text) !== undefined && /^geo:/i.test(text);
}

/** The place that an address of a known map site names; undefined when it is no such address. Nothing is loaded. Never throws. */
export function mapPlace(url: string): MapPlace | undefined {
  const geo = GEO.exec(url);
  if (geo !== null) return geoPlace(geo);
  const address = parse(url);
  if (address === undefined || !/^https?:$/.test(address.protocol)) return undefined;
  // An address with a name before its host is meant to look like another one.
  if (address.username !== '' || address.password !== '' || address.port !== '') return undefined;
  const host = address.hostname.replace(/^www\./, '');
  const site = SITES.find(({ isHost, isPath }) => isHost.test(host) && isPath(address, host));
  return site?.read(address);
}

interface Site {
  readonly isHost: RegExp;
  readonly isPath: (address: URL, host: string) => boolean;
  readonly read: (address: URL) => MapPlace;
}

const SITES: readonly Site[] = [
  {
    isHost: /^(maps\.)?google\.(com|[a-z]{2}|com?\.[a-z]{2})$/,
    isPath: ({ pathname }, host) => host.startsWith('maps.') || /^\/maps(\/|$)/.test(pathname),
    read: googlePlace,
  },
  { isHost: /^maps\.app\.goo\.gl$/, isPath: ({ pathname }) => pathname.length > 1, read: () => ({}) },
  { isHost: /^goo\.gl$/, isPath: ({ pathname }) => /^\/maps\/./.test(pathname), read: () => ({}) },
  {
    isHost: /^(openstreetmap|osm)\.org$/,
    isPath: ({ pathname, search, hash }) =>
      /^\/(node|way|relation|directions|search|go)(\/|$)/.test(pathname) ||
      (pathname === '/' && (/[?&](mlat|bbox|query)=/.test(search) || /^#map=/.test(hash))),
    read: openStreetMapPlace,
  },
  {
    isHost: /^maps\.apple(\.com)?$/,
    isPath: ({ pathname, search }) => search !== '' || pathname.length > 1,
    read: (address) =>
      placeOf(field(address, 'name', 'q', 'address', 'daddr'), field(address, 'll', 'coordinate')),
  },
  {
    isHost: /^bing\.com$/,
    isPath: ({ pathname }) => /^\/maps(\/|$)/.test(pathname),
    read: bingPlace,
  },
];

function googlePlace(address: URL): MapPlace {
  const [, kind, first = '', ...rest] = address.pathname.replace(/^\/maps(?=\/)/, '').split('/');
  const at = /\/@([^/]*)/.exec(address.pathname)?.[1]?.split(',').slice(0, 2).join(',');
  const point = at ?? field(address, 'll', 'center');
  if ((kind === 'place' || kind === 'search') && first !== '') return placeOf(decode(first), point);
  if (kind === 'dir') {
    const stops = [first, ...rest].filter((stop) => stop !== '' && !/^(@|data=|am=)/.test(stop));
    return placeOf(stops.map((stop) => clean(decode(stop))).join(' → '), point);
  }
  return placeOf(field(address, 'q', 'query', 'daddr', 'destination'), point);
}

function openStreetMapPlace(address: URL): MapPlace {
  const [latitude, longitude] = [field(address, 'mlat'), field(address, 'mlon')];
  const hash = /^#map=\d{1,2}(?:\.\d+)?\/([^/&]+)\/([^/&]+)/.exec(address.hash);
  const point =
    latitude !== undefined ? `${latitude},${longitude}` : hash === null ? undefined : `${hash[1]},${hash[2]}`;
  return placeOf(field(address, 'query'), point);
}

function bingPlace(address: URL): MapPlace {
  // `point.48.2_16.37_A name_its notes`.
  const [, latitude, longitude, name] =
    /^point\.([^_]*)_([^_]*)_?([^_]*)/.exec(field(address, 'sp') ?? '') ?? [];
  const point = latitude === undefined ? field(address, 'cp') : `${latitude},${longitude}`;
  return placeOf(name || field(address, 'q', 'where1', 'ss'), point);
}

function geoPlace([, latitude, longitude, query = '']: RegExpExecArray): MapPlace | undefined {
  const point = readPoint(`${latitude},${longitude}`);
  if (point === undefined) return undefined;
  const asked = decode(/(?:^|&)q=([^&]*)/.exec(query)?.[1] ?? '');
  // `q=48.2,16.37(A name)`.
  const name = clean(asked.endsWith(')') ? asked.slice(asked.lastIndexOf('(') + 1, -1) : asked);
  return { ...(name !== '' && readPoint(name) === undefined && { name }), point };
}

/** A name that is only a point is one. */
function placeOf(name: string | undefined, at: string | undefined): MapPlace {
  const said = clean(name ?? '');
  const point = readPoint(said) ?? readPoint(at ?? '');
  return {
    ...(said !== '' && readPoint(said) === undefined && { name: said }),
    ...(point !== undefined && { point }),
  };
}

function readPoint(text: string): MapPlace['point'] | undefined {
  const found = POINT.exec(text.trim());
  if (found === null) return undefined;
  const [latitude, longitude] = [Number(found[1]), Number(found[2])];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}

/** The first of these fields of the query that is not empty. */
function field({ search }: URL, ...names: readonly string[]): string | undefined {
  const pairs = search.slice(1).split('&');
  for (const name of names) {
    const pair = pairs.find((each) => each.startsWith(`${name}=`) && each.length > name.length + 1);
    if (pair !== undefined) return decode(pair.slice(name.length + 1));
  }
  return undefined;
}

function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** One short line without signs that can't be seen. */
function clean(text: string): string {
  const plain = text
    .slice(0, 4 * LONGEST_NAME)
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return [...plain].slice(0, LONGEST_NAME).join('');
}

function parse(url: string): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}
