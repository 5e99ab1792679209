import { CODE, isAsciiPunctuation } from '../characters.ts';
import { decodeEntity } from '../unescape-text.ts';
import { HOLD } from './inline-context.ts';
import type { Inlines } from './inlines.ts';
import { readMath } from './math.ts';

const ENTITY = /&(?:#[xX][0-9a-fA-F]{1,6}|#[0-9]{1,7}|[A-Za-z][A-Za-z0-9]{1,31});/y;
const HALF_ENTITY = /^&(?:#(?:[xX][0-9a-fA-F]{0,6}|[0-9]{0,7})|[A-Za-z][A-Za-z0-9]{0,31})?$/;
/** No reference is longer. */
const ENTITY_LIMIT = 34;

/** Takes a backslash: math, a hard break, an escaped character, or itself. */
export function readBackslash(inlines: Inlines, at: number): number {
  if (at + 1 >= inlines.end && !inlines.final) return HOLD;
  const next = inlines.code(at + 1);
  if (next === CODE.lineFeed) {
    inlines.pushNode({ type: 'hardBreak', kind: 'backslash' }, 0);
    return at + 2;
  }
  if (inlines.context.math && (next === CODE.openParen || next === CODE.openBracket)) {
    const found = readMath(inlines, at, next === CODE.openParen ? '\\(' : '\\[');
    if (found >= 0) return found;
  }
  if (!isAsciiPunctuation(next)) {
    inlines.pushText('\\');
    return at + 1;
  }
  inlines.pushText(String.fromCharCode(next));
  return at + 2;
}

/** Takes a character reference. */
export function readEntity(inlines: Inlines, at: number): number {
  ENTITY.lastIndex = at - inlines.base;
  const [entity] = ENTITY.exec(inlines.text) ?? [];
  const decoded = entity === undefined ? undefined : decodeEntity(entity);
  if (entity !== undefined && decoded !== undefined) {
    inlines.pushText(decoded);
    return at + entity.length;
  }
  const rest = inlines.end - at;
  if (!inlines.final && rest < ENTITY_LIMIT && HALF_ENTITY.test(inlines.text.slice(-rest))) return HOLD;
  inlines.pushText('&');
  return at + 1;
}

/** Takes the end of a line: a hard break behind two spaces, else a soft one. */
export function readLineBreak(inlines: Inlines, at: number): number {
  const isHard = inlines.code(at - 1) === CODE.space && inlines.code(at - 2) === CODE.space;
  inlines.pushNode(isHard ? { type: 'hardBreak', kind: 'spaces' } : { type: 'softBreak' }, 0);
  return at + 1;
}
