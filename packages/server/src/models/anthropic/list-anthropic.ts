import * as z from 'zod/mini';
import { type ListedModel, type ListPage, listModels, type ModelListing } from '../adapter/list-models.ts';
import { count, maybe, text } from '../adapter/loose-json.ts';
import { joinUrl, type ProviderReach } from '../adapter/provider.ts';
import { firstPositive } from '../adapter/read-listed.ts';
import { ANTHROPIC_URL, anthropic } from './anthropic.ts';

const PAGE_SIZE = 1000;

const support = maybe(z.object({ supported: maybe(z.boolean()) }));
const supports = maybe(z.record(z.string(), z.unknown()));
const entry = z.object({
  id: text,
  display_name: text,
  lifecycle: text,
  max_input_tokens: count,
  max_tokens: count,
  capabilities: maybe(z.object({ effort: supports, thinking: maybe(z.object({ types: supports })) })),
});
const page = z.object({ data: z.array(maybe(entry)), has_more: maybe(z.boolean()), last_id: text });

/** The models that Anthropic lists for a key, from all pages. Never rejects. */
export function listAnthropicModels({
  apiKey,
  baseUrl = ANTHROPIC_URL,
  fetch,
}: ProviderReach): Promise<ModelListing> {
  const url = joinUrl(baseUrl, `/v1/models?limit=${PAGE_SIZE}`);
  const read = (json: unknown): ListPage => {
    const { data, has_more, last_id } = page.parse(json);
    const models = data.flatMap((each) => (each === undefined ? [] : readEntry(each)));
    const isMore = has_more === true && last_id !== undefined;
    return { models, ...(isMore && { next: `${url}&after_id=${encodeURIComponent(last_id)}` }) };
  };
  return listModels({ provider: anthropic, url, apiKey, fetch, read });
}

function readEntry(each: z.infer<typeof entry>): ListedModel[] {
  const { id: name, display_name: label, lifecycle, capabilities } = each;
  if (name === undefined || lifecycle === 'retired') return [];
  const contextWindow = firstPositive(each.max_input_tokens);
  const maxTokens = firstPositive(each.max_tokens);
  return [
    {
      name,
      ...(label !== undefined && { label }),
      ...(contextWindow !== undefined && { contextWindow }),
      ...(maxTokens !== undefined && { maxTokens }),
      ...(capabilities !== undefined && {
        thinking: supported(capabilities.thinking?.types),
        efforts: EFFORTS.filter((effort) => supported(capabilities.effort).includes(effort)),
      }),
    },
  ];
}

/** In the order of their strength. */
const EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max'];

function supported(all: Readonly<Record<string, unknown>> = {}): string[] {
  return Object.keys(all).filter((name) => support.parse(all[name])?.supported === true);
}
