/** A text with one space where HTML shows one. Pure. Linear. */
export function singleSpaced(text: string): string {
  return /[\t\n\r\f\u00a0]| {2}/.test(text) ? text.replace(/[ \t\n\r\f\u00a0]+/g, ' ') : text;
}
