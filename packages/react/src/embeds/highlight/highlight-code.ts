import type { Parser, Tree } from '@lezer/common';
import { highlightTree } from '@lezer/highlight';
import { highlighter, type TokenKind } from './token-kinds.ts';

export interface CodeToken {
  readonly text: string;
  readonly kind?: TokenKind;
}

export type CodeLine = readonly CodeToken[];

/** What is longer stays plain: a preview is short unless its lines are not. */
const MOST = 8_000;

/** The lines of a piece of code, in words of one kind each. Their text is exactly the code. Pure. */
export function highlightCode(code: string, parser: Parser | undefined): readonly CodeLine[] {
  return readTokens(code, code.length <= MOST ? parser?.parse(code) : undefined, 0);
}

/** The lines of a code from a place on, with the kinds that a tree gives to its words. Pure. */
export function readTokens(code: string, tree: Tree | undefined, from: number): CodeLine[] {
  const lines: CodeToken[][] = [[]];
  let at = from;
  const write = (to: number, kind?: TokenKind): void => {
    for (const [i, text] of code.slice(at, to).split('\n').entries()) {
      if (i > 0) lines.push([]);
      if (text !== '') lines.at(-1)?.push(kind === undefined ? { text } : { text, kind });
    }
    at = to;
  };
  const put = (start: number, to: number, kinds: string): void => {
    if (start > at) write(start);
    // The classes of the highlighter are the kinds; the last one is the narrowest.
    if (to > at) write(to, kinds.split(' ').at(-1) as TokenKind);
  };
  if (tree !== undefined) highlightTree(tree, highlighter, put, from);
  if (at < code.length) write(code.length);
  return lines;
}
