import { createSseDecoder } from '@millrace/engine';
import { ModelError } from './model.ts';
import type { Provider, ProviderOptions } from './provider.ts';
import { refusal } from './provider-error.ts';

export interface ProviderCall {
  readonly provider: Provider;
  readonly url: string;
  readonly body: unknown;
  readonly options: ProviderOptions;
}

const STALL_MS = 120_000;

/**
 * Posts a request and yields the data of each server-sent event as it comes. Throws ModelError when the provider refuses,
 * is out of reach, breaks off or falls silent, and the signal's reason when it is aborted.
 */
export async function* streamEvents(call: ProviderCall, signal: AbortSignal): AsyncGenerator<string> {
  const watchdog = createWatchdog(call.provider, call.options.stallMs ?? STALL_MS);
  const either = AbortSignal.any([signal, watchdog.signal]);
  try {
    const response = await post(call, either);
    if (!response.ok || response.body === null) throw await refusal(call.provider, response);
    const ready: string[] = [];
    const decoder = createSseDecoder({ onEvent: ({ data }) => ready.push(data) });
    for await (const bytes of response.body) {
      watchdog.feed();
      decoder.feed(bytes);
      yield* ready.splice(0);
    }
  } catch (error) {
    signal.throwIfAborted();
    watchdog.signal.throwIfAborted();
    throw error instanceof ModelError ? error : lost(call.provider, error);
  } finally {
    watchdog.stop();
  }
}

function post({ provider, url, body, options }: ProviderCall, signal: AbortSignal): Promise<Response> {
  return askProvider(
    { provider, url, fetch: options.fetch },
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...provider.headers(options.apiKey) },
      body: JSON.stringify(body),
      signal,
    },
  );
}

export interface ProviderAddress {
  readonly provider: Provider;
  readonly url: string;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/**
 * Sends a request to a provider. The key in it goes to no other address: a redirect is not followed. Throws ModelError, or the
 * signal's reason when it is aborted.
 */
export async function askProvider(
  { provider, url, fetch = globalThis.fetch }: ProviderAddress,
  init: RequestInit & { readonly signal: AbortSignal },
): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, { ...init, redirect: 'manual' });
  } catch (cause) {
    init.signal.throwIfAborted();
    throw unreachable(provider, url, cause);
  }
  if (response.status < 300 || response.status > 399) return response;
  await response.body?.cancel();
  throw led(provider, url, response.headers.get('location') ?? '');
}

/** Codes of the guard for addresses that it asks nothing of. */
const REFUSED: ReadonlySet<unknown> = new Set(['bad_url', 'bad_port', 'private_address']);

function led({ name, baseUrlName }: Provider, url: string, location: string): ModelError {
  const to = URL.canParse(location, url) ? new URL(location, url).origin : 'elsewhere';
  const message = `${name} redirects from ${new URL(url).origin} to ${to}, and a key is never sent to another address. Enter that address with its key, or set ${baseUrlName}.`;
  return new ModelError('bad_request', message, { retryable: false });
}

export function unreachable({ name, baseUrlName }: Provider, url: string, cause: unknown): ModelError {
  // A refusal of the guard says the fix itself.
  if (cause instanceof Error && 'code' in cause && REFUSED.has(cause.code))
    return new ModelError('bad_request', cause.message, { retryable: false, cause });
  const message = `${name} could not be reached at ${new URL(url).origin}. Check the network and ${baseUrlName}.`;
  return new ModelError('network', message, { retryable: true, cause });
}

/** The stream is over and the message is not. */
export function lost({ name }: Provider, cause?: unknown): ModelError {
  const message = `The connection to ${name} ended before the answer did.`;
  return new ModelError('network', message, { retryable: true, cause });
}

interface Watchdog {
  readonly signal: AbortSignal;
  feed(): void;
  stop(): void;
}

/** Aborts when nothing at all has come for a while. */
function createWatchdog({ name }: Provider, stallMs: number): Watchdog {
  const abort = new AbortController();
  const timer = setTimeout(() => {
    const message = `${name} has sent nothing for ${Math.round(stallMs / 1000)} s. Try again, or use another model.`;
    abort.abort(new ModelError('stalled', message, { retryable: true }));
  }, stallMs);
  return { signal: abort.signal, feed: () => void timer.refresh(), stop: () => clearTimeout(timer) };
}
