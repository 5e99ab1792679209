import { type Parser, type Tree, TreeFragment } from '@lezer/common';
import { detachText } from '../detach-text.ts';
import { CountedInput } from './counted-input.ts';
import { firstChange } from './first-change.ts';
import { readTokens } from './highlight-code.ts';
import { type CodeLine, plainLine } from './plain-code.ts';

/** How often each character may be read. */
const READS = 2;
/** A useless read costs more than waiting, so the budget must have twice the cost of the last one. */
const SPARE = 2;
/** To begin costs about as much as to read this many characters; but a short code has its kinds soon. */
const BEGINNING = 200;
const FREE_BEGINNINGS = 8;
/** Nodes of a tree that are shorter can't be used again. */
const SHORTEST_NODE = 16;
/** Of a longer text only the end is kept. */
const LONGEST_TEXT = 2_048;
/** Later text may change the meaning of this many characters before it. */
const SHORTEST_TEXT = 256;
/** The length of the end that tells one text from another. */
const TAIL = 64;
/** The names of texts that are lists of parts, each of which is the same wherever it stands. */
const LISTS = new Set(['Script', 'StyleSheet', 'SourceFile', 'Program']);

/**
 * The lines of a code that still arrives. Each whole line gets its words' kinds when its turn comes; lines that have them
 * keep their objects. However it is cut, the parser reads at most twice as many characters as the code has: what it made
 * of the beginning is used again, and where that is not possible the end stays plain for longer. What lies far behind is
 * not looked at any more, where the grammar allows it. A word here and there has the kind that it seemed to have before
 * more came.
 */
export class GrowingCode {
  /** Characters that the parser has read. */
  spent = 0;
  /** Characters that have their kinds. */
  parsed = 0;
  /** Characters in whole lines. */
  private length = 0;
  private tail = '';
  /** With the open line as the last. */
  private readonly lines: CodeLine[] = [[]];
  /** The whole lines that the parser looks at. */
  private text = '';
  /** The tree of those lines. */
  private tree: Tree | undefined;
  private fragments: readonly TreeFragment[] = [];
  /** The extra work of the last time, beyond the new text. */
  private again = 0;
  /** How often the parser was begun. */
  private begun = 0;
  private readonly parser: Parser | undefined;

  constructor(parser: Parser | undefined) {
    this.parser = isConfigurable(parser) ? parser.configure({ bufferLength: SHORTEST_NODE }) : parser;
  }

  /** Tells whether a text begins with all lines that were read, as far as their end and their length tell. */
  goesOn(code: string): boolean {
    return code.startsWith(this.tail, this.length - this.tail.length);
  }

  /** Reads on to the end of the given code, and gives its lines. The list is live; the same code again changes nothing. */
  read(code: string): readonly CodeLine[] {
    const rest = detachText(code.slice(this.length));
    const end = rest.lastIndexOf('\n') + 1;
    this.lines.pop();
    if (end > 0) this.take(rest.slice(0, end));
    this.lines.push(plainLine(rest.slice(end)));
    return this.lines;
  }

  private take(whole: string): void {
    for (const line of whole.slice(0, -1).split('\n')) this.lines.push(plainLine(line));
    this.length += whole.length;
    this.text += whole;
    this.tail = (this.tail + whole).slice(-TAIL);
    this.parse();
  }

  private parse(): void {
    const { parser, text } = this;
    const fresh = this.length - this.parsed;
    const begun = BEGINNING * Math.max(this.begun + 1 - FREE_BEGINNINGS, 0);
    const budget = READS * this.length - this.spent - begun;
    if (parser === undefined || fresh + SPARE * this.again > budget) return;
    this.begun++;
    const input = new CountedInput(text, budget);
    const from = text.length - fresh;
    const change = { fromA: from, toA: from, fromB: from, toB: text.length };
    const parse = parser.startParse(input, TreeFragment.applyChanges(this.fragments, [change], 0));
    // An open end is no mistake that needs a repair.
    parse.stopAt(text.length - 1);
    let tree: Tree | null = null;
    while (tree === null && !input.isShort) tree = parse.advance();
    this.spent += input.taken;
    this.again = Math.max(input.taken - fresh, 0) + (input.isShort ? fresh : 0);
    if (tree === null || input.isShort) return;
    this.parsed = this.length;
    this.colour(tree, this.tree === undefined ? 0 : Math.min(firstChange(this.tree, tree), from));
    this.keep(tree);
  }

  /** Gives the lines from the one that has a character on their kinds. */
  private colour(tree: Tree, from: number): void {
    const start = this.text.lastIndexOf('\n', from - 1) + 1;
    const first = this.lines.length - count(this.text, start);
    const coloured = readTokens(this.text, tree, start);
    // After the last line break is no line.
    coloured.pop();
    for (const [i, line] of coloured.entries()) this.lines[first + i] = line;
  }

  /** Keeps a tree to continue from, and of a long text only the part that may still change. */
  private keep(tree: Tree): void {
    const fragments = TreeFragment.addTree(tree);
    const { text } = this;
    const to = text.length > LONGEST_TEXT ? lastPart(tree, text, text.length - SHORTEST_TEXT) : 0;
    this.text = text.slice(to);
    this.tree = to === 0 ? tree : undefined;
    this.fragments =
      to === 0
        ? fragments
        : TreeFragment.applyChanges(fragments, [{ fromA: 0, toA: to, fromB: 0, toB: 0 }], 0);
  }
}

/** The index of the last part of a list that begins a line and starts before an index. */
function lastPart({ type, topNode }: Tree, text: string, before: number): number {
  if (!LISTS.has(type.name)) return 0;
  let part = topNode.childBefore(before);
  while (part !== null && text[part.from - 1] !== '\n') part = part.prevSibling;
  return part?.from ?? 0;
}

/** How many lines end behind a place. */
function count(text: string, from: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n', from); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}

interface Configurable extends Parser {
  configure(config: { readonly bufferLength: number }): Parser;
}

/** All our grammars are; the type does not say so. */
function isConfigurable(parser: Parser | undefined): parser is Configurable {
  return parser !== undefined && 'configure' in parser;
}
