import * as z from 'zod/mini';
import { type ListedModel, type ListPage, listModels, type ModelListing } from '../adapter/list-models.ts';
import { count, maybe, text } from '../adapter/loose-json.ts';
import { joinUrl, type ProviderReach } from '../adapter/provider.ts';
import { firstPositive } from '../adapter/read-listed.ts';
import { GEMINI_URL, gemini } from './gemini.ts';

const PAGE_SIZE = 1000;

const entry = z.object({
  name: text,
  displayName: text,
  inputTokenLimit: count,
  outputTokenLimit: count,
  supportedGenerationMethods: maybe(z.array(z.string())),
  temperature: count,
  maxTemperature: count,
  topP: count,
  topK: count,
  thinking: maybe(z.boolean()),
});
const page = z.object({ models: z.array(maybe(entry)), nextPageToken: text });

/** Models in Google's list that speak, paint or steer instead of chatting. */
const OTHERS = /tts|image|embedding|audio|live|robotics|computer-use|aqa|customtools/;

/** The models that Google lists for a key and that can chat, from all pages. Never rejects. */
export function listGeminiModels({
  apiKey,
  baseUrl = GEMINI_URL,
  fetch,
}: ProviderReach): Promise<ModelListing> {
  const url = joinUrl(baseUrl, `/v1beta/models?pageSize=${PAGE_SIZE}`);
  const read = (json: unknown): ListPage => {
    const { models, nextPageToken: token } = page.parse(json);
    const next = token ? `${url}&pageToken=${encodeURIComponent(token)}` : undefined;
    return { models: models.flatMap((each) => (each === undefined ? [] : readEntry(each))), next };
  };
  return listModels({ provider: gemini, url, apiKey, fetch, read });
}

function readEntry(each: z.infer<typeof entry>): ListedModel[] {
  // Google writes its names as paths.
  const name = each.name?.replace(/^models\//, '');
  const chats = each.supportedGenerationMethods?.includes('generateContent') ?? true;
  if (name === undefined || !chats || OTHERS.test(name)) return [];
  const contextWindow = firstPositive(each.inputTokenLimit);
  const maxTokens = firstPositive(each.outputTokenLimit);
  const { temperature, maxTemperature, topP, topK } = each;
  return [
    {
      name,
      ...(each.displayName !== undefined && { label: each.displayName }),
      ...(contextWindow !== undefined && { contextWindow }),
      ...(maxTokens !== undefined && { maxTokens }),
      // A list that says nothing about thinking means a model that can't.
      thinking: each.thinking === true ? ['thinking'] : [],
      sampling: {
        ...(temperature !== undefined && { temperature }),
        ...(maxTemperature !== undefined && { maxTemperature }),
        ...(topP !== undefined && { topP }),
        ...(topK !== undefined && { topK }),
      },
    },
  ];
}
