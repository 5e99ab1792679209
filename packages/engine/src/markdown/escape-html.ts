const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as it may stand in HTML and in an attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
}

/** A URL with all that may not stand in one encoded. What is encoded already stays. */
export function encodeUrl(url: string): string {
  return url.replace(
    /%[0-9a-fA-F]{2}|[\uD800-\uDBFF][\uDC00-\uDFFF]|[^A-Za-z0-9;/?:@&=+$,\-_.!~*'()#]/g,
    (part) => (part.length === 3 ? part : encodeURIComponent(isLone(part) ? '\uFFFD' : part)),
  );
}

function isLone(part: string): boolean {
  return part.length === 1 && (part.charCodeAt(0) & 0xf800) === 0xd800;
}

/** The kind of place that a URL leads to: the page's own host, any host of the web, a mail program, or something else. */
export type UrlKind = 'own' | 'web' | 'mail' | 'other';

/** Tells it of an encoded URL: nothing is left in it that a browser would drop or read as a slash. */
export function urlKindOf(encoded: string): UrlKind {
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(encoded)?.[1]?.toLowerCase();
  if (scheme === undefined) return encoded.startsWith('//') ? 'web' : 'own';
  if (scheme === 'http' || scheme === 'https') return 'web';
  return scheme === 'mailto' ? 'mail' : 'other';
}

/** The host of an encoded URL of the web, without a name before it. */
export function hostOf(encoded: string): string {
  const [, place = ''] = /^(?:https?:)?\/*([^/?#]*)/i.exec(encoded) ?? [];
  return place.slice(place.lastIndexOf('@') + 1);
}
