import { longestBeginning } from './longest-beginning.ts';

/** How many tokens an answer may have at a model of which nothing is known. */
const UNKNOWN = 8_192;

// How many tokens an answer of Anthropic's models may have at most, by the beginning of a name. The longest beginning
// counts. Other providers know it themselves when nobody tells them.
const OUTPUTS: Readonly<Record<string, number>> = {
  'claude-2': 4_096,
  'claude-instant': 4_096,
  'claude-3-haiku': 4_096,
  'claude-3-opus': 4_096,
  'claude-3-sonnet': 4_096,
  'claude-3-5': 8_192,
  'claude-3-7': 64_000,
  'claude-opus-': 32_000,
  'claude-opus-4-5': 64_000,
  'claude-opus-4-6': 128_000,
  'claude-opus-4-7': 128_000,
  'claude-sonnet-': 64_000,
  'claude-haiku-': 64_000,
};

/** How many tokens an answer of a model may have, as far as its name tells; rather too few than too many. Pure. */
export function knownOutput(model: string): number {
  return longestBeginning(OUTPUTS, model) ?? UNKNOWN;
}
