import * as z from 'zod/mini';
import {
  type ImageModel,
  type ImageOptions,
  type ImagePrompt,
  postForImage,
} from '../adapter/image-model.ts';
import { joinUrl } from '../adapter/provider.ts';
import { OPENAI_URL, openai } from './openai.ts';

const MODEL = 'gpt-image-1';
const answer = z.object({ data: z.array(z.object({ b64_json: z.string() })) });

/** The image model of OpenAI. A picture that is given is changed as the prompt says. */
export function createOpenAiImages(options: ImageOptions): ImageModel {
  const { model = MODEL, baseUrl = OPENAI_URL } = options;
  return {
    id: `openai/${model}`,
    generate(prompt, signal) {
      const fields = { model, prompt: prompt.prompt, n: 1, output_format: prompt.format };
      const path = prompt.image === undefined ? '/images/generations' : '/images/edits';
      const body = prompt.image === undefined ? fields : formOf(fields, prompt.image);
      return postForImage({ provider: openai, url: joinUrl(baseUrl, path), body, options, find }, signal);
    },
  };
}

function find(json: unknown): string | undefined {
  return answer.safeParse(json).data?.data[0]?.b64_json;
}

/** The service tells what a file is by its name and type. */
function formOf(
  fields: Readonly<Record<string, string | number>>,
  { bytes, mediaType }: NonNullable<ImagePrompt['image']>,
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  form.set(
    'image',
    new Blob([new Uint8Array(bytes)], { type: mediaType }),
    `image.${mediaType.replace('image/', '')}`,
  );
  return form;
}
