import * as z from 'zod/mini';
import {
  type ImageModel,
  type ImageOptions,
  type ImagePrompt,
  postForImage,
} from '../adapter/image-model.ts';
import { maybe } from '../adapter/loose-json.ts';
import { joinUrl } from '../adapter/provider.ts';
import { GEMINI_URL, gemini } from './gemini.ts';

const MODEL = 'gemini-2.5-flash-image';
const part = z.object({ inlineData: maybe(z.object({ data: z.string() })) });
const answer = z.object({
  candidates: z.array(z.object({ content: maybe(z.object({ parts: maybe(z.array(part)) })) })),
});

/** The image model of Google. It decides itself what kind of file it gives. */
export function createGeminiImages(options: ImageOptions): ImageModel {
  const { model = MODEL, baseUrl = GEMINI_URL } = options;
  return {
    id: `gemini/${model}`,
    generate(prompt, signal) {
      const url = joinUrl(baseUrl, `/v1beta/models/${encodeURIComponent(model)}:generateContent`);
      return postForImage({ provider: gemini, url, body: requestOf(prompt), options, find }, signal);
    },
  };
}

function requestOf({ prompt, image }: ImagePrompt): object {
  const given =
    image === undefined
      ? []
      : [{ inlineData: { mimeType: image.mediaType, data: Buffer.from(image.bytes).toString('base64') } }];
  return {
    contents: [{ role: 'user', parts: [{ text: prompt }, ...given] }],
    generationConfig: { responseModalities: ['TEXT', 'IMAGE'] },
  };
}

function find(json: unknown): string | undefined {
  const parts = answer.safeParse(json).data?.candidates[0]?.content?.parts ?? [];
  return parts.find(({ inlineData }) => inlineData !== undefined)?.inlineData?.data;
}
