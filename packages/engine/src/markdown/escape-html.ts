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

/** Whether following a URL can run no code. */
export function isSafeUrl(url: string): boolean {
  const bare = url.replace(/[\0-\x20]/g, '');
  return (
    !/^(?:javascript|vbscript|file|data):/i.test(bare) || /^data:image\/(?:gif|png|jpeg|webp);/i.test(bare)
  );
}
