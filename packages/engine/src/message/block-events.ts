import type { CallReason } from './call-reason.ts';
import type { Citation, TokenUsage } from './message.ts';
import type { StopDetails } from './stop-reason.ts';

/** The names of the events that build a message. */
export const SSE_EVENT_TYPES = {
  MESSAGE_START: 'message_start',
  CONTENT_BLOCK_START: 'content_block_start',
  CONTENT_BLOCK_DELTA: 'content_block_delta',
  CONTENT_BLOCK_STOP: 'content_block_stop',
  MESSAGE_DELTA: 'message_delta',
  MESSAGE_STOP: 'message_stop',
  PING: 'ping',
  ERROR: 'error',
} as const;

/** The types of content blocks. */
export const CONTENT_BLOCK_TYPES = {
  TEXT: 'text',
  THINKING: 'thinking',
  REDACTED_THINKING: 'redacted_thinking',
  TOOL_USE: 'tool_use',
  TOOL_RESULT: 'tool_result',
} as const;

/** The types of deltas. */
export const DELTA_TYPES = {
  TEXT: 'text_delta',
  INPUT_JSON: 'input_json_delta',
  THINKING: 'thinking_delta',
  SIGNATURE: 'signature_delta',
  CITATIONS: 'citations_delta',
} as const;

/** Counts of tokens as providers send them: null is what they do not count. */
export type UsageUpdate = { readonly [count in keyof TokenUsage]?: number | null };

export interface MessageStart {
  readonly type: 'message_start';
  readonly message: {
    readonly id: string;
    readonly model?: string;
    readonly threadId?: string;
    readonly role?: 'assistant' | 'user';
    readonly createdAt?: string;
    readonly usage?: UsageUpdate;
  };
}

interface Words {
  readonly message?: string;
  readonly display_content?: unknown;
}

interface Started {
  /** The provider's id of the block; a tool call's results name it. */
  readonly id?: string;
  readonly start_timestamp?: string;
}

/** A block as `content_block_start` brings it. */
export type StartedBlock = Started &
  (
    | {
        readonly type: 'text';
        readonly text: string;
        readonly citations?: readonly Citation[] | null;
        readonly continues?: boolean;
        /** The part that the text has in an answer, in its provider's words. */
        readonly phase?: string;
      }
    | { readonly type: 'thinking'; readonly thinking: string; readonly signature?: string }
    | { readonly type: 'redacted_thinking'; readonly data: string }
    | (Words & {
        readonly type: 'tool_use';
        readonly name: string;
        readonly input?: Readonly<Record<string, unknown>>;
        readonly integration_name?: string;
        readonly integration_icon_url?: string;
        readonly speaks?: string;
        readonly offers?: boolean;
      })
    | (Words & {
        readonly type: 'tool_result';
        readonly tool_use_id: string;
        readonly name?: string;
        readonly content?: unknown;
        readonly is_error?: boolean;
        readonly reason?: CallReason;
        readonly exit_code?: number;
        readonly threw?: string;
      })
    | {
        readonly type: `${string}_tool_use` | `${string}_tool_result`;
        readonly [field: string]: unknown;
      }
  );

export interface ContentBlockStart {
  readonly type: 'content_block_start';
  readonly index: number;
  readonly content_block: StartedBlock;
}

/** A piece of a growing block. */
export type BlockDelta =
  | { readonly type: 'text_delta'; readonly text: string }
  | { readonly type: 'input_json_delta'; readonly partial_json: string }
  | { readonly type: 'thinking_delta'; readonly thinking: string }
  | { readonly type: 'signature_delta'; readonly signature: string }
  | { readonly type: 'citations_delta'; readonly citation: Citation };

export interface ContentBlockDelta {
  readonly type: 'content_block_delta';
  readonly index: number;
  readonly delta: BlockDelta;
}

export interface ContentBlockStop {
  readonly type: 'content_block_stop';
  readonly index: number;
  readonly stop_timestamp?: string;
  /** Why the input of a call can't be used, where the sender knows better than its JSON tells. */
  readonly input_error?: string;
  /** Words about the block that only its end brings. */
  readonly message?: string;
}

export interface MessageDelta {
  readonly type: 'message_delta';
  /** Our own adapters write a `StopReason`; other writers may know more names. */
  readonly delta: {
    readonly stop_reason: string | null;
    readonly stop_sequence?: string | null;
    readonly stop_details?: StopDetails | null;
  };
  readonly usage?: UsageUpdate;
}

export interface MessageStop {
  readonly type: 'message_stop';
}

/** An event that a model sends while it writes one message: the vocabulary that the run's log keeps. */
export type BlockEvent =
  | MessageStart
  | ContentBlockStart
  | ContentBlockDelta
  | ContentBlockStop
  | MessageDelta
  | MessageStop;

export interface Ping {
  readonly type: 'ping';
}

/** An error as our server tells it, or as a provider does. */
export type StreamError =
  | { readonly type: 'error'; readonly message: string; readonly code: string; readonly retryable: boolean }
  | { readonly type: 'error'; readonly error: { readonly type: string; readonly message: string } };

/** Any event of a message's stream. `ts` is when it came, in milliseconds since 1970: the reducers read no clock. */
export type ServerSentEvent = (BlockEvent | Ping | StreamError) & { readonly ts?: number };
