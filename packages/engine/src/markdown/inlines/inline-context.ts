import type { Allowance } from '../allowance.ts';
import type { LinkTarget } from '../link-target.ts';
import type { Inlines } from './inlines.ts';

/** A rule returns this when the token at hand needs more text than there is. */
export const HOLD = -1;

/** Nodes are nested at most this deep; what would be deeper stays text. */
export const DEPTH_LIMIT = 100;

/** A construct that was opened more than this many characters ago is shown early as text. */
export const REACH = 400;

/** Of a longer run of one character so many are text, and then the rest is looked at. */
export const RUN_LIMIT = 100;

/** Takes the token at a place, which stands before `limit`. Returns where it ends, or `HOLD`. */
export type InlineRule = (inlines: Inlines, at: number, limit: number) => number;

/** The data that the readers of all leaves share. */
export interface InlineContext {
  readonly gfm: boolean;
  readonly math: boolean;
  /** True when addresses without brackets are links. */
  readonly autolinks: boolean;
  /** True when what is still growing is shown early. */
  readonly ahead: boolean;
  readonly allowance: Allowance;
  /** By the code of the character that a token begins with. */
  readonly rules: readonly (InlineRule | undefined)[];
  /** By normal label. */
  link(label: string): LinkTarget | undefined;
  footnote(label: string): boolean;
}
