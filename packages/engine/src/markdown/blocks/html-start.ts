import { CODE } from '../characters.ts';
import { scanTag } from '../inlines/html-tag.ts';
import type { Blocks } from './blocks.ts';
import type { Line } from './line.ts';
import { Html } from './raw-leaves.ts';

const BLOCK_NAMES =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul';

/** The patterns that open HTML, and those that end it; null stands for an empty line. */
const KINDS: readonly (readonly [RegExp, RegExp | null])[] = [
  [/^<(?:script|pre|style|textarea)(?:[ \t>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<![A-Za-z]/, />/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [new RegExp(`^</?(?:${BLOCK_NAMES})(?:[ \\t]|/?>|$)`, 'i'), null],
];
/** With so many characters it is known whether it is one of them. */
const LONGEST_OPENING = 14;

/** Begins raw HTML. A line with nothing but one complete tag begins it only where no paragraph is open. */
export function startHtml(blocks: Blocks, line: Line): 'none' | 'leaf' {
  if (line.isIndentedCode || line.nextCode !== CODE.less) return 'none';
  const text = line.text.slice(line.next, line.next + LONGEST_OPENING);
  if (text.length < LONGEST_OPENING) line.reachedEnd = true;
  const close = KINDS.find(([open]) => open.test(text))?.[1];
  if (close === undefined && (line.isTooLong || blocks.anyParagraph !== null || !isLoneTag(line)))
    return 'none';
  blocks.openLeaf(line, () => new Html(line, close ?? null));
  return 'leaf';
}

function isLoneTag(line: Line): boolean {
  const isClosing = line.code(line.next + 1) === CODE.slash;
  const from = line.next + (isClosing ? 2 : 1);
  if (!/[A-Za-z]/.test(line.text.charAt(from))) return false;
  const { step, index } = scanTag(line.text, from + 1, isClosing ? 'closing name' : 'name');
  if (step !== 'done') {
    if (step !== 'failed') line.reachedEnd = true;
    return false;
  }
  let end = index;
  while (line.code(end) === CODE.space || line.code(end) === CODE.tab) end++;
  return line.code(end) < 0;
}
