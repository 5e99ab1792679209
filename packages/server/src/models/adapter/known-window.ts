import { longestBeginning } from './longest-beginning.ts';

/** How many tokens fit into a model of which nothing is known. */
const UNKNOWN = 128_000;

// The context windows, by the beginning of a model's name. The longest beginning counts.
const WINDOWS: Readonly<Record<string, number>> = {
  claude: 200_000,
  'claude-2.0': 100_000,
  'claude-instant': 100_000,
  'gpt-3.5': 16_385,
  'gpt-4': 8_192,
  'gpt-4-32k': 32_768,
  'gpt-4-turbo': 128_000,
  'gpt-4-1106': 128_000,
  'gpt-4-0125': 128_000,
  'gpt-4.1': 1_047_576,
  'gpt-4.5': 128_000,
  'gpt-4o': 128_000,
  // 400,000 with the answer, of which the question may have these.
  'gpt-5': 272_000,
  'gpt-5-chat': 128_000,
  'gpt-5.1-chat': 128_000,
  'gpt-5.2-chat': 128_000,
  o1: 200_000,
  'o1-mini': 128_000,
  'o1-preview': 128_000,
  o3: 200_000,
  'o4-mini': 200_000,
  'codex-mini': 200_000,
  gemini: 1_048_576,
  'gemini-1.5-pro': 2_097_152,
  'gemini-2.5-flash-image': 32_768,
  gemma: 8_192,
  gemma3: 128_000,
  'gemma-3': 128_000,
  llama2: 4_096,
  'llama-2': 4_096,
  llama3: 8_192,
  'llama-3': 8_192,
  'llama3.1': 128_000,
  'llama-3.1': 128_000,
  'llama3.2': 128_000,
  'llama-3.2': 128_000,
  'llama3.3': 128_000,
  'llama-3.3': 128_000,
  'mistral:': 32_768,
  mixtral: 32_768,
  'qwen2.5': 32_768,
  'qwen-2.5': 32_768,
  qwen3: 40_960,
  'qwen3-coder': 262_144,
};

/** How many tokens fit into a model, as far as its name tells; rather too few than too many. Pure. */
export function knownWindow(model: string): number {
  return longestBeginning(WINDOWS, model) ?? UNKNOWN;
}
