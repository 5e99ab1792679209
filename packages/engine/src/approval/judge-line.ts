import { readByUnbash } from './read-by-unbash.ts';
import { type PlainLine, readPlainLine } from './read-plain-line.ts';

/**
 * The commands of a plain line. Two readers that share no code must find the same ones, so that a fault in one of them asks
 * instead of running something. Pure. Never throws. Linear.
 */
export function judgeLine(text: string, readAgain = readByUnbash): PlainLine {
  const plain = readPlainLine(text);
  if (plain.commands === undefined) return plain;
  const second = readAgain(text);
  return JSON.stringify(plain.commands) === JSON.stringify(second)
    ? plain
    : { hidden: 'two readers of it do not find the same commands' };
}
