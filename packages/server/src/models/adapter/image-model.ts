import { ModelError } from './model.ts';
import { parseJson } from './parse-json.ts';
import type { Provider } from './provider.ts';
import { refusal } from './provider-error.ts';
import { askProvider, lost } from './provider-stream.ts';

/** A picture to make, perhaps from another one. */
export interface ImagePrompt {
  readonly prompt: string;
  /** The format of the picture; not every provider lets one choose. */
  readonly format: 'png' | 'jpeg' | 'webp';
  readonly image?: { readonly bytes: Uint8Array; readonly mediaType: string } | undefined;
}

/** Something that makes pictures. `id` is `provider/model`. */
export interface ImageModel {
  readonly id: string;
  /** Makes one picture and gives its bytes. Throws ModelError, or the signal's reason when it is aborted. */
  generate(prompt: ImagePrompt, signal: AbortSignal): Promise<Uint8Array>;
}

/** The options of `createOpenAiImages` and `createGeminiImages`. */
export interface ImageOptions {
  readonly apiKey: string;
  /** The provider's name of the model. */
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
  /** How long a picture may take; five minutes unless given. */
  readonly timeoutMs?: number | undefined;
  /** Sends the request instead of the platform's own. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

const TIMEOUT_MS = 300_000;
/** More than any picture that can be kept, in base64. */
const MAX_BYTES = 40 * 1024 * 1024;

export interface ImageCall {
  readonly provider: Provider;
  readonly url: string;
  /** A form, or anything that is sent as JSON. */
  readonly body: FormData | object;
  readonly options: ImageOptions;
  /** Finds the picture in the answer, as base64. */
  find(answer: unknown): string | undefined;
}

/** Posts a request for a picture and gives the picture. Throws ModelError, or the signal's reason when it is aborted. */
export async function postForImage(call: ImageCall, signal: AbortSignal): Promise<Uint8Array> {
  const { provider, options } = call;
  const late = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  try {
    const response = await post(call, AbortSignal.any([signal, late]));
    if (!response.ok) throw await refusal(provider, response);
    const base64 = call.find(parseJson(await readText(provider, response)));
    if (base64 === undefined || base64 === '') throw withoutPicture(provider);
    return Buffer.from(base64, 'base64');
  } catch (error) {
    signal.throwIfAborted();
    if (late.aborted) throw tooLate(provider);
    throw error instanceof ModelError ? error : lost(provider, error);
  }
}

function post({ provider, url, body, options }: ImageCall, signal: AbortSignal): Promise<Response> {
  const isForm = body instanceof FormData;
  return askProvider(
    { provider, url, fetch: options.fetch },
    {
      method: 'POST',
      headers: {
        ...(!isForm && { 'content-type': 'application/json' }),
        ...provider.headers(options.apiKey),
      },
      body: isForm ? body : JSON.stringify(body),
      signal,
    },
  );
}

async function readText(provider: Provider, { body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.length;
    if (size > MAX_BYTES) throw failure(`${provider.name} sent an image that is too large.`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

function withoutPicture({ name }: Provider): ModelError {
  return failure(`${name} sent no image. It may have refused the request; word it differently.`);
}

function failure(message: string): ModelError {
  return new ModelError('bad_request', message, { retryable: false });
}

function tooLate({ name }: Provider): ModelError {
  return new ModelError('stalled', `${name} took too long to make the image. Try again.`, {
    retryable: true,
  });
}
