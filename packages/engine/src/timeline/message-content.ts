import type { ContentBlock } from '../message/message.ts';

/** A call as assistant-ui keeps it in a message. */
export interface ToolCallPart {
  readonly type: 'tool-call';
  readonly toolCallId: string;
  readonly toolName: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly argsText?: string;
  readonly result?: unknown;
  readonly isError?: boolean;
  readonly langchainToolCallId?: string;
}

/** A thought, in the words of assistant-ui. */
export interface ReasoningPart {
  readonly type: 'reasoning';
  readonly text: string;
}

/** Any other part of assistant-ui: it is not about what was done. */
export interface OtherPart {
  readonly type: 'text' | 'source' | 'image' | 'file' | 'audio' | 'data';
}

/** A part of a message: a block of ours, or a part of assistant-ui. */
export type MessageContent = (ContentBlock | ToolCallPart | ReasoningPart | OtherPart) & {
  readonly spanId?: string;
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
