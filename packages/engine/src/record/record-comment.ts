/** The beginning of the comment that a record may begin with. The version follows, then JSON. */
export const MARK = '<!-- millrace ';
const VERSION = '1';
const END = ' -->';

/** The comment and the markdown below it. */
export interface Commented {
  readonly json: unknown;
  readonly body: string;
}

/** Prints facts as a comment above a body. No value can end the comment: JSON needs no `>`. */
export function printComment(facts: object, body: string): string {
  const json = JSON.stringify(facts).replaceAll('>', '\\u003e');
  return `${MARK}${VERSION} ${json}${END}${body === '' ? '' : `\n\n${body}`}`;
}

/** Reads the comment of a markdown that begins with `MARK`. Never throws. Linear. */
export function readComment(markdown: string): Commented | 'newer_format' | 'broken_comment' {
  const [, version = ''] = /^(\d{1,9}) /.exec(markdown.slice(MARK.length, MARK.length + 12)) ?? [];
  const from = MARK.length + version.length + 1;
  const end = markdown.indexOf(END, from);
  if (version === '' || end < 0) return 'broken_comment';
  if (version !== VERSION) return 'newer_format';
  const below = markdown.slice(end + END.length);
  const json = parseJson(markdown.slice(from, end));
  if (json === undefined || (below !== '' && !below.startsWith('\n\n'))) return 'broken_comment';
  return { json, body: below.slice(2) };
}

/** The value of a JSON text; undefined when it is none. */
export function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
