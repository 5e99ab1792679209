/** A way for a model to work in a chat: its instructions, and the tools that it may call. */
export interface Mode {
  readonly slug: string;
  readonly name: string;
  /** When to take it, in a sentence for the person and for the model. */
  readonly description: string;
  /** The instructions for the model. */
  readonly instructions: string;
  /** Names of tools; one that ends in `*` stands for all that begin so. */
  readonly tools: readonly string[] | '*';
  /** True when the model works with tools until its task is done: an answer that only announces a step is sent back. */
  readonly mustUseTools: boolean;
}

/** Tools that no mode takes away: to leave it, to ask, to offer, to be done. */
const ALWAYS: ReadonlySet<string> = new Set([
  'switch_mode',
  'suggest_values',
  'suggest_actions',
  'attempt_completion',
  'ask_followup_question',
]);

/** Tells whether the model may call a tool in a mode. Pure. */
export function modeAllows({ tools }: Mode, toolName: string): boolean {
  if (tools === '*' || ALWAYS.has(toolName)) return true;
  return tools.some((entry) =>
    entry.endsWith('*') ? toolName.startsWith(entry.slice(0, -1)) : toolName === entry,
  );
}
