import { mapPlace } from './map-address.ts';

/** The kind of embed that a URL alone on its line becomes. */
export type UrlKind = 'web' | 'image' | 'video' | 'map';

const IMAGE = /\.(png|jpe?g|gif|webp|avif|svg|bmp)$/i;

/** Tells what is behind a URL by its address alone; undefined when it is no web address. Never throws. */
export function urlKind(url: string): UrlKind | undefined {
  if (mapPlace(url) !== undefined) return 'map';
  const address = parseUrl(url);
  if (address === undefined || !/^https?:\/\//i.test(url)) return undefined;
  if (isYouTube(address)) return 'video';
  return IMAGE.test(address.pathname) ? 'image' : 'web';
}

function isYouTube({ hostname, pathname, href }: URL): boolean {
  const host = hostname.replace(/^(www|m|music)\./, '');
  if (host === 'youtu.be') return pathname.length > 1;
  if (host !== 'youtube.com' && host !== 'youtube-nocookie.com') return false;
  return /^\/(shorts|embed|live)\/./.test(pathname) || (pathname === '/watch' && /[?&]v=./.test(href));
}

function parseUrl(url: string): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}
