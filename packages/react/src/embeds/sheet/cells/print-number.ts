import type { NumberStyle } from './read-number.ts';

/** How many decimals are written: as many as the style has, and up to `spare` more where they say something. */
export interface Precision {
  readonly spare: number;
}

/** Writes a number the way others in its column are written. Pure. */
export function printNumber(
  value: number,
  { kind, symbol, isSymbolLast, decimals, isGrouped, hasPlus }: NumberStyle,
  { spare }: Precision = { spare: 0 },
): string {
  const size = new Intl.NumberFormat('en', {
    minimumFractionDigits: Math.min(decimals, 15),
    maximumFractionDigits: Math.min(decimals + spare, 15),
    useGrouping: isGrouped,
  }).format(Math.abs(value) * (kind === 'percent' ? 100 : 1));
  const isZero = !/[1-9]/.test(size);
  const sign = isZero || value === 0 ? '' : value < 0 ? '-' : hasPlus ? '+' : '';
  const end = kind === 'percent' ? '%' : isSymbolLast ? symbol : '';
  return `${sign}${isSymbolLast ? '' : symbol}${size}${end}`;
}

/** The same style as spreadsheets name it: `#,##0.00`, `0.0%`. Pure. */
export function formatCode({
  kind,
  symbol,
  isSymbolLast,
  decimals,
  isGrouped,
  hasPlus,
}: NumberStyle): string {
  const digits = `${isGrouped ? '#,##0' : '0'}${decimals > 0 ? `.${'0'.repeat(decimals)}` : ''}`;
  const mark = symbol === '' ? '' : `"${symbol}"`;
  const code = kind === 'percent' ? `${digits}%` : isSymbolLast ? `${digits}${mark}` : `${mark}${digits}`;
  return hasPlus ? `+${code};-${code};${code}` : code;
}
