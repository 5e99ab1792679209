import * as z from 'zod/mini';
import { type ListedModel, type ListPage, listModels, type ModelListing } from '../adapter/list-models.ts';
import { maybe, text } from '../adapter/loose-json.ts';
import { joinUrl, type Provider, type ProviderReach } from '../adapter/provider.ts';
import { firstPositive } from '../adapter/read-listed.ts';
import { listCompatibleModels } from './compatible.ts';

const PATIENCE_MS = 10_000;
/** The most models that are asked about one by one. */
const MOST_SHOWN = 100;

const tags = z.object({ models: z.array(maybe(z.object({ name: text, digest: text }))) });
const showAnswer = z.object({
  capabilities: maybe(z.array(z.string())),
  // The lines of the model's file, such as "num_ctx 8192".
  parameters: text,
});

/**
 * The models that Ollama has, by its own list: which of them can chat and think, and how many tokens fit where its file says so. A server
 * that has only the list of OpenAI is asked for that one. Never rejects.
 */
export async function listOllamaModels(
  provider: Provider,
  { apiKey, baseUrl, fetch }: ProviderReach & { readonly baseUrl: string },
): Promise<ModelListing> {
  const base = joinUrl(baseUrl, '');
  const root = base.endsWith('/v1') ? base.slice(0, -'/v1'.length) : base;
  const read = (json: unknown): ListPage => {
    const { models } = tags.parse(json);
    return { models: models.flatMap((each) => (each?.name === undefined ? [] : [{ name: each.name }])) };
  };
  const reach = { provider, apiKey, fetch };
  const listing = await listModels({ ...reach, url: joinUrl(root, '/api/tags'), read });
  if (!listing.ok)
    return listing.code === 'bad_request'
      ? listCompatibleModels(baseUrl, { apiKey, fetch }, { provider })
      : listing;
  const [first, rest] = [listing.models.slice(0, MOST_SHOWN), listing.models.slice(MOST_SHOWN)];
  const shown = await Promise.all(
    first.map((model) => show(provider, { apiKey, baseUrl: root, fetch }, model)),
  );
  return { ok: true, models: [...shown.flat(), ...rest] };
}

/** A model with what Ollama shows of it; none when it can't chat. As it was when nothing is shown. */
async function show(
  provider: Provider,
  { apiKey = '', baseUrl, fetch = globalThis.fetch }: ProviderReach & { readonly baseUrl: string },
  model: ListedModel,
): Promise<readonly ListedModel[]> {
  try {
    const response = await fetch(joinUrl(baseUrl, '/api/show'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...provider.headers(apiKey) },
      body: JSON.stringify({ model: model.name }),
      signal: AbortSignal.timeout(PATIENCE_MS),
      // The headers may hold a key, which goes to no other address.
      redirect: 'manual',
    });
    const { capabilities, parameters } = showAnswer.parse(await response.json());
    if (capabilities?.includes('completion') === false) return [];
    const contextWindow = firstPositive(Number(/^num_ctx\s+(\d{1,9})$/m.exec(parameters ?? '')?.[1] ?? 0));
    return [
      {
        ...model,
        ...(contextWindow !== undefined && { contextWindow }),
        ...(capabilities !== undefined && {
          thinking: capabilities.filter((name) => name === 'thinking'),
          reads: capabilities.includes('vision') ? (['image'] as const) : [],
        }),
      },
    ];
  } catch {
    return [model];
  }
}
