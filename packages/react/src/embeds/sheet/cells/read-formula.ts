import type { MarkedToken } from '@ironcalc/wasm';
import { printAddress } from './address.ts';
import type { Area } from './selection.ts';

/** A formula that may be calculated. */
export interface ReadFormula {
  /** With ranges such as `B:B` cut to the rows and columns that there are. */
  readonly text: string;
  readonly areas: readonly Area[];
  /** It looks up addresses while it is calculated, so it may need any cell. */
  readonly needsAll: boolean;
}

const LONGEST = 8192;

// Functions that could build a table of any size out of two numbers, or repeat without end, and so block the page.
const UNBOUNDED = new Set(['SEQUENCE', 'RANDARRAY', 'MAKEARRAY', 'EXPAND', 'MUNIT', 'LAMBDA', 'REPT']);
const LOOKS_UP = new Set(['INDIRECT', 'OFFSET', 'INDEX']);

/** Reads which cells a formula needs; undefined when it is not to be calculated. Never throws. */
export function readFormula(
  formula: string,
  rows: number,
  columns: number,
  tokens: (formula: string) => MarkedToken[],
): ReadFormula | undefined {
  if (formula.length > LONGEST) return undefined;
  const areas: Area[] = [];
  let text = '';
  let end = 0;
  let needsAll = false;
  let marks: MarkedToken[];
  try {
    marks = tokens(formula);
  } catch {
    return undefined;
  }
  // The engine counts characters, not units of UTF-16.
  const letters = [...formula];
  for (const { token, start, end: tokenEnd } of marks) {
    if (typeof token === 'string') continue;
    if ('Ident' in token) {
      const name = token.Ident.toUpperCase();
      if (UNBOUNDED.has(name)) return undefined;
      needsAll ||= LOOKS_UP.has(name);
    } else if ('Reference' in token) {
      const { row, column } = token.Reference;
      areas.push({ top: row - 1, left: column - 1, bottom: row - 1, right: column - 1 });
    } else if ('Range' in token) {
      const { left, right } = token.Range;
      const area = {
        top: Math.min(left.row, right.row) - 1,
        left: Math.min(left.column, right.column) - 1,
        bottom: Math.max(left.row, right.row) - 1,
        right: Math.max(left.column, right.column) - 1,
      };
      const cut = {
        ...area,
        bottom: Math.max(area.top, Math.min(area.bottom, rows - 1)),
        right: Math.max(area.left, Math.min(area.right, columns - 1)),
      };
      areas.push(cut);
      if (cut.bottom === area.bottom && cut.right === area.right) continue;
      text += letters.slice(end, start).join('') + printArea(cut);
      end = tokenEnd;
    }
  }
  return { text: text + letters.slice(end).join(''), areas, needsAll };
}

function printArea({ top, left, bottom, right }: Area): string {
  return `${printAddress({ row: top, column: left })}:${printAddress({ row: bottom, column: right })}`;
}
