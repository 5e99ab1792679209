/** A block of a message. Text grows while the block is open; `stop_timestamp` closes it. */
export interface TextBlock {
  readonly id: string;
  readonly type: 'text';
  readonly text: string;
  readonly start_timestamp: string;
  readonly stop_timestamp: string | null;
}

export interface ThinkingBlock {
  readonly id: string;
  readonly type: 'thinking';
  readonly thinking: string;
  readonly start_timestamp: string;
  readonly stop_timestamp: string | null;
}

export type ContentBlock = TextBlock | ThinkingBlock;

export type MessageStatus = 'in_progress' | 'completed' | 'failed' | 'cancelled';

export interface TokenUsage {
  readonly input_tokens: number;
  readonly output_tokens: number;
}

/** A message as it is built from block events. `content` may have holes: a block keeps the index its provider gave it. */
export interface ChatMessage {
  readonly id: string;
  readonly role: 'assistant';
  readonly content: readonly (ContentBlock | undefined)[];
  readonly status: MessageStatus;
  readonly finishReason?: string;
  readonly tokenUsage?: TokenUsage;
  readonly createdAt: string;
}
