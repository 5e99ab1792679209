import type { ExitName } from './exit-codes.ts';

/** A flag of a command. */
export interface Flag {
  readonly name: string;
  readonly short?: string;
  /** The name of its value in help; a flag without one is on or off. */
  readonly value?: string;
  readonly summary: string;
}

/** A word that a command takes after its name. */
export interface Argument {
  readonly name: string;
  readonly summary: string;
  readonly isOptional?: true;
}

/** The world that a command runs in, and what was asked of it. */
export interface Context {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The flags that were given, by name. */
  readonly flags: Readonly<Record<string, string | true>>;
  /** The arguments in their order. */
  readonly args: readonly string[];
  /** True when people read the output on a terminal that shows colours. */
  readonly colour: boolean;
  /** Every command there is. */
  readonly commands: readonly Command[];
}

/** The outcome of a command. The caller prints it, so a command prints nothing itself. */
export interface Outcome {
  /** The lines for people. */
  readonly text: string;
  /** The same as data, for `--json`. */
  readonly facts: unknown;
  /** `ok` unless given. */
  readonly exit?: ExitName;
  /** True when the process goes on, as a server does. */
  readonly isRunning?: true;
}

/**
 * One command of `millrace`: a file of its own, and a line in `commands.ts`. The name may have two words, such as `user add`.
 * `--help` and `--json` are added to each.
 */
export interface Command {
  readonly name: string;
  readonly summary: string;
  /** One or two sentences more, for its own help. */
  readonly details?: string;
  readonly args?: readonly Argument[];
  readonly flags: readonly Flag[];
  /** Resolves when its output is known; a server goes on then. Rejects with one sentence that says the fix. */
  run(context: Context): Promise<Outcome>;
}
