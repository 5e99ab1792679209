import { type BlockEvent, createSseDecoder } from '@millrace/engine';
import { readAnthropicEvent, readAnthropicProblem } from './anthropic-events.ts';
import { type Model, ModelError, type ModelErrorCode, type ModelRequest } from './model.ts';

export interface AnthropicOptions {
  /** The provider's name of the model, without `anthropic/`. */
  readonly model: string;
  readonly apiKey: string;
  readonly baseUrl?: string;
  readonly maxTokens?: number;
  /** Replaced by the demo model, which answers from recorded streams. */
  readonly fetch?: typeof globalThis.fetch;
}

/** A model behind Anthropic's Messages API. */
export function createAnthropicModel(options: AnthropicOptions): Model {
  return {
    id: `anthropic/${options.model}`,
    name: options.model,
    stream: (request, signal) => streamMessage(options, request, signal),
  };
}

export async function* streamMessage(
  options: AnthropicOptions,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<BlockEvent> {
  const response = await call(options, request, signal);
  if (!response.ok || response.body === null) throw await refusal(response);

  const ready: string[] = [];
  const decoder = createSseDecoder({ onEvent: ({ data }) => ready.push(data) });
  let finished = false;
  for await (const bytes of bodyOf(response.body, signal)) {
    decoder.feed(bytes);
    for (const data of ready.splice(0)) {
      const read = readAnthropicEvent(data);
      if (read.type === 'failure') throw failure(read.kind, read.message);
      if (read.type === 'other') continue;
      if (read.event.type === 'message_stop') finished = true;
      yield read.event;
    }
  }
  if (!finished) throw lost();
}

async function call(
  options: AnthropicOptions,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<Response> {
  const { model, apiKey, baseUrl = 'https://api.anthropic.com', maxTokens = 8192 } = options;
  const body = {
    model,
    max_tokens: maxTokens,
    stream: true,
    messages: request.messages.map(({ role, text }) => ({ role, content: text })),
  };
  try {
    return await (options.fetch ?? globalThis.fetch)(`${baseUrl.replace(/\/+$/, '')}/v1/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' },
      body: JSON.stringify(body),
      signal,
    });
  } catch (cause) {
    signal.throwIfAborted();
    const message = `Anthropic could not be reached at ${baseUrl}. Check the network and ANTHROPIC_BASE_URL.`;
    throw new ModelError('unreachable', message, { retryable: true, cause });
  }
}

async function* bodyOf(body: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (cause) {
    signal.throwIfAborted();
    throw lost(cause);
  }
}

function lost(cause?: unknown): ModelError {
  const message = 'The connection to Anthropic ended before the answer did. What had arrived is kept.';
  return new ModelError('connection_lost', message, { retryable: true, cause });
}

const CODE_OF_KIND: Readonly<Record<string, ModelErrorCode>> = {
  authentication_error: 'bad_key',
  permission_error: 'bad_key',
  rate_limit_error: 'rate_limited',
  overloaded_error: 'overloaded',
  invalid_request_error: 'bad_request',
};

/** An error event in mid-stream. */
function failure(kind: string, detail: string): ModelError {
  const code = CODE_OF_KIND[kind] ?? 'provider_error';
  return new ModelError(code, `Anthropic answered: ${detail}`, {
    retryable: code === 'rate_limited' || code === 'overloaded' || code === 'provider_error',
  });
}

/** A request that Anthropic refused, in its own words and with what to do. */
async function refusal(response: Response): Promise<ModelError> {
  const { status } = response;
  const body = await response.text().catch(() => '');
  const said = readAnthropicProblem(body) ?? body.slice(0, 300);
  if (status === 401 || status === 403) {
    return new ModelError('bad_key', `Anthropic refused the key: ${said} Check ANTHROPIC_API_KEY.`, {
      retryable: false,
    });
  }
  if (status === 429) {
    const wait = response.headers.get('retry-after');
    const when = wait === null ? 'Try again in a while.' : `It allows more in ${wait} s.`;
    return new ModelError('rate_limited', `Anthropic is rate-limiting this key: ${said} ${when}`, {
      retryable: true,
    });
  }
  const code = status === 529 ? 'overloaded' : status >= 500 ? 'provider_error' : 'bad_request';
  return new ModelError(code, `Anthropic answered ${status}: ${said}`, { retryable: status >= 500 });
}
