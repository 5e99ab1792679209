const TITLE_LENGTH = 60;

/** The first line of a message, short, in characters that can be shown and encoded. */
export function titleOf(message: string): string {
  const [first = ''] = message.trim().split(/\r?\n/, 1);
  const line = first
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\p{Cs}/gu, '\uFFFD')
    .trim();
  const characters = Array.from(line);
  return characters.length <= TITLE_LENGTH
    ? line
    : `${characters
        .slice(0, TITLE_LENGTH - 1)
        .join('')
        .trimEnd()}…`;
}
