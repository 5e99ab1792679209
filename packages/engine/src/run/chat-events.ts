import type { UnusualStop } from '../message/stop-reason.ts';
import type {
  ApprovalRequest,
  CustomPayload,
  EarlierWords,
  SuggestedAction,
  SuggestedValue,
  ToolProgress,
} from './run-events.ts';

/** A finished tool call, as a chat of text and tools shows it. */
export interface ToolHistoryEntry {
  readonly tool_name: string;
  readonly input: unknown;
  readonly output: unknown;
  readonly tool_use_id: string;
  readonly is_error?: true;
}

/** The finished answer of a chat, with its tool calls and suggestions. */
export interface ChatResponsePayload {
  /** The whole text, with a `[[tool:N]]` for each entry of the history. It is the final text. */
  readonly message: string;
  readonly tool_history: readonly ToolHistoryEntry[];
  readonly suggested_values?: readonly SuggestedValue[];
  readonly suggested_actions?: readonly SuggestedAction[];
  /** Why the model stopped, unless it simply finished. */
  readonly stop?: UnusualStop;
  /** The words that had been told and that the text does not have. */
  readonly earlier?: readonly EarlierWords[];
  /** The app's own payload, else the history of the tools. */
  readonly custom_payload: CustomPayload;
}

/**
 * A question to a person, as a chat of text and tools gets it: the call with its `input`, why it is asked, and the two values that a
 * decision must bring, `approval_id` and `args_hash`: `POST /api/runs/:id/decisions`, with the run of the answer's `x-run-id`.
 */
export type ChatQuestion = Omit<ApprovalRequest, 'type'>;

/** An event of a run, for a chat that knows only text and tools. */
export type ChatEvent =
  /**
   * With `replace_text`, the whole text that is still valid: an attempt was given up. `replaced` is what it takes away. With `asks` a
   * person must decide before the run goes on with that call.
   */
  | {
      readonly type: 'status';
      readonly message: string;
      readonly replace_text?: string;
      readonly replaced?: EarlierWords;
      readonly retry_at?: number;
      readonly asks?: ChatQuestion;
    }
  | { readonly type: 'text_delta'; readonly text: string }
  | {
      readonly type: 'tool_start';
      readonly tool: string;
      readonly input: unknown;
      readonly tool_use_id: string;
    }
  | ToolProgress
  | {
      readonly type: 'tool_complete';
      readonly tool: string;
      readonly index: number;
      readonly tool_use_id: string;
    }
  | { readonly type: 'complete'; readonly payload: ChatResponsePayload }
  | { readonly type: 'error'; readonly message: string; readonly code: string; readonly retryable: boolean }
  | { readonly type: 'cancelled' };
