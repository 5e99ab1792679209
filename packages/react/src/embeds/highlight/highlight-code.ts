import type { Parser, Tree } from '@lezer/common';
import { highlightTree } from '@lezer/highlight';
import type { CodeLine, CodeToken } from './plain-code.ts';
import { highlighter, type TokenKind } from './token-kinds.ts';

/** A longer text stays plain: a preview is short unless its lines are long. */
const MOST = 8_000;

/** The lines of a piece of code, in words of one kind each. Their text is exactly the code. Pure. */
export function highlightCode(code: string, parser: Parser | undefined): readonly CodeLine[] {
  return readTokens(code, code.length <= MOST ? parser?.parse(code) : undefined, 0);
}

/** The lines of a code from a place on, with the kinds that a tree gives to its words. Pure. */
export function readTokens(code: string, tree: Tree | undefined, from: number): CodeLine[] {
  let line: CodeToken[] = [];
  const lines = [line];
  let at = from;
  let lineEnd = endOfLine(code, from);
  const write = (to: number, kind?: TokenKind): void => {
    while (at < to) {
      const end = Math.min(to, lineEnd);
      if (end > at) push(line, code.slice(at, end), kind);
      at = end;
      if (end < to) {
        at++;
        lineEnd = endOfLine(code, at);
        line = [];
        lines.push(line);
      }
    }
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

/** Adds a word to a line. Words of one kind with nothing but space between them are one: a page has fewer parts then. */
function push(line: CodeToken[], text: string, kind: TokenKind | undefined): void {
  const [before, space] = [line[line.length - 2], line[line.length - 1]];
  if (kind === undefined) line.push({ text });
  else if (before?.kind === kind && space?.kind === undefined && space?.text.trim() === '')
    line.splice(-2, 2, { text: before.text + space.text + text, kind });
  else line.push({ text, kind });
}

function endOfLine(code: string, from: number): number {
  const end = code.indexOf('\n', from);
  return end < 0 ? code.length : end;
}
