import { type Parser, type Tree, TreeFragment } from '@lezer/common';
import { CountedInput } from './counted-input.ts';
import { type CodeLine, readTokens } from './highlight-code.ts';

/** How often each character may be read. */
const READS = 2;
/** To have read in vain costs more than to wait, so twice what the last time cost must be there. */
const SPARE = 2;
/** Nodes of a tree that are shorter can't be used again. */
const SHORTEST_NODE = 16;

/**
 * The lines of a code that still arrives. Each whole line gets its words' kinds when its turn comes; lines that have them
 * keep their objects. However it is cut, the parser reads at most twice as many characters as the code has: what it made
 * of the beginning is used again, and where that is not possible the end stays plain for longer. A word here and there has
 * the kind that it seemed to have before more came.
 */
export class GrowingCode {
  /** Characters that the parser has read. */
  spent = 0;
  /** Characters that have their kinds. */
  parsed = 0;
  private done = '';
  /** With the open line as the last. */
  private readonly lines: CodeLine[] = [[]];
  private tree: Tree | undefined;
  /** What the last time cost beyond what was new. */
  private again = 0;
  private readonly parser: Parser | undefined;

  constructor(parser: Parser | undefined) {
    this.parser = isConfigurable(parser) ? parser.configure({ bufferLength: SHORTEST_NODE }) : parser;
  }

  /** Whether a text begins with all lines that were read. */
  goesOn(code: string): boolean {
    return code.startsWith(this.done);
  }

  /** Reads on to the end of the given code, and gives its lines. The list is live; the same code again changes nothing. */
  read(code: string): readonly CodeLine[] {
    const end = code.lastIndexOf('\n') + 1;
    this.lines.pop();
    if (end > this.done.length) {
      for (const line of code.slice(this.done.length, end - 1).split('\n')) this.lines.push(plainLine(line));
      this.done = code.slice(0, end);
      this.parse();
    }
    this.lines.push(plainLine(code.slice(end)));
    return this.lines;
  }

  private parse(): void {
    const { parser, done, tree } = this;
    const budget = READS * done.length - this.spent;
    if (parser === undefined || done.length - this.parsed + SPARE * this.again > budget) return;
    const input = new CountedInput(done, budget);
    const from = this.parsed;
    const change = { fromA: from, toA: from, fromB: from, toB: done.length };
    const parse = parser.startParse(
      input,
      tree && TreeFragment.applyChanges(TreeFragment.addTree(tree), [change], 0),
    );
    let next: Tree | null = null;
    while (next === null && !input.isShort) next = parse.advance();
    this.spent += input.taken;
    this.again = Math.max(input.taken - (done.length - from), 0) + (input.isShort ? done.length - from : 0);
    if (next === null || input.isShort) return;
    this.tree = next;
    this.parsed = done.length;
    this.colour(next, Math.min(input.changedFrom, from));
  }

  /** Gives the lines from the one that has a character on their kinds. */
  private colour(tree: Tree, from: number): void {
    const start = this.done.lastIndexOf('\n', from - 1) + 1;
    const first = this.lines.length - count(this.done, start);
    const coloured = readTokens(this.done, tree, start);
    // After the last line break is no line.
    coloured.pop();
    for (const [i, line] of coloured.entries()) this.lines[first + i] = line;
  }
}

function plainLine(text: string): CodeLine {
  return text === '' ? [] : [{ text }];
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
