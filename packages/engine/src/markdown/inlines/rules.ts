import { readAngle } from './angle.ts';
import { openBracket, openImage, readCloseBracket } from './brackets.ts';
import { readBackticks } from './code-span.ts';
import { readDelimiters } from './delimiters.ts';
import { readBackslash, readEntity, readLineBreak } from './escape.ts';
import type { InlineRule } from './inline-context.ts';
import { readDollar } from './math.ts';

const COMMON: Readonly<Record<string, InlineRule>> = {
  '\n': readLineBreak,
  '\\': readBackslash,
  '&': readEntity,
  '`': readBackticks,
  '*': readDelimiters,
  _: readDelimiters,
  '[': openBracket,
  '!': openImage,
  ']': readCloseBracket,
  '<': readAngle,
};
const GFM: Readonly<Record<string, InlineRule>> = { '~': readDelimiters };
const MATH: Readonly<Record<string, InlineRule>> = { $: readDollar };

/** The rule for each character that begins a token, by its code. */
export function inlineRules({
  gfm,
  math,
}: {
  gfm: boolean;
  math: boolean;
}): readonly (InlineRule | undefined)[] {
  const rules: (InlineRule | undefined)[] = new Array(128).fill(undefined);
  const chosen = { ...COMMON, ...(gfm ? GFM : {}), ...(math ? MATH : {}) };
  for (const [character, rule] of Object.entries(chosen)) rules[character.charCodeAt(0)] = rule;
  return rules;
}
