import { CODE, isAlphanumeric, isDigit } from '../characters.ts';
import type { MarkdownInline } from '../tree.ts';
import type { Bracket } from './brackets.ts';
import { type Cell, contentSince, textCell } from './cell.ts';
import { CodeSpanAhead, codeText } from './code-span.ts';
import { type Delimiter, nodeFor } from './delimiters.ts';
import { REACH } from './inline-context.ts';
import type { Inlines } from './inlines.ts';
import { LabelAhead, TargetAhead } from './link-ahead.ts';
import type { Waiting } from './lookahead.ts';
import { MathAhead } from './math.ts';

/** Markers at the very end, of which more text may make anything: runs of one sign, and single ones. */
const RUNS = '*_~`$';
const SIGNS: readonly string[] = ['![^', '[^', '![', '[', ']', '\\', '</', '<!', '<'];

/**
 * The chain with what is still open shown as if it were closed, and without markers at the end. What was opened more than
 * `REACH` characters ago is text. Costs at most what that much text does.
 */
export function aheadTail(inlines: Inlines): Cell | null {
  if (inlines.waiting === null && inlines.delimiters === null && inlines.brackets === null) {
    const held = inlines.text.slice(inlines.at - inlines.base);
    // Most text is words: nothing is open, and no more of the last one changes what it is.
    if (isPlainWord(held)) return held === '' ? inlines.tail : textCell(inlines.tail, held);
  }
  const whole = inlines.ended(inlines.end - REACH);
  const cut = looseLength(inlines, whole);
  const ended = cut === 0 ? whole : endedBefore(inlines, cut);
  closeWaiting(ended);
  closeOpen(ended);
  return ended.tail;
}

function isPlainWord(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (!isAlphanumeric(text.charCodeAt(i))) return false;
  return true;
}

/** How much at the end is a marker that closes nothing. */
function looseLength(inlines: Inlines, whole: Inlines): number {
  const marker = markerLength(inlines.text.slice(inlines.at - inlines.base));
  const { tail, delimiters } = whole;
  // A marker that ended something is in a node by now, unless it is only half of what ends it.
  const isHalf = delimiters !== null && delimiters.count < delimiters.length;
  return tail?.node && !isHalf ? 0 : marker;
}

/** How long the marker at the end of a text is. */
function markerLength(text: string): number {
  const last = text.charAt(text.length - 1);
  if (last === '' || !RUNS.includes(last)) return SIGNS.find((sign) => text.endsWith(sign))?.length ?? 0;
  let from = text.length;
  while (text.charAt(from - 1) === last) from--;
  return text.length - from;
}

function endedBefore(inlines: Inlines, cut: number): Inlines {
  const shorter = inlines.fork();
  shorter.text = inlines.text.slice(0, inlines.text.length - cut);
  return shorter.ended(shorter.end - REACH);
}

/** Shows the oldest thing whose end is looked for, if it is near: code, math, a link; a tag is hidden. */
function closeWaiting(inlines: Inlines): void {
  let oldest: Waiting | null = null;
  for (let each = inlines.waiting; each !== null && isNear(inlines, each.at); each = each.previous) {
    if (!isMoney(inlines, each)) oldest = each;
  }
  if (oldest === null) return;
  const { lookahead, moment, at } = oldest;
  inlines.restore(moment);
  if (lookahead instanceof CodeSpanAhead) {
    const text = codeText(inlines.tape.slice(lookahead.from, inlines.end));
    if (text.trim() !== '') inlines.pushNode({ type: 'code', text }, 0);
  } else if (lookahead instanceof MathAhead) {
    const latex = inlines.tape.slice(lookahead.from, inlines.end).trim();
    if (latex !== '') inlines.pushNode({ type: 'mathInline', latex, marker: lookahead.marker }, 0);
  } else if (lookahead instanceof TargetAhead || lookahead instanceof LabelAhead) {
    if (inlines.brackets !== null && inlines.lastCrossing < inlines.brackets.at)
      closeBracket(inlines, inlines.brackets);
    else inlines.pushText(inlines.tape.slice(at, inlines.end));
  }
}

/** A dollar before a digit is more often money. */
function isMoney(inlines: Inlines, { lookahead }: Waiting): boolean {
  if (!(lookahead instanceof MathAhead) || lookahead.marker !== '$') return false;
  return isDigit(inlines.tape.slice(lookahead.from, lookahead.from + 1).charCodeAt(0));
}

/** Closes emphasis and links that are open, from the inside. */
function closeOpen(inlines: Inlines): void {
  for (;;) {
    const { delimiters, brackets } = inlines;
    const at = Math.max(delimiters?.at ?? -1, brackets?.at ?? -1);
    if (at < 0 || !isNear(inlines, at)) return;
    // Of two at one place the delimiter stands inside.
    if (brackets !== null && brackets.at > (delimiters?.at ?? -1)) {
      const isWhole = inlines.lastCrossing < at && (brackets.image || at >= inlines.linkFloor);
      if (isWhole) closeBracket(inlines, brackets);
      else inlines.brackets = brackets.previous;
    } else if (delimiters !== null) closeDelimiter(inlines, delimiters);
  }
}

function closeBracket(inlines: Inlines, bracket: Bracket): void {
  const { nodes } = contentSince(inlines.tail, bracket.cell);
  inlines.tail = bracket.before;
  inlines.brackets = bracket.previous;
  const isNote = nodes[0]?.type === 'text' && nodes[0].text.startsWith('^');
  // Neither half an image nor half a footnote has anything to show.
  if (bracket.image || isNote || nodes.length === 0) return;
  inlines.pushNode({ type: 'link', url: '', title: '', kind: 'inline', children: nodes }, 1);
}

function closeDelimiter(inlines: Inlines, opener: Delimiter): void {
  inlines.delimiters = opener.previous;
  if (!isMarkup(inlines, opener)) return;
  const { nodes } = contentSince(inlines.tail, opener.cell);
  inlines.tail = opener.before;
  if (nodes.length === 0) return;
  const sizes = opener.code === CODE.tilde || opener.count < 3 ? [opener.count] : [2, 1];
  let children: readonly MarkdownInline[] = nodes;
  for (const size of sizes) children = [nodeFor(opener.code, size, children)];
  for (const node of children) inlines.pushNode(node, 1);
}

/** One star or underscore in a word is more often just that, and long runs are no markup. */
function isMarkup(inlines: Inlines, { at, count }: Delimiter): boolean {
  if (count > 3) return false;
  return count > 1 || at === 0 || !isAlphanumeric(inlines.tape.slice(at - 1, at).charCodeAt(0));
}

function isNear(inlines: Inlines, at: number): boolean {
  return at >= inlines.end - REACH;
}
