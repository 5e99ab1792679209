/** The result of a tool. */
export interface DemoResult {
  readonly content: string;
  readonly isError: boolean;
}

export interface DemoCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** A message of the demo model. One without calls is its last. */
export interface DemoMessage {
  readonly thinking?: string;
  readonly text: string;
  readonly calls?: readonly DemoCall[];
}

/**
 * The next message of the demo model, from the results so far: those of its first message, of its second, and so
 * on. Pure.
 */
export interface DemoScript {
  /** The tools without which there is nothing to show. */
  readonly needs: readonly string[];
  next(rounds: readonly (readonly DemoResult[])[]): DemoMessage;
}
