/** Text as HTML. Pure. */
export function escapeHtml(text: string): string {
  return /[&<>"]/.test(text) ? text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign) : text;
}
const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** An address that a link may lead to; undefined for any other. */
export function safeAddress(written: string): string | undefined {
  const address = written.replace(/[\s\p{Cc}]+/gu, '');
  return /^(?:https?:\/\/|mailto:)./i.test(address) ? address : undefined;
}
