import * as z from 'zod/mini';
import { type ListPage, listModels, type ModelListing } from '../adapter/list-models.ts';
import { count, maybe, text } from '../adapter/loose-json.ts';
import { joinUrl, type ProviderReach } from '../adapter/provider.ts';
import { readListed } from '../adapter/read-listed.ts';
import { OPENAI_URL, openai } from './openai.ts';

/** Models in OpenAI's list that answer something else than a chat. */
const OTHERS =
  /embedding|whisper|tts|dall-e|image|audio|realtime|transcribe|moderation|sora|davinci|babbage|instruct|search|computer-use|deep-research/;

const created = z.object({ data: maybe(z.array(maybe(z.object({ id: text, created: count })))) });

/** The models that OpenAI lists for a key and that can chat, the newest first. Never rejects. */
export function listOpenAiModels({
  apiKey,
  baseUrl = OPENAI_URL,
  fetch,
}: ProviderReach): Promise<ModelListing> {
  const read = (json: unknown): ListPage => {
    const { data = [] } = created.parse(json);
    const ages = new Map(data.map((each) => [each?.id, each?.created ?? 0]));
    const models = readListed(json).models.filter(({ name }) => !OTHERS.test(name));
    const age = (name: string): number => ages.get(name) ?? 0;
    return { models: models.toSorted((a, b) => age(b.name) - age(a.name)) };
  };
  return listModels({ provider: openai, url: joinUrl(baseUrl, '/models'), apiKey, fetch, read });
}
