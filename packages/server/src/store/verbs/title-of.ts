const TITLE_LENGTH = 60;
/** Below so many empty lines no words are looked for. */
const FEW_LINES = 20;

/** The marks of headings, quotes and items at the beginning of a line. */
const MARKS = /^(?:(?:#{1,6}|>|[-*+]|\d{1,9}[.)])\s+)+(?=\S)/;
const FENCE = /^(?:`{3}|~{3})/;

/** The title of a chat from its first message: the first line with words, without marks of Markdown, short, in characters that can be shown. */
export function titleOf(message: string): string {
  const [first = ''] = message.trim().split(/\r?\n/, 1);
  const line = (FENCE.test(first) ? behindFence(message) : first)
    .trim()
    .replace(MARKS, '')
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

/** The first line of code has more to say than its fence. */
function behindFence(message: string): string {
  const [fence = '', ...lines] = message.trim().split(/\r?\n/, FEW_LINES);
  return lines.find((line) => line.trim() !== '' && !FENCE.test(line.trim())) ?? fence;
}
