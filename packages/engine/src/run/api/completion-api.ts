import * as z from 'zod/mini';

// The completions of a message that a person writes.

/** The most paths that complete one query. */
export const MOST_COMPLETIONS = 20;
/** The longest query for files, in characters. */
export const LONGEST_QUERY = 500;

/** The paths of files in the workspace that fit a query, best first. */
export interface FileCompletions {
  readonly paths: readonly string[];
  /** True when the workspace has more than was looked at, so that a better path may be missing. */
  readonly truncated: boolean;
}

/** A slash command that a person can write. */
export interface CommandInfo {
  /** Without the slash. */
  readonly name: string;
  /** One line; empty where its file tells none, or may not instruct models yet. */
  readonly description: string;
  /** The arguments that may follow, such as `[path]`; empty where its file tells none. */
  readonly argument_hint: string;
}

/** The slash commands, by name. */
export interface CommandList {
  readonly commands: readonly CommandInfo[];
}

/** The schema of `FileCompletions`. */
export const fileCompletions = z.object({
  paths: z.array(z.string()),
  truncated: z.boolean(),
}) satisfies z.ZodMiniType<FileCompletions>;

/** The schema of `CommandList`. */
export const commandList = z.object({
  commands: z.array(z.object({ name: z.string(), description: z.string(), argument_hint: z.string() })),
}) satisfies z.ZodMiniType<CommandList>;
