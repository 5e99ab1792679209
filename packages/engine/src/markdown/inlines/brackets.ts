import { CODE } from '../characters.ts';
import { LABEL_LIMIT, type LinkTarget, normalizeLabel } from '../link-target.ts';
import type { MarkdownInline } from '../tree.ts';
import { type Cell, CellView, contentSince } from './cell.ts';
import type { Delimiter } from './delimiters.ts';
import { DEPTH_LIMIT, HOLD } from './inline-context.ts';
import { Inlines } from './inlines.ts';
import { LabelAhead, TargetAhead } from './link-ahead.ts';
import type { Found } from './lookahead.ts';

/** A `[` or `![` that may open a link or an image. */
export interface Bracket {
  readonly previous: Bracket | null;
  /** The index at which its text begins. */
  readonly at: number;
  readonly image: boolean;
  readonly before: Cell | null;
  readonly cell: Cell;
  readonly delimiters: Delimiter | null;
  readonly bottoms: readonly number[];
}

/** The links and images that were made, newest first, without those inside them. */
export interface Made {
  readonly previous: Made | null;
  /** The indexes at which its text begins and ends. */
  readonly at: number;
  readonly end: number;
  readonly node: MarkdownInline;
  readonly depth: number;
}

/** The target of a link or an image, and how it is written. */
interface Reference extends LinkTarget {
  readonly label?: string;
}

export function openBracket(inlines: Inlines, at: number): number {
  return open(inlines, at + 1, false);
}

/** Takes `!`, which opens an image before a bracket. */
export function openImage(inlines: Inlines, at: number): number {
  if (at + 1 >= inlines.end && !inlines.final) return HOLD;
  if (inlines.code(at + 1) === CODE.openBracket) return open(inlines, at + 2, true);
  inlines.pushText('!');
  return at + 1;
}

function open(inlines: Inlines, at: number, image: boolean): number {
  const known = inlines.known?.get(at);
  if (known !== undefined) {
    inlines.pushNode(known.node, known.depth);
    return known.end;
  }
  const { brackets, tail, delimiters, bottoms } = inlines;
  inlines.pushText(image ? '![' : '[');
  if (inlines.tail === null) return at;
  inlines.brackets = { previous: brackets, at, image, before: tail, cell: inlines.tail, delimiters, bottoms };
  inlines.lastBracket = at - 1;
  return at;
}

/** Takes `]`: the end of a link, an image or a footnote reference, or text. */
export function readCloseBracket(inlines: Inlines, at: number): number {
  const opener = inlines.brackets;
  if (opener !== null) {
    if (at + 1 >= inlines.end && !inlines.final) return HOLD;
    const mayClose = opener.at > inlines.deepFloor && (opener.image || opener.at >= inlines.linkFloor);
    const found = mayClose ? readLink(inlines, opener, at) : -1;
    if (found >= 0) return found;
  }
  leaveAsText(inlines);
  return at + 1;
}

function leaveAsText(inlines: Inlines): void {
  inlines.brackets = inlines.brackets?.previous ?? null;
  inlines.pushText(']');
}

/** Tries the four ways in which a link may go on behind its text. Returns where it ends, or -1. */
function readLink(inlines: Inlines, opener: Bracket, at: number): number {
  const next = inlines.code(at + 1);
  // Taken now: when a label behind it is found, the reader has been further, and has seen that label's bracket.
  const own = ownLabel(inlines, opener, at);
  let end = -1;
  if (next === CODE.openParen) {
    const found = (target: LinkTarget, stop: number): Found => linkFound(opener, at, stop, target);
    end = inlines.attempt(at, new TargetAhead(at + 2, found));
  } else if (next === CODE.openBracket) {
    const found = (label: string, stop: number): Found =>
      findReference(inlines, opener, at, stop, label === '' ? own : label) ??
      findFootnote(inlines, opener, at, own) ?? { end: at + 1, put: leaveAsText };
    end = inlines.attempt(at, new LabelAhead(at + 2, found));
  }
  if (end >= 0) return end;
  const found = findReference(inlines, opener, at, at + 1, own) ?? findFootnote(inlines, opener, at, own);
  found?.put(inlines);
  return found?.end ?? -1;
}

