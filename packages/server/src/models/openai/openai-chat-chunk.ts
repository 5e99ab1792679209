import * as z from 'zod/mini';
import { count, maybe, record, text, trouble } from '../adapter/loose-json.ts';

const callPiece = z.object({
  index: count,
  id: text,
  function: maybe(z.object({ name: text, arguments: maybe(z.union([z.string(), record])) })),
});

const delta = z.object({
  content: text,
  refusal: text,
  /** Thinking, as DeepSeek, vLLM and llama.cpp name it. */
  reasoning_content: text,
  /** Thinking, as OpenRouter, Ollama and newer versions of vLLM name it. */
  reasoning: text,
  tool_calls: maybe(z.array(callPiece)),
  annotations: maybe(z.array(record)),
});

/** A chunk of a Chat Completions stream, with as much of it as makes sense. */
export const chatChunk = z.object({
  id: text,
  model: text,
  choices: maybe(
    z.array(
      z.object({
        index: z.catch(z.number(), 0),
        delta: maybe(delta),
        finish_reason: text,
        /** The reason in the words of the provider behind OpenRouter. */
        native_finish_reason: text,
        /** The findings of Azure's filters, by kind. */
        content_filter_results: maybe(record),
        error: trouble,
      }),
    ),
  ),
  usage: maybe(
    z.object({
      prompt_tokens: count,
      completion_tokens: count,
      prompt_tokens_details: maybe(z.object({ cached_tokens: count, cache_write_tokens: count })),
    }),
  ),
  error: trouble,
});

export type ChatChunk = z.infer<typeof chatChunk>;
export type ChatCallPiece = z.infer<typeof callPiece>;
export type ChatDelta = z.infer<typeof delta>;
