/** Text as HTML. Pure. */
export function escapeHtml(text: string): string {
  return /[&<>"]/.test(text) ? text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign) : text;
}
const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Signs that turn the direction of the text behind them. */
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** An address that a link may lead to; undefined for any other. */
export function safeAddress(written: string): string | undefined {
  // Signs that turn the direction of a text would show another address.
  const address = written.replace(/[\s\p{Cc}]+/gu, '').replace(BIDI, encodeURIComponent);
  return /^(?:https?:\/\/|mailto:)./i.test(address) ? address : undefined;
}
