import type { ItemStatus } from '@millrace/engine';
import type { ReactNode } from 'react';

/** The props of a tool's component for a call. */
export interface TimelineToolProps {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly argsText?: string;
  /** The result as it came, or the question to a person that replaces it. */
  readonly result?: unknown;
  readonly langchainToolCallId?: string;
  readonly status: ItemStatus;
}

/** Draws a call of one tool. It finds out by itself which view fits its result. */
export interface TimelineToolComponent {
  (props: TimelineToolProps): ReactNode;
  /**
   * Drawn when the person opens the row of the call, instead of the input and the output; what is being written or asked
   * is drawn as for any call. Without it the component is always drawn, and draws all of that itself.
   */
  readonly opens?: true;
  /** Draws the input while it is written, instead of all of it. Only for one that `opens`. */
  readonly writing?: (props: TimelineToolProps) => ReactNode;
}
