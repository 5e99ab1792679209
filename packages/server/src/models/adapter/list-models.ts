import * as z from 'zod/mini';
import { count, maybe, text } from './loose-json.ts';

/** A model as its provider lists it. */
export interface ListedModel {
  readonly name: string;
  /** How many tokens fit, where the provider tells it. */
  readonly contextWindow?: number;
  /** How many tokens an answer may have, where the provider tells it. */
  readonly maxTokens?: number;
}

const entry = z.object({
  id: text,
  name: text,
  // The loaded length, at LM Studio and llama.cpp.
  loaded_context_length: count,
  meta: maybe(z.object({ n_ctx: count })),
  // OpenRouter and Together, Anthropic, Gemini, vLLM, Groq, Mistral and LM Studio.
  context_length: count,
  max_input_tokens: count,
  inputTokenLimit: count,
  max_model_len: count,
  context_window: count,
  max_context_length: count,
  // Anthropic's longest answer.
  max_tokens: count,
});
const entries = maybe(z.array(maybe(entry)));
const answer = z.object({ data: entries, models: entries });

const PATIENCE_MS = 500;

/** The models that a server lists at an address. Empty, and soon, when none answers there. Never rejects. */
export async function listModels(
  url: string,
  headers: Readonly<Record<string, string>>,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Promise<ListedModel[]> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    // The headers hold a key, which goes to no other address.
    const response = await fetch(url, { headers, signal, redirect: 'manual' });
    const { data, models } = answer.parse(await response.json());
    return (data ?? models ?? []).flatMap((each) => (each === undefined ? [] : readEntry(each)));
  } catch {
    return [];
  }
}

function readEntry(each: z.infer<typeof entry>): ListedModel[] {
  // Gemini writes its names as paths.
  const name = each.id ?? each.name?.replace(/^models\//, '');
  if (name === undefined) return [];
  const contextWindow = [
    each.loaded_context_length,
    each.meta?.n_ctx,
    each.context_length,
    each.max_input_tokens,
    each.inputTokenLimit,
    each.max_model_len,
    each.context_window,
    each.max_context_length,
  ].find((tokens) => tokens !== undefined && tokens > 0);
  const { max_tokens: maxTokens = 0 } = each;
  return [
    { name, ...(contextWindow !== undefined && { contextWindow }), ...(maxTokens > 0 && { maxTokens }) },
  ];
}
