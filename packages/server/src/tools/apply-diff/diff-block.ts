/** One change of a diff: lines to find and lines to put in their place. */
export interface DiffBlock {
  /** Which one of the diff it is, from 1 on. */
  readonly number: number;
  /** The first line in the file before the diff; undefined when it is not given. */
  readonly startLine: number | undefined;
  readonly search: readonly string[];
  readonly replace: readonly string[];
}
