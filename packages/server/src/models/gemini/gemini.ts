import type { BlockEvent } from '@millrace/engine/message';
import { checkKey } from '../adapter/check-key.ts';
import type { Model, ModelRequest } from '../adapter/model.ts';
import { factsOf } from '../adapter/model-facts.ts';
import { parseJson } from '../adapter/parse-json.ts';
import { joinUrl, type Provider } from '../adapter/provider.ts';
import { findProblem, streamFailure } from '../adapter/provider-error.ts';
import { lost, streamEvents } from '../adapter/provider-stream.ts';
import { withRefusals } from '../adapter/refused-prompt.ts';
import { withRetries } from '../adapter/retry.ts';
import { geminiChunk } from './gemini-chunk.ts';
import { GeminiReader } from './gemini-reader.ts';
import { type GeminiOptions, geminiRequest } from './gemini-request.ts';
import { geminiSettings } from './gemini-settings.ts';

export const GEMINI_URL = 'https://generativelanguage.googleapis.com';

export const gemini: Provider = {
  name: 'Gemini',
  keyName: 'GEMINI_API_KEY',
  baseUrlName: 'GEMINI_BASE_URL',
  headers: (apiKey) => ({ 'x-goog-api-key': apiKey }),
};

/** A model behind Google's Gemini API. */
export function createGeminiModel(options: GeminiOptions): Model {
  const baseUrl = options.baseUrl ?? GEMINI_URL;
  return {
    id: `gemini/${options.model}`,
    ...factsOf(options, { prints: ['image', 'pdf'], otherwise: ['image', 'pdf'] }),
    settings: geminiSettings(options),
    stream: (request, signal) =>
      withRetries(
        () => withRefusals(options.model, streamMessage(options, request, signal)),
        request,
        signal,
        options.retries,
      ),
    checkKey: (signal) => checkKey(gemini, options, joinUrl(baseUrl, '/v1beta/models'), signal),
  };
}

async function* streamMessage(
  options: GeminiOptions,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<BlockEvent> {
  const path = `/v1beta/models/${encodeURIComponent(options.model)}:streamGenerateContent?alt=sse`;
  const url = joinUrl(options.baseUrl ?? GEMINI_URL, path);
  const call = { provider: gemini, url, body: geminiRequest(options, request), options };
  const reader = new GeminiReader(options.model);
  for await (const data of streamEvents(call, signal)) {
    const json = parseJson(data);
    if (isError(json)) throw streamFailure(gemini, findProblem(json) ?? { message: '', kind: '' });
    const chunk = geminiChunk.safeParse(json);
    if (chunk.success) yield* reader.read(chunk.data);
  }
  const end = reader.end();
  if (end === undefined) throw lost(gemini);
  yield* end;
}

function isError(json: unknown): boolean {
  const value: unknown = Array.isArray(json) ? json[0] : json;
  return typeof value === 'object' && value !== null && 'error' in value;
}
