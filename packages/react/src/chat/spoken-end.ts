import { type MarkdownBlock, parseMarkdown } from '@millrace/engine';
import { strings } from '../words/strings.ts';

/** A text under this length is read out as it is. */
const SHORT = 300;

type Part = keyof typeof strings.parts;

/** What is counted, in the order in which it is said. */
const PARTS: readonly (readonly [MarkdownBlock['type'], Part])[] = [
  ['paragraph', 'paragraphs'],
  ['heading', 'headings'],
  ['list', 'lists'],
  ['table', 'tables'],
  ['codeBlock', 'code'],
];

/** What is said aloud when an answer is ready: a short one whole, of a long one what it holds. Pure. */
export function spokenEnd(text: string): string {
  const whole = text.trim();
  if (whole !== '' && whole.length < SHORT) return whole;
  const blocks = parseMarkdown(text).children;
  return strings.answerReady(
    PARTS.flatMap(([type, part]) => {
      const count = blocks.filter((block) => block.type === type).length;
      return count === 0 ? [] : [strings.parts[part](count)];
    }),
  );
}
