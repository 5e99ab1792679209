/** A number as a cell shows it, with the format to write another one in the same way. */
export interface SheetNumber {
  /** `4.5%` is 0.045. */
  readonly value: number;
  readonly style: NumberStyle;
}

export interface NumberStyle {
  readonly kind: 'plain' | 'percent' | 'currency';
  /** `$`; empty where there is none. */
  readonly symbol: string;
  readonly isSymbolLast: boolean;
  readonly decimals: number;
  readonly isGrouped: boolean;
  /** Numbers above zero have a plus. */
  readonly hasPlus: boolean;
}

const NUMBER =
  /^(?<sign>[+\-−])?(?<before>[$€£¥])?(?<late>[+\-−])?(?<whole>\d{1,3}(?:,\d{3})+|\d+)?(?:\.(?<part>\d+))?(?<power>[eE][+-]?\d{1,3})?[\u00a0\u202f ]?(?<after>[%$€£¥])?$/u;
const MOST_DIGITS = 15;

/**
 * Reads `17,902`, `4.5%`, `$1,200.50`, `−0.1` and `+1.9`. Undefined for everything else: dates, versions, codes such as
 * `007`, and numbers with more digits than can be kept exactly. Pure.
 */
export function readNumber(text: string): SheetNumber | undefined {
  if (text.length > 40) return undefined;
  const { sign, before, late, whole, part, power, after } = NUMBER.exec(text.trim())?.groups ?? {};
  if (whole === undefined && part === undefined) return undefined;
  if ((sign !== undefined && late !== undefined) || (before !== undefined && after !== undefined)) {
    return undefined;
  }
  const digits = (whole ?? '0').replaceAll(',', '');
  if (digits.length > 1 && digits.startsWith('0')) return undefined;
  if (digits.length + (part ?? '').length > MOST_DIGITS) return undefined;
  const isPercent = after === '%';
  // As the digits stand: 4.5 / 100 would be 0.045 only by luck.
  const size = Number(`${digits}.${part ?? '0'}${shift(power, isPercent ? -2 : 0)}`);
  if (!Number.isFinite(size)) return undefined;
  const symbol = isPercent ? '' : (before ?? after ?? '');
  const mark = sign ?? late;
  return {
    value: mark === undefined || mark === '+' || size === 0 ? size : -size,
    style: {
      kind: isPercent ? 'percent' : symbol === '' ? 'plain' : 'currency',
      symbol,
      isSymbolLast: before === undefined && symbol !== '',
      decimals: (part ?? '').length,
      isGrouped: whole?.includes(',') ?? false,
      hasPlus: mark === '+',
    },
  };
}

function shift(power: string | undefined, by: number): string {
  return `e${Number(power?.slice(1) ?? 0) + by}`;
}
