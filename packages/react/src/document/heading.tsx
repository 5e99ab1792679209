import type { BlockNode } from '@millrace/engine/document';
import type { References } from './citations/cited-blocks.ts';
import { type Outline, shownLevel } from './heading-outline.ts';
import { Inline } from './inline.tsx';

export interface HeadingProps {
  readonly node: BlockNode & { readonly type: 'heading' };
  readonly at: number;
  /** The headings above; undefined where a heading is only text. */
  readonly outline: Outline | undefined;
  readonly references: readonly References[];
  readonly isTop: boolean;
}

/** A heading. It looks as it was written, and its level is one that leaves none out. */
export function Heading({ node, at, outline, references, isTop }: HeadingProps) {
  const { level } = node.attrs;
  const Tag = outline === undefined ? 'p' : (TAGS[shownLevel(outline, level) - 1] ?? 'h6');
  return (
    <Tag dir={isTop ? 'auto' : undefined} className={`mr-heading mr-heading-${level}`} data-at={at}>
      <Inline nodes={node.content ?? []} references={references} />
    </Tag>
  );
}

const TAGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;
