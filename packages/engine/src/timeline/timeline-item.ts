/** The state of a step. */
export type ItemStatus = 'pending' | 'running' | 'completed' | 'cancelled' | 'error';

interface BaseItem {
  readonly id: string;
  /** The sub-agent that it belongs to. */
  readonly spanId?: string;
  readonly status: ItemStatus;
}

/** A thought as a step of the timeline. */
export interface ReasoningItem extends BaseItem {
  readonly kind: 'reasoning';
  readonly text: string;
}

/** A tool call as a step of the timeline. */
export interface ToolCallItem extends BaseItem {
  readonly kind: 'tool-call';
  readonly toolName: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly argsText?: string;
  /** The result as it came. Only the component that draws it knows its meaning. */
  readonly result?: unknown;
  readonly langchainToolCallId?: string;
  /** The title of the step that belongs to the call. */
  readonly title?: string;
  readonly items?: readonly string[];
}

/** Something that an agent did. */
export type TimelineItem = ReasoningItem | ToolCallItem;

/** An item, and the items in the span that it opened. */
export interface TimelineGroup {
  readonly parent: TimelineItem;
  readonly children: readonly TimelineItem[];
}
