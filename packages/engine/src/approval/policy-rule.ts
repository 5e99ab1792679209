/** The verdict on a call: run it, ask a person, or refuse it. */
export type PolicyVerdict = 'allow' | 'ask' | 'deny';

/** Whose rule it is. */
export type PolicyScope = 'user' | 'chat' | 'workspace';

/** A pattern for the calls of a tool that a rule is about. The language is rule A50 of SPEC.md. */
export type ArgumentPattern =
  /** Calls whose argument the glob means. */
  | { readonly type: 'glob'; readonly argument: string; readonly glob: string }
  /**
   * Commands that begin with one of these lists of words. An allow takes no other words behind them but those that are known to
   * change nothing (`known-commands.ts`).
   */
  | {
      readonly type: 'command';
      readonly prefixes: readonly (readonly string[])[];
      /** No more words may follow. */
      readonly whole?: boolean;
      /** An allow covers redirections into files, too. */
      readonly writes?: boolean;
      /**
       * The folder that the command runs in, from the root of the workspace on. Without it an allow is for the root alone, an ask
       * or a deny for every folder.
       */
      readonly cwd?: string;
    }
  /** Calls of any tool that edits files, when the glob means all files that they name. */
  | { readonly type: 'edits'; readonly glob: string }
  /** Calls with just this input, by its `argsHash`. `about` tells people all of it. */
  | { readonly type: 'input'; readonly hash: string; readonly about: string };

/** A rule for the calls of a tool, or of all tools (`*`). Without a pattern it is about every call. */
export interface PolicyRule {
  readonly id: string;
  readonly scope: PolicyScope;
  readonly tool: string;
  readonly pattern?: ArgumentPattern;
  readonly verdict: PolicyVerdict;
}

/** A rule as a store keeps it. */
export interface KeptRule extends PolicyRule {
  /** The chat or the workspace that it is for; empty for a rule of the user. */
  readonly of: string;
  readonly created_at: number;
  /** Its row was changed or damaged: nobody knows what it said, so it asks about everything. */
  readonly unreadable?: true;
}

/** A rule that "always allow" may write, as a person sees it first. */
export interface OfferedRule {
  readonly rule: PolicyRule;
  readonly of: string;
  /** The rule in one sentence. */
  readonly text: string;
  /** True when the tool that it is about runs commands. */
  readonly commands?: true;
}
