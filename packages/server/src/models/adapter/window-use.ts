import type { TokenUsage } from '@millrace/engine/message';

/** How many tokens of the window a message and all before it fill: whatever was read, cached or not, and the answer. Pure. */
export function windowUse(usage: TokenUsage): number {
  const { input_tokens, output_tokens, cache_read_input_tokens = 0, cache_creation_input_tokens = 0 } = usage;
  return input_tokens + cache_read_input_tokens + cache_creation_input_tokens + output_tokens;
}
