import * as z from 'zod/mini';
import type { ListedModel, ListPage } from './list-models.ts';
import { count, maybe, text } from './loose-json.ts';

const strings = maybe(z.array(z.string()));

const entry = z.object({
  id: text,
  name: text,
  // The loaded length, at LM Studio and llama.cpp.
  loaded_context_length: count,
  meta: maybe(z.object({ n_ctx: count })),
  // OpenRouter and Together, vLLM, Groq, Mistral and LM Studio.
  context_length: count,
  max_input_tokens: count,
  max_model_len: count,
  context_window: count,
  max_context_length: count,
  // OpenRouter.
  pricing: maybe(z.object({ prompt: text, completion: text })),
  supported_parameters: strings,
  top_provider: maybe(z.object({ max_completion_tokens: count })),
  architecture: maybe(z.object({ input_modalities: strings, output_modalities: strings })),
});
const page = z.object({ data: maybe(z.array(maybe(entry))), models: maybe(z.array(maybe(entry))) });

/** Reads a list in the form of OpenAI, with what compatible servers add to it. Throws when it is none. Pure. */
export function readListed(json: unknown): ListPage {
  const { data, models } = page.parse(json);
  if (data === undefined && models === undefined) throw new TypeError('There is no list.');
  const all = (data ?? models ?? []).flatMap((each) => (each === undefined ? [] : readEntry(each)));
  return { models: all };
}

function readEntry(each: z.infer<typeof entry>): ListedModel[] {
  const name = each.id ?? each.name;
  const kinds = each.architecture?.output_modalities;
  // One that only paints can't chat.
  if (name === undefined || kinds?.includes('text') === false) return [];
  const inputs = each.architecture?.input_modalities;
  const contextWindow = firstPositive(
    each.loaded_context_length,
    each.meta?.n_ctx,
    each.context_length,
    each.max_input_tokens,
    each.max_model_len,
    each.context_window,
    each.max_context_length,
  );
  const maxTokens = firstPositive(each.top_provider?.max_completion_tokens);
  const price = readPrice(each.pricing?.prompt, each.pricing?.completion);
  return [
    {
      name,
      ...(each.id !== undefined && each.name !== undefined && { label: each.name }),
      ...(inputs !== undefined && { reads: inputs.includes('image') ? (['image'] as const) : [] }),
      ...(contextWindow !== undefined && { contextWindow }),
      ...(maxTokens !== undefined && { maxTokens }),
      ...(price !== undefined && { price }),
      ...(each.supported_parameters !== undefined && { parameters: each.supported_parameters }),
    },
  ];
}

/** The first count that says something. Pure. */
export function firstPositive(...counts: readonly (number | undefined)[]): number | undefined {
  return counts.find((tokens) => tokens !== undefined && tokens > 0);
}

const MILLION = 1_000_000;

/** OpenRouter lists the price of one token as a string; -1 means that it depends. */
function readPrice(prompt: string | undefined, completion: string | undefined): ListedModel['price'] {
  const [input, output] = [prompt, completion].map((text) => (text ? Number(text) * MILLION : Number.NaN));
  if (!(input !== undefined && input >= 0) || !(output !== undefined && output >= 0)) return undefined;
  return { input: round(input), output: round(output) };
}

function round(dollars: number): number {
  return Number(dollars.toPrecision(6));
}
