import { CODE, type Flank, flankOf } from '../characters.ts';
import type { MarkdownInline } from '../tree.ts';
import { type Cell, contentSince } from './cell.ts';
import { DEPTH_LIMIT, HOLD, RUN_LIMIT } from './inline-context.ts';
import type { Inlines } from './inlines.ts';

/** A run of `*`, `_` or `~` that may open something. */
export interface Delimiter {
  readonly previous: Delimiter | null;
  readonly at: number;
  readonly code: number;
  /** How many of its characters are still text. */
  readonly count: number;
  /** How many there were. */
  readonly length: number;
  readonly canClose: boolean;
  readonly before: Cell | null;
  readonly cell: Cell;
}

interface Run {
  readonly at: number;
  readonly code: number;
  readonly length: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
}

/** Takes a run of delimiters: closes what it can, and what is left may open. */
export function readDelimiters(inlines: Inlines, at: number): number {
  const code = inlines.code(at);
  let end = at + 1;
  while (end - at < RUN_LIMIT && inlines.code(end) === code) end++;
  if (end - at === RUN_LIMIT) {
    inlines.pushText(String.fromCharCode(code).repeat(RUN_LIMIT));
    return end;
  }
  if (!inlines.final && !isCharacterAt(inlines, end)) return HOLD;
  const length = end - at;
  const flanks = flanksOf(inlines, at, end, code);
  const isRun = code !== CODE.tilde || length <= 2;
  const run: Run = { at, code, length, canOpen: isRun && flanks.canOpen, canClose: isRun && flanks.canClose };
  const left = run.canClose ? close(inlines, run) : length;
  if (left > 0) open(inlines, run, left);
  return end;
}

function open(inlines: Inlines, run: Run, count: number): void {
  const before = inlines.tail;
  inlines.pushText(String.fromCharCode(run.code).repeat(count));
  const cell = inlines.tail;
  if (!run.canOpen || cell === null) return;
  const { at, code, length, canClose } = run;
  inlines.delimiters = { previous: inlines.delimiters, at, code, count, length, canClose, before, cell };
}

/** Matches a run with what was opened before. Returns how many of its characters are left. */
function close(inlines: Inlines, run: Run): number {
  let left = run.length;
  while (left > 0) {
    const opener = findOpener(inlines, run, left);
    if (opener === null) break;
    const size = run.code === CODE.tilde ? left : left >= 2 && opener.count >= 2 ? 2 : 1;
    if (!wrap(inlines, opener, size)) break;
    inlines.reached = Math.min(inlines.reached, opener.at);
    if (inlines.brackets !== null && opener.at < inlines.brackets.at) inlines.lastCrossing = run.at;
    left -= size;
  }
  return left;
}

function findOpener(inlines: Inlines, run: Run, left: number): Delimiter | null {
  const key = bottomKey(run);
  const bottom = Math.max(inlines.bottoms[key] ?? -1, inlines.deepFloor + 1, inlines.floor);
  for (let each = inlines.delimiters; each !== null && each.at >= bottom; each = each.previous) {
    if (each.code === run.code && isPair(each, run, left)) return each;
  }
  const bottoms = inlines.bottoms.slice();
  for (let i = bottoms.length; i < key; i++) bottoms.push(-1);
  bottoms[key] = run.at;
  inlines.bottoms = bottoms;
  return null;
}

function isPair(opener: Delimiter, run: Run, left: number): boolean {
  if (run.code === CODE.tilde) return opener.count === left;
  if (!opener.canClose && !run.canOpen) return true;
  return (opener.length + run.length) % 3 !== 0 || (opener.length % 3 === 0 && run.length % 3 === 0);
}

/** Runs with the same key can be closed by the same openers. */
function bottomKey(run: Run): number {
  if (run.code === CODE.tilde) return 11 + run.length;
  return (run.code === CODE.star ? 0 : 6) + (run.canOpen ? 3 : 0) + (run.length % 3);
}

/** Makes a node of all behind an opener. False when it would be nested too deep. */
function wrap(inlines: Inlines, opener: Delimiter, size: number): boolean {
  const { nodes, depth } = contentSince(inlines.tail, opener.cell);
  if (depth >= DEPTH_LIMIT) {
    inlines.deepFloor = Math.max(inlines.deepFloor, opener.at);
    return false;
  }
  const rest = opener.count - size;
  inlines.tail = opener.before;
  inlines.delimiters = opener.previous;
  if (rest > 0) {
    inlines.pushText(String.fromCharCode(opener.code).repeat(rest));
    const cell = inlines.tail;
    if (cell !== null) inlines.delimiters = { ...opener, count: rest, cell };
  }
  inlines.pushNode(nodeFor(opener.code, size, nodes), depth + 1);
  return true;
}

export function nodeFor(code: number, size: number, children: readonly MarkdownInline[]): MarkdownInline {
  if (code === CODE.tilde) return { type: 'strikethrough', marker: size === 2 ? '~~' : '~', children };
  return { type: size === 2 ? 'strong' : 'emphasis', marker: code === CODE.star ? '*' : '_', children };
}

/** Tells whether the whole of a character is there, and not only half of a surrogate pair. */
function isCharacterAt(inlines: Inlines, at: number): boolean {
  if (at >= inlines.end) return false;
  return (inlines.code(at) & 0xfc00) !== 0xd800 || at + 1 < inlines.end;
}

function flanksOf(
  inlines: Inlines,
  at: number,
  end: number,
  code: number,
): { canOpen: boolean; canClose: boolean } {
  const before = flankBefore(inlines, at);
  const after = end < inlines.end ? flankOf(inlines.text.codePointAt(end - inlines.base) ?? 0) : 'space';
  const left = after !== 'space' && (after !== 'punctuation' || before !== 'other');
  const right = before !== 'space' && (before !== 'punctuation' || after !== 'other');
  if (code === CODE.tilde) return { canOpen: left, canClose: right };
  // Beside what may be struck, bold and slanted begin and end as they do beside a letter.
  const { gfm } = inlines.context;
  const canOpen = left || (gfm && inlines.code(end) === CODE.tilde);
  const canClose = right || (gfm && inlines.code(at - 1) === CODE.tilde);
  if (code === CODE.star) return { canOpen, canClose };
  return {
    canOpen: canOpen && (!canClose || before === 'punctuation'),
    canClose: canClose && (!canOpen || after === 'punctuation'),
  };
}

function flankBefore(inlines: Inlines, at: number): Flank {
  const index = at - inlines.base;
  if (index <= 0) return 'space';
  const isLow = (inlines.text.charCodeAt(index - 1) & 0xfc00) === 0xdc00;
  const isPair = isLow && index > 1 && (inlines.text.charCodeAt(index - 2) & 0xfc00) === 0xd800;
  return flankOf(inlines.text.codePointAt(isPair ? index - 2 : index - 1) ?? 0);
}
