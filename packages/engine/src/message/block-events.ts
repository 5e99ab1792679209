import type { TokenUsage } from './message.ts';

export interface MessageStart {
  readonly type: 'message_start';
  readonly message: { readonly id: string; readonly model: string; readonly usage?: TokenUsage };
}

export interface ContentBlockStart {
  readonly type: 'content_block_start';
  readonly index: number;
  readonly content_block:
    | { readonly type: 'text'; readonly text: string }
    | { readonly type: 'thinking'; readonly thinking: string };
}

export interface ContentBlockDelta {
  readonly type: 'content_block_delta';
  readonly index: number;
  readonly delta:
    | { readonly type: 'text_delta'; readonly text: string }
    | { readonly type: 'thinking_delta'; readonly thinking: string };
}

export interface ContentBlockStop {
  readonly type: 'content_block_stop';
  readonly index: number;
}

export interface MessageDelta {
  readonly type: 'message_delta';
  readonly delta: { readonly stop_reason: string | null };
  readonly usage?: Partial<TokenUsage>;
}

export interface MessageStop {
  readonly type: 'message_stop';
}

/** What a model sends while it writes one message: the vocabulary that the run's log keeps. */
export type BlockEvent =
  | MessageStart
  | ContentBlockStart
  | ContentBlockDelta
  | ContentBlockStop
  | MessageDelta
  | MessageStop;
