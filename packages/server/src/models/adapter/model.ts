import type { FeedbackImage } from '@millrace/engine/approval';
import type { BlockEvent, StopDetails } from '@millrace/engine/message';
import type { ModelPrice, ModelSetting, ModelSettings, PromptCard } from '@millrace/engine/run';

/** A part of a conversation as it goes to a model, in the words of the log. */
export type ModelBlock =
  | {
      readonly type: 'text';
      readonly text: string;
      /** The part that it has in an answer, in its provider's words: said on the way, or the answer itself. */
      readonly phase?: string;
    }
  /** Stands in a message of the user, also behind the results of calls. */
  | ({ readonly type: 'image' } & FeedbackImage)
  /** A document of the person, for a model whose `reads` has its kind. */
  | {
      readonly type: 'document';
      readonly name: string;
      readonly media_type: 'application/pdf';
      /** In base64. */
      readonly data: string;
    }
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature?: string }
  | { readonly type: 'redacted_thinking'; readonly data: string }
  | {
      readonly type: 'tool_use';
      readonly id: string;
      readonly name: string;
      readonly input: Readonly<Record<string, unknown>>;
      /** Words that the model should read with the result, such as a part of the call that was ignored. */
      readonly message?: string;
    }
  | {
      readonly type: 'tool_result';
      readonly tool_use_id: string;
      readonly name: string;
      readonly content: string;
      readonly is_error?: boolean;
    }
  /** The input or output of a provider's own tool, as it came: it goes back to that provider and to nobody else. */
  | { readonly type: 'server_tool'; readonly block: Readonly<Record<string, unknown>> };

/** The kinds of files that a model reads by itself, beside text. */
export type FileKind = 'image' | 'pdf';

/** A message as models read it. */
export interface ModelMessage {
  readonly role: 'user' | 'assistant';
  readonly content: readonly ModelBlock[];
}

/** A tool that the model may call. `input_schema` is a JSON Schema of an object. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly input_schema: Readonly<Record<string, unknown>>;
}

/** A request to a model. */
export interface ModelRequest {
  readonly system?: string;
  readonly messages: readonly ModelMessage[];
  readonly tools?: readonly ToolSpec[];
  /** The chosen settings. A model sends those that it has. */
  readonly settings?: ModelSettings;
  /** The word that fences results where they are text: nobody else knows it, and it is the same for a whole run. */
  readonly mark?: string;
  /** Called when the provider is asked again after a while, with words for the waiting person and the milliseconds until then. */
  readonly onWait?: (message: string, waitMs: number) => void;
}

/** The outcome of trying a key. */
export type KeyCheck =
  | { readonly ok: true; readonly message: string }
  | {
      readonly ok: false;
      readonly code: ModelErrorCode;
      readonly message: string;
      /** The provider's own words, where it said something. */
      readonly said?: string;
    };

/** Something that answers. `id` is `provider/model`. */
export interface Model {
  readonly id: string;
  readonly name: string;
  /** True for a model that only shows how the app works; the page says so. */
  readonly demo?: boolean;
  readonly prompts?: readonly PromptCard[];
  /** The name of its provider for people, where one offers it. */
  readonly provider?: string;
  /** The kinds of files that it reads; none unless given. It is told of the others in words. */
  readonly reads?: readonly FileKind[];
  /** How many tokens fit into a conversation. Not every model knows. */
  readonly contextWindow?: number;
  /** None where it is not known. */
  readonly price?: ModelPrice;
  /** The settings that it takes in a request; none unless given. */
  readonly settings?: readonly ModelSetting[];
  /** How the model calls tools: in its provider's own way, which is the default, or in its text. */
  readonly calls?: 'native' | 'text';
  /** Streams one message. Throws ModelError, or the signal's reason when it is aborted. */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<BlockEvent>;
  /** Asks the provider whether it takes the key, at no cost, and tells what it said. Never rejects. */
  checkKey?(signal?: AbortSignal): Promise<KeyCheck>;
}

/** The codes of `ModelError`. */
export type ModelErrorCode =
  | 'auth'
  | 'rate_limited'
  | 'overloaded'
  | 'context_length'
  | 'bad_request'
  /** Adapters tell it as a message that was refused. */
  | 'refused'
  | 'network'
  | 'stalled';

export interface ModelErrorOptions {
  readonly retryable: boolean;
  /** How long the provider asks to wait. */
  readonly retryAfterMs?: number | undefined;
  /** The refused part, and why. */
  readonly details?: StopDetails | undefined;
  /** The provider's own words. */
  readonly said?: string | undefined;
  readonly cause?: unknown;
}

/** Why a model call failed, in words for the person who waits for the answer. */
export class ModelError extends Error {
  readonly code: ModelErrorCode;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  readonly details: StopDetails | undefined;
  readonly said: string | undefined;
  constructor(code: ModelErrorCode, message: string, options: ModelErrorOptions) {
    super(message, { cause: options.cause });
    this.name = 'ModelError';
    this.code = code;
    this.retryable = options.retryable;
    this.retryAfterMs = options.retryAfterMs;
    this.details = options.details;
    this.said = options.said;
  }
}
