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

async function post({ provider, url, body, options }: ProviderCall, signal: AbortSignal): Promise<Response> {
  try {
    return await (options.fetch ?? globalThis.fetch)(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...provider.headers(options.apiKey) },
      body: JSON.stringify(body),
      signal,
    });
  } catch (cause) {
    signal.throwIfAborted();
    throw unreachable(provider, url, cause);
  }
}

export function unreachable({ name, baseUrlName }: Provider, url: string, cause: unknown): ModelError {
  const message = `${name} could not be reached at ${new URL(url).origin}. Check the network and ${baseUrlName}.`;
  return new ModelError('network', message, { retryable: true, cause });
}

/** The stream is over and the message is not. */
export function lost({ name }: Provider, cause?: unknown): ModelError {
  const message = `The connection to ${name} ended before the answer did. What had arrived is kept.`;
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
