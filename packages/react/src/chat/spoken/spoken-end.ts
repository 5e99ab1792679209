import { parseMarkdown } from '@millrace/engine';
import type { MarkdownBlock } from '@millrace/engine/markdown';
import type { Words } from '../../words/words-context.ts';

/** A text under this length is read out as it is. */
const SHORT = 300;

type Part = keyof Words['parts'];

/** The parts that are counted, in the order in which they are said. */
const PARTS: readonly (readonly [MarkdownBlock['type'], Part])[] = [
  ['paragraph', 'paragraphs'],
  ['heading', 'headings'],
  ['list', 'lists'],
  ['table', 'tables'],
  ['codeBlock', 'code'],
];

/** The words that a person hears about an answer that is ready. */
export interface SpokenEnd {
  /** That it is ready, and what it holds. */
  readonly summary: string;
  /** A short one as it is, without its marks. */
  readonly whole?: string;
}

/** Pure. */
export function spokenEnd(strings: Words, text: string): SpokenEnd {
  const whole = withoutMarks(text);
  if (whole !== '' && whole.length < SHORT) return { summary: strings.answerReady([]), whole };
  const blocks = parseMarkdown(text).children;
  const parts = PARTS.flatMap(([type, part]) => {
    const count = blocks.filter((block) => block.type === type).length;
    return count === 0 ? [] : [strings.parts[part](count)];
  });
  return { summary: strings.answerReady(parts) };
}

const MARKS = /[*_`#>]+/g;

/** A text as it is read out. Pure. */
export function withoutMarks(text: string): string {
  return text.replace(MARKS, '').trim();
}
