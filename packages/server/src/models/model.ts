import type { BlockEvent, PromptCard } from '@millrace/engine';

export interface ModelMessage {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
}

/** Something that answers. `id` is `provider/model`. */
export interface Model {
  readonly id: string;
  readonly name: string;
  /** True for a model that only shows how the app works; the page says so. */
  readonly demo?: boolean;
  readonly prompts?: readonly PromptCard[];
  /** Streams one message. Throws ModelError, or the signal's reason when it is aborted. */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<BlockEvent>;
}

export type ModelErrorCode =
  | 'bad_key'
  | 'bad_request'
  | 'rate_limited'
  | 'overloaded'
  | 'unreachable'
  | 'connection_lost'
  | 'provider_error';

/** Why a model call failed, in words for the person who waits for the answer. */
export class ModelError extends Error {
  readonly code: ModelErrorCode;
  readonly retryable: boolean;
  constructor(code: ModelErrorCode, message: string, options: { retryable: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.name = 'ModelError';
    this.code = code;
    this.retryable = options.retryable;
  }
}
