/** A word of a command, without its quotes. */
export interface ShellWord {
  readonly text: string;
  /** Files take its place: it has `*`, `?` or `[` outside of quotes. */
  readonly glob: boolean;
  /** False when the shell puts something in that the text does not show. */
  readonly known: boolean;
}

/** One simple command. */
export interface ShellCommand {
  readonly words: readonly ShellWord[];
  /** The files that its redirections write. */
  readonly writes: readonly ShellWord[];
  /** The files that its redirections read. */
  readonly reads: readonly ShellWord[];
  /** Another command, or a file, gives it something to read. */
  readonly fed: boolean;
}

/** All commands that a text runs, as far as the text shows them. */
export interface ShellProgram {
  readonly commands: readonly ShellCommand[];
  /** Why the text may run something that it does not show; undefined when it shows everything. */
  readonly hidden: string | undefined;
}
