import type { StreamError } from './block-events.ts';
import type { MessageError } from './message.ts';

/** Reads an error event in our form or in a provider's. Never throws. */
export function readStreamError(event: StreamError): MessageError {
  if ('error' in event) {
    return {
      message: event.error?.message ?? UNKNOWN,
      code: event.error?.type ?? 'provider_error',
      retryable: RETRYABLE.has(event.error?.type),
    };
  }
  return {
    message: event.message ?? UNKNOWN,
    code: event.code ?? 'error',
    retryable: event.retryable === true,
  };
}

const UNKNOWN = 'The answer failed without a reason.';
const RETRYABLE = new Set(['overloaded_error', 'rate_limit_error', 'api_error', 'timeout_error']);
