import type { Inlines, Moment } from './inlines.ts';

/** A construct that was found: where it ends, and how it enters the chain. */
export interface Found {
  readonly end: number;
  put(inlines: Inlines): void;
}

/** A search for the end of something that may be long. Never changed: to go on gives a new one. */
export interface Lookahead {
  /** Of two that have the same kind the older one finds first; empty when that is not so. */
  readonly kind: string;
  /** The text before this index has been looked at. */
  readonly scanned: number;
  /** Goes on to the end of the text: found, to be continued, or (null) in vain. */
  resume(inlines: Inlines): Lookahead | Found | null;
}

/** The lookaheads that have found nothing yet, newest first, each with the moment before its token. */
export interface Waiting {
  readonly previous: Waiting | null;
  readonly at: number;
  readonly moment: Moment;
  readonly lookahead: Lookahead;
}
