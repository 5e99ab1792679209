/** Text that a model writes to the person, ready to show: trimmed, without thinking and without half a tag. */
export interface TextContent {
  readonly type: 'text';
  readonly content: string;
  readonly partial: boolean;
}

/** Thinking that a model writes to itself. Only with `thinking: 'block'`. */
export interface ThinkingContent {
  readonly type: 'thinking';
  readonly content: string;
  readonly partial: boolean;
}

/**
 * `streaming` may still change. `complete` may run, unless its problem forbids it. `truncated`: the message ended inside
 * the call. `oversize`: a limit was passed, what is here is not all. The last two never run.
 */
export type ToolUseState = 'streaming' | 'complete' | 'truncated' | 'oversize';

/** `unknown_parameter` and `stray_text` run and tell the model; `ambiguous` and `limit` do not run. */
export interface ToolUseProblem {
  readonly code: 'unknown_parameter' | 'stray_text' | 'ambiguous' | 'limit';
  readonly message: string;
}

/** One tool call. `partial` is false once its closing tag was read. */
export interface ToolUse {
  readonly type: 'tool_use';
  readonly id: string;
  readonly name: string;
  readonly params: Readonly<Record<string, string>>;
  readonly partial: boolean;
  readonly state: ToolUseState;
  readonly problem?: ToolUseProblem;
}

/** One block of a message: text, thinking or a tool call. */
export type AssistantMessageContent = TextContent | ThinkingContent | ToolUse;
