import { printNumber } from './print-number.ts';
import type { NumberStyle, SheetNumber } from './read-number.ts';

export interface Summary {
  readonly sum: string;
  readonly average: string;
}

/** Sum and average of the numbers, written as they are: percents as percents. Undefined when there is none. Pure. */
export function summarize(numbers: readonly SheetNumber[]): Summary | undefined {
  const [first] = numbers;
  if (first === undefined) return undefined;
  const sum = numbers.reduce((total, { value }) => total + value, 0);
  const style = commonStyle(numbers, first.style);
  return {
    sum: printNumber(sum, style),
    average: printNumber(sum / numbers.length, style, { spare: style.decimals === 0 ? 2 : 0 }),
  };
}

function commonStyle(numbers: readonly SheetNumber[], first: NumberStyle): NumberStyle {
  const isOne = numbers.every(({ style }) => style.kind === first.kind && style.symbol === first.symbol);
  const decimals = numbers.reduce((most, { style }) => Math.max(most, style.decimals), 0);
  if (isOne) return { ...first, decimals, isGrouped: true, hasPlus: false };
  const digits = numbers.some(({ style }) => style.kind === 'percent') ? decimals + 2 : decimals;
  return {
    kind: 'plain',
    symbol: '',
    isSymbolLast: false,
    decimals: digits,
    isGrouped: true,
    hasPlus: false,
  };
}
