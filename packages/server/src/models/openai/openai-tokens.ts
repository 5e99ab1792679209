import type { UsageUpdate } from '@millrace/engine/message';

interface CountedTokens {
  readonly input?: number | undefined;
  readonly output?: number | undefined;
  readonly cached?: number | undefined;
  readonly cacheWritten?: number | undefined;
}

/** OpenAI counts what the cache gave and took as input; the log counts it apart. Pure. */
export function openAiTokens({ input, output, cached = 0, cacheWritten = 0 }: CountedTokens): UsageUpdate {
  return {
    ...(input !== undefined && { input_tokens: Math.max(0, input - cached - cacheWritten) }),
    ...(output !== undefined && { output_tokens: output }),
    ...(cached > 0 && { cache_read_input_tokens: cached }),
    ...(cacheWritten > 0 && { cache_creation_input_tokens: cacheWritten }),
  };
}
