import type { CallReason } from './call-reason.ts';
import type { StopDetails } from './stop-reason.ts';

interface BlockBase {
  readonly id: string;
  readonly start_timestamp: string | null;
  readonly stop_timestamp: string | null;
}

/** The source of a sentence of an answer, as the provider tells it. */
export type Citation = Readonly<Record<string, unknown>>;

/** A block of text, with the sources that it cites. */
export interface TextBlock extends BlockBase {
  readonly type: 'text';
  readonly text: string;
  readonly citations?: readonly Citation[];
  /** True when it goes on where the text before it was cut off. */
  readonly continues?: boolean;
  /** The part that it has in an answer, in its provider's words. */
  readonly phase?: string;
}

/** A block of thinking, with the signature of its provider. */
export interface ThinkingBlock extends BlockBase {
  readonly type: 'thinking';
  readonly thinking: string;
  /** The provider's seal. It must go back unchanged when the conversation continues. */
  readonly signature?: string;
}

/** Thinking that the provider shows to nobody. It goes back unchanged when the conversation continues. */
export interface RedactedThinkingBlock extends BlockBase {
  readonly type: 'redacted_thinking';
  readonly data: string;
}

interface ToolWords {
  readonly message?: string;
  readonly display_content?: unknown;
}

/** A tool call. `input_error` and `input_text` stand where its input could not be read. */
export interface ToolUseBlock extends BlockBase, ToolWords {
  readonly type: 'tool_use';
  readonly name: string;
  /** Whole once the block has stopped. Empty when `input_error` is there. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Why the input can't be used; `input_text` is what came instead. Such a call never runs. */
  readonly input_error?: string;
  readonly input_text?: string;
  readonly integration_name?: string;
  readonly integration_icon_url?: string;
  /** The argument that is written for the person to read. */
  readonly speaks?: string;
  /** True when it only offers the person what to do next. */
  readonly offers?: boolean;
}

/** The result of a tool call. */
export interface ToolResultBlock extends BlockBase, ToolWords {
  readonly type: 'tool_result';
  readonly tool_use_id: string;
  readonly name?: string;
  readonly content: unknown;
  readonly is_error: boolean;
  /** Why the call was not run, or did not come to its end. */
  readonly reason?: CallReason;
  /** The exit code of the command that it ran. */
  readonly exit_code?: number;
  /** The message of the error that the tool threw. */
  readonly threw?: string;
}

/** A block of a tool that runs at the provider, or one that is not known yet. It passes through as it came. */
export interface ServerToolBlock extends BlockBase {
  readonly type: `${string}_tool_use` | `${string}_tool_result`;
  readonly [field: string]: unknown;
}

/** A block of a message. What grows has its place in `buffers` until the block stops. */
export type ContentBlock =
  | TextBlock
  | ThinkingBlock
  | RedactedThinkingBlock
  | ToolUseBlock
  | ToolResultBlock
  | ServerToolBlock;

/** The state of a message. */
export type MessageStatus = 'in_progress' | 'completed' | 'failed' | 'cancelled';

/** The tokens of a message, as the provider counted them. */
export interface TokenUsage {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cache_read_input_tokens?: number;
  readonly cache_creation_input_tokens?: number;
}

/** The error of a message that failed. `code` is stable. */
export interface MessageError {
  readonly message: string;
  readonly code: string;
  readonly retryable: boolean;
  /** For how many seconds the provider asks to wait. */
  readonly retry_after?: number;
  /** The provider whose key was refused. */
  readonly provider?: string;
}

/** A message as it is built from events. `content` may have holes: a block keeps the index its provider gave it. */
export interface ChatMessage {
  readonly id: string;
  readonly threadId: string;
  readonly role: 'assistant' | 'user';
  readonly model: string;
  readonly content: readonly (ContentBlock | undefined)[];
  readonly status: MessageStatus;
  /** A `StopReason`, `cut` or `cancelled`; other writers may know more names. */
  readonly finishReason?: string;
  readonly stopDetails?: StopDetails;
  readonly tokenUsage?: TokenUsage;
  readonly createdAt: string | null;
  readonly error?: MessageError;
}
