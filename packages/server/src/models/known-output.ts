import { longestBeginning } from './longest-beginning.ts';

/** How many tokens an answer may have at a model of which nothing is known: every model of Anthropic takes so many. */
const UNKNOWN = 4_096;

// How many tokens an answer may have at most, by the beginning of a model's name. The longest beginning counts.
const OUTPUTS: Readonly<Record<string, number>> = {
  'claude-3-5': 8_192,
  'claude-3-7': 64_000,
  'claude-opus-4': 32_000,
  'claude-opus-4-5': 64_000,
  'claude-opus-4-6': 128_000,
  'claude-opus-4-7': 128_000,
  'claude-sonnet-4': 64_000,
  'claude-haiku-4': 64_000,
};

/** How many tokens an answer of a model may have, as far as its name tells; rather too few than too many. Pure. */
export function knownOutput(model: string): number {
  return longestBeginning(OUTPUTS, model) ?? UNKNOWN;
}
