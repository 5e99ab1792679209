import * as z from 'zod/mini';

const text = z.nullish(z.string());
const count = z.nullish(z.number());
const list = <T extends z.ZodMiniType>(item: T) => z.nullish(z.array(item));

const part = z.object({
  text,
  thought: z.nullish(z.boolean()),
  thoughtSignature: text,
  functionCall: z.nullish(
    z.object({ id: text, name: z.string(), args: z.nullish(z.record(z.string(), z.unknown())) }),
  ),
});

const source = z.nullish(z.object({ uri: text, title: text }));

const grounding = z.object({
  groundingChunks: list(z.object({ web: source, retrievedContext: source, maps: source })),
  groundingSupports: list(
    z.object({ segment: z.nullish(z.object({ text })), groundingChunkIndices: list(z.number()) }),
  ),
});

const candidate = z.object({
  // A part that is not known yet takes nothing from those beside it.
  content: z.nullish(z.object({ parts: list(z.catch(part, {})) })),
  finishReason: text,
  finishMessage: text,
  groundingMetadata: z.catch(z.nullish(grounding), undefined),
});

/** One event of Gemini's stream, as far as it matters here. */
export const geminiChunk = z.object({
  responseId: text,
  modelVersion: text,
  candidates: list(candidate),
  promptFeedback: z.nullish(z.object({ blockReason: text, blockReasonMessage: text })),
  usageMetadata: z.nullish(
    z.object({
      promptTokenCount: count,
      toolUsePromptTokenCount: count,
      cachedContentTokenCount: count,
      candidatesTokenCount: count,
      thoughtsTokenCount: count,
    }),
  ),
});

export type GeminiChunk = z.infer<typeof geminiChunk>;
export type GeminiCandidate = z.infer<typeof candidate>;
export type GeminiPart = z.infer<typeof part>;
export type GeminiGrounding = z.infer<typeof grounding>;
