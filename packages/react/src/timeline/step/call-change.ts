import type { MadeChange, ProposedChange } from '@millrace/engine/run';

type Args = Readonly<Record<string, unknown>>;

/** The changes in files that a call made, and those that it asked for. */
export interface CallChange {
  /** Undefined when it has made none, or nobody knows. */
  readonly made?: MadeChange | undefined;
  /** The change that a person was shown; undefined when it was made like that. */
  readonly asked?: ProposedChange | undefined;
  /** The arguments before and after a person's edit. */
  readonly edited?: { readonly asked: Args; readonly ran: Args } | undefined;
}