/** The text between brackets, when it may be a label: it is not too long, and no bracket is in it. */
function ownLabel(inlines: Inlines, opener: Bracket, at: number): string | undefined {
  const isLabel = inlines.lastBracket < opener.at && at - opener.at <= LABEL_LIMIT;
  return isLabel ? inlines.tape.slice(opener.at, at) : undefined;
}

function findReference(
  inlines: Inlines,
  opener: Bracket,
  at: number,
  end: number,
  label: string | undefined,
): Found | null {
  if (label === undefined) return null;
  const key = normalizeLabel(label);
  if (key === '') return null;
  const target = inlines.context.link(key);
  if (target !== undefined) return linkFound(opener, at, end, { ...target, label });
  inlines.tape.miss(key);
  return null;
}

function findFootnote(
  inlines: Inlines,
  opener: Bracket,
  at: number,
  label: string | undefined,
): Found | null {
  if (!inlines.context.gfm || label === undefined || !/^\^[^\s]+$/.test(label)) return null;
  const key = normalizeLabel(label);
  inlines.tape.miss(key);
  return inlines.context.footnote(key) ? footnoteFound(opener, at + 1, label.slice(1)) : null;
}

function footnoteFound(opener: Bracket, end: number, label: string): Found {
  return {
    end,
    put: (inlines) => {
      goBefore(inlines, opener);
      if (opener.image) inlines.pushText('!');
      inlines.pushNode({ type: 'footnoteReference', label }, 0);
    },
  };
}

function linkFound(opener: Bracket, at: number, end: number, reference: Reference): Found {
  return {
    end,
    put: (inlines) => {
      const { nodes, depth } = contentOf(inlines, opener, at);
      goBefore(inlines, opener);
      if (depth < DEPTH_LIMIT) make(inlines, opener, end, linkNode(opener, nodes, reference), depth + 1);
      else {
        inlines.deepFloor = Math.max(inlines.deepFloor, opener.at);
        inlines.pushText(inlines.tape.slice(opener.at - (opener.image ? 2 : 1), end));
      }
      if (!opener.image) inlines.linkFloor = opener.at;
    },
  };
}

function make(inlines: Inlines, opener: Bracket, end: number, node: MarkdownInline, depth: number): void {
  inlines.pushNode(node, depth);
  let previous = inlines.made;
  while (previous !== null && previous.at >= opener.at) previous = previous.previous;
  inlines.made = { previous, at: opener.at, end, node, depth };
}

function goBefore(inlines: Inlines, opener: Bracket): void {
  inlines.tail = opener.before;
  inlines.delimiters = opener.delimiters;
  inlines.bottoms = opener.bottoms;
  inlines.brackets = opener.previous;
}

/** The nodes between the brackets. Emphasis from outside does not reach in. */
function contentOf(
  inlines: Inlines,
  opener: Bracket,
  at: number,
): { nodes: MarkdownInline[]; depth: number } {
  if (inlines.lastCrossing < opener.at) return contentSince(inlines.tail, opener.cell);
  const inner = new Inlines(inlines.context, inlines.tape, new CellView());
  inner.base = Math.max(opener.at - 2, 0);
  inner.text = inlines.tape.slice(inner.base, at + 1);
  inner.at = opener.at;
  inner.tail = opener.cell;
  inner.autolinks = false;
  inner.known = new Map();
  for (let made = inlines.made; made !== null && made.at >= opener.at; made = made.previous) {
    inner.known.set(made.at, made);
  }
  inner.scan(at);
  return contentSince(inner.tail, opener.cell);
}

function linkNode(opener: Bracket, children: MarkdownInline[], reference: Reference): MarkdownInline {
  const { url, title, label } = reference;
  const written =
    label === undefined ? ({ kind: 'inline' } as const) : ({ kind: 'reference', label } as const);
  if (!opener.image) return { type: 'link', url, title, ...written, children };
  return { type: 'image', url, title, ...written, alt: plainText(children), children };
}

function plainText(nodes: readonly MarkdownInline[]): string {
  return nodes.map(plainTextOf).join('');
}

function plainTextOf(node: MarkdownInline): string {
  switch (node.type) {
    case 'text':
    case 'code':
      return node.text;
    case 'softBreak':
    case 'hardBreak':
      return '\n';
    case 'image':
      return node.alt;
    case 'mathInline':
      return node.latex;
    case 'htmlInline':
    case 'footnoteReference':
      return '';
    default:
      return plainText(node.children);
  }
}
