import { printValue } from '../../approval/card/arguments.tsx';

/** A result as text to read: text as it is, JSON on several lines, also where it came as text. Pure. */
export function readableText(result: unknown): string {
  if (typeof result !== 'string') return printValue(result);
  return /^\s*[[{]/.test(result) ? printValue(parsed(result)) : result;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
