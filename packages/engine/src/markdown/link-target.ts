/** The destination of a link. */
export interface LinkTarget {
  readonly url: string;
  readonly title: string;
}

/** A label may have at most this many characters. */
export const LABEL_LIMIT = 999;

/** The form in which labels are compared: case and the amount of white space do not count. */
export function normalizeLabel(label: string): string {
  return label
    .trim()
    .replace(/[ \t\r\n]+/g, ' ')
    .toLowerCase()
    .toUpperCase();
}
