import { longestBeginning } from './longest-beginning.ts';
import type { FileKind } from './model.ts';

const SEES: readonly FileKind[] = ['image'];
const READS: readonly FileKind[] = ['image', 'pdf'];
const BLIND: readonly FileKind[] = [];

// The kinds of files that a model reads, by the beginning of its name. The longest beginning counts.
const KINDS: Readonly<Record<string, readonly FileKind[]>> = {
  claude: READS,
  'claude-2': BLIND,
  'claude-instant': BLIND,
  gemini: READS,
  'gpt-3.5': BLIND,
  'gpt-4': BLIND,
  'gpt-4-turbo': SEES,
  'gpt-4.1': READS,
  'gpt-4o': READS,
  'gpt-5': READS,
  o1: READS,
  'o1-mini': BLIND,
  'o1-preview': BLIND,
  o3: READS,
  'o3-mini': BLIND,
  'o4-mini': READS,
  gemma3: SEES,
  'gemma-3': SEES,
  llama4: SEES,
  'llama-4': SEES,
  'llama3.2-vision': SEES,
  'llama-3.2-11b-vision': SEES,
  'llama-3.2-90b-vision': SEES,
  llava: SEES,
  bakllava: SEES,
  'minicpm-v': SEES,
  moondream: SEES,
  pixtral: SEES,
  'mistral-small3.1': SEES,
  'mistral-small3.2': SEES,
  'qwen2-vl': SEES,
  qwen2vl: SEES,
  'qwen2.5vl': SEES,
  'qwen2.5-vl': SEES,
  'qwen3-vl': SEES,
};

/** The kinds of files that a model reads, as far as its name tells; `otherwise` those of its wire. A maker before a slash does not count. Pure. */
export function knownKinds(model: string, otherwise: readonly FileKind[]): readonly FileKind[] {
  return longestBeginning(KINDS, model) ?? otherwise;
}
