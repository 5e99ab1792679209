const LENGTH = 80;

/** The first line of a text, short enough for a title. Pure. */
export function firstLine(text: string): string {
  const [line = ''] = text.trim().split('\n', 1);
  return line.length <= LENGTH ? line : `${line.slice(0, LENGTH - 1)}…`;
}
