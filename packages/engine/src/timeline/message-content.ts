import type { ContentBlock } from '../message/message.ts';

/** A call, as Anthropic's API and our own blocks have it. Only these fields are needed. */
export interface ToolUsePart {
  readonly type: 'tool_use';
  readonly id: string;
  readonly name: string;
  /** The input; the part of it that has come, while the call is written. */
  readonly input: unknown;
  /** The text of an input that could not be read. */
  readonly input_text?: string | undefined;
}

/** The result of a call, as Anthropic's API and our own blocks have it. It may come in a later message: give both together. */
export interface ToolResultPart {
  readonly type: 'tool_result';
  readonly tool_use_id: string;
  readonly content?: unknown;
  readonly is_error?: boolean | undefined;
}

/** A thought, as Anthropic's API and our own blocks have it. Ours are still written while `stop_timestamp` is null. */
export interface ThinkingPart {
  readonly type: 'thinking';
  readonly thinking: string;
  readonly id?: string | undefined;
  readonly stop_timestamp?: string | null | undefined;
}

/** A call as assistant-ui keeps it in a message. */
export interface ToolCallPart {
  readonly type: 'tool-call';
  readonly toolCallId: string;
  readonly toolName: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly argsText?: string | undefined;
  readonly result?: unknown;
  readonly isError?: boolean | undefined;
  readonly langchainToolCallId?: string | undefined;
}

/** A call in a `UIMessage` of the AI SDK: `tool-` and the name of the tool, or `dynamic-tool` with its name beside it. */
export interface UiToolPart {
  readonly type: `tool-${string}` | 'dynamic-tool';
  readonly toolCallId: string;
  readonly toolName?: string | undefined;
  /** How far it is: `input-streaming`, `input-available`, `approval-requested`, `output-available`, `output-error` and so on. */
  readonly state: string;
  readonly input?: unknown;
  readonly output?: unknown;
  readonly errorText?: string | undefined;
  readonly approval?: { readonly id: string; readonly reason?: string | undefined } | undefined;
}

/** A thought, in the words of assistant-ui and of the AI SDK. */
export interface ReasoningPart {
  readonly type: 'reasoning';
  readonly text: string;
  readonly state?: 'streaming' | 'done' | undefined;
}

/** Any other part: it is not about what was done. */
export interface OtherPart {
  readonly type:
    | `${string}_tool_use`
    | `${string}_tool_result`
    | 'text'
    | 'redacted_thinking'
    | 'source'
    | 'source-url'
    | 'source-document'
    | 'step-start'
    | 'image'
    | 'document'
    | 'search_result'
    | 'container_upload'
    | 'compaction'
    | 'fallback'
    | 'file'
    | 'audio'
    | 'data'
    | `data-${string}`;
}

/**
 * A part of a message: a block of ours or of Anthropic's API, a part of assistant-ui, or one of a `UIMessage` of the AI SDK. `type` tells
 * them apart. `spanId` names the sub-agent that it belongs to.
 */
export type MessageContent = (
  | ContentBlock
  | ToolUsePart
  | ToolResultPart
  | ThinkingPart
  | ToolCallPart
  | UiToolPart
  | ReasoningPart
  | OtherPart
) & {
  readonly spanId?: string | undefined;
};

/** A step that an agent reports. One that names a call is shown by that call. */
export interface ThinkingStep {
  readonly id: string;
  readonly title: string;
  readonly items?: readonly string[];
  readonly status: 'pending' | 'in_progress' | 'completed';
  readonly spanId?: string;
  readonly toolCallId?: string;
}
