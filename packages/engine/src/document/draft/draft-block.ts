import type { EmbedType } from '../embed.ts';
import type { HighlightKind } from '../nodes.ts';
import type { DraftText } from './draft-text.ts';

/** A block of a draft that is not plain text: a preview stands for it, or it has a tint. */
export interface DraftBlock {
  /** The index at which its first line begins. The title above a table that is closed belongs to the table. */
  readonly from: number;
  /** The index at which its last line ends, before the line break. */
  readonly to: number;
  /** The type of its embed when it is closed, else the kind of its tint. */
  readonly kind: HighlightKind | EmbedType;
  /** True when a preview stands for it. */
  readonly closed: boolean;
  /** The origin of its embed, when it is closed: the same object as long as no change touches the block, wherever it moves. */
  readonly source?: DraftSource;
}

/** The origin of a preview: a place in the text as it was when the block was read, or the cells of a table. */
export type DraftSource =
  | { readonly type: 'code' | 'url'; readonly text: DraftText; readonly from: number; readonly to: number }
  | {
      readonly type: 'sheet';
      readonly grid: readonly (readonly string[])[];
      readonly title: string | undefined;
    };
