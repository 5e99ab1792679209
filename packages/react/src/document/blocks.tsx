'use client';

import type { BlockNode, EmbedNode, ItemNode, ParsedMessage } from '@millrace/engine/document';
import { memo, type ReactNode } from 'react';
import { EmbedGroup } from '../embeds/box/embed-group.tsx';
import { areOneRow, embedsFrom } from '../embeds/embeds-from.ts';
import { useWords } from '../words/words-context.ts';
import type { CitedBlocks } from './citations/cited-blocks.ts';
import { BlockReferences } from './citations/reference.tsx';
import { SEGMENT } from './cut-segments.ts';
import { Heading } from './heading.tsx';
import {
  afterBlock,
  afterBlocks,
  afterGroups,
  afterItem,
  afterItems,
  afterSegments,
  type Outline,
} from './heading-outline.ts';
import { Inline } from './inline.tsx';
import { Formula } from './math/formula.tsx';
import { useSegments } from './use-segments.ts';

/** The setting in which a block is drawn. */
interface BlockSetting {
  readonly contents: ParsedMessage['contents'];
  /** The headings above; undefined where headings are only text. */
  readonly outline: Outline | undefined;
  /** The references in the blocks, by their places. */
  readonly cited?: CitedBlocks | undefined;
  /** At the top each block has its own direction; a list or quote has one, and its text follows what it says. */
  readonly isTop?: boolean;
}

interface BlocksProps extends BlockSetting {
  readonly nodes: readonly BlockNode[];
}

/** The blocks of a document. Unchanged blocks are skipped, and in a long document whole segments. */
export function TopBlocks({ nodes, outline, contents, cited }: BlocksProps) {
  const shelves = useSegments(useSegments(useSegments(nodes, areOneRow)));
  return drawEach(shelves, { from: 0, outline }, SHELF, (groups, i, from, above) => (
    <BlockShelf key={i} groups={groups} from={from} outline={above} contents={contents} cited={cited} />
  ));
}

type Segments = readonly (readonly BlockNode[])[];

interface ShelfProps extends BlockSetting {
  readonly groups: readonly Segments[];
  /** The place of the first one. */
  readonly from: number;
}

const BlockShelf = memo(function BlockShelf({ groups, from: first, outline, contents, cited }: ShelfProps) {
  return drawEach(groups, { from: first, outline }, GROUP, (segments, i, from, above) => (
    <BlockGroup
      key={i}
      segments={segments}
      from={from}
      outline={above}
      contents={contents}
      cited={cited}
      isTop
    />
  ));
});

interface GroupProps extends BlockSetting {
  readonly segments: Segments;
  /** The place of the first one. */
  readonly from: number;
}

const BlockGroup = memo(drawSegments);

/** Blocks one below the other, inside another one. */
export function Blocks({ nodes, outline, contents, cited, isTop = false }: BlocksProps) {
  return drawSegments({
    segments: useSegments(nodes, areOneRow),
    from: 0,
    outline,
    contents,
    cited,
    isTop,
  });
}

function drawSegments({ segments, from: first, outline, contents, cited, isTop = false }: GroupProps) {
  return drawEach(segments, { from: first, outline }, LIST, (nodes, i, from, above) => (
    <BlockSegment
      key={i}
      nodes={nodes}
      from={from}
      outline={above}
      contents={contents}
      cited={cited}
      isTop={isTop}
    />
  ));
}

/** How many blocks are in a part of a document, and which headings are above what follows it. */
interface Level<Part> {
  readonly count: (part: Part) => number;
  readonly after: (outline: Outline, part: Part) => Outline;
}

const LIST: Level<readonly BlockNode[]> = { count: ({ length }) => length, after: afterBlocks };
const GROUP: Level<Segments> = { count: (group) => sum(group, LIST.count), after: afterSegments };
const SHELF: Level<readonly Segments[]> = { count: (shelf) => sum(shelf, GROUP.count), after: afterGroups };

function sum<Part>(parts: readonly Part[], count: (part: Part) => number): number {
  let all = 0;
  for (const part of parts) all += count(part);
  return all;
}

/** Draws parts one behind the other. Parts only join at the end, so the place of each is a name that lasts. */
function drawEach<Part>(
  parts: readonly Part[],
  { from, outline }: { readonly from: number; readonly outline: Outline | undefined },
  { count, after }: Level<Part>,
  draw: (part: Part, place: number, from: number, outline: Outline | undefined) => ReactNode,
): readonly ReactNode[] {
  let [at, above] = [from, outline];
  return parts.map((part, i) => {
    const drawn = draw(part, i, at, above);
    // The place behind the last one, which may be long and grow, is not needed.
    if (i === parts.length - 1) return drawn;
    at += count(part);
    if (above !== undefined) above = after(above, part);
    return drawn;
  });
}

interface SegmentProps extends BlockSetting {
  readonly nodes: readonly BlockNode[];
  /** The place of the first one. */
  readonly from: number;
}

const BlockSegment = memo(function BlockSegment({
  nodes,
  from,
  outline,
  contents,
  cited,
  isTop = false,
}: SegmentProps) {
  let above = outline;
  return nodes.map((node, i) => {
    const before = nodes[i - 1];
    if (above !== undefined && before !== undefined) above = afterBlock(above, before);
    const at = from + i;
    return node.type === 'embed' ? (
      <Embeds key={at} nodes={embedsFrom(nodes, i)} contents={contents} cited={cited} at={at} />
    ) : (
      <Block
        key={at}
        node={node}
        at={at}
        outline={above}
        contents={contents}
        cited={cited?.inside.get(at)}
        isTop={isTop}
      />
    );
  });
});

interface EmbedsProps extends Pick<BlockSetting, 'contents' | 'cited'> {
  readonly nodes: readonly EmbedNode[];
  readonly at: number;
}

function Embeds({ nodes, contents, cited, at }: EmbedsProps) {
  if (nodes.length === 0) return null;
  const references = nodes.flatMap((_, i) => cited?.inside.get(at + i)?.own ?? []);
  return (
    <div className="mr-embed-place" data-at={at}>
      <EmbedGroup nodes={nodes} contents={contents} />
      <BlockReferences references={references} />
    </div>
  );
}

interface BlockProps extends BlockSetting {
  readonly node: Exclude<BlockNode, EmbedNode>;
  /** Its place among its neighbours. It leads from an element back to its node. */
  readonly at: number;
}

const Block = memo(function Block({ node, at, isTop = false, ...place }: BlockProps) {
  const { cited, outline } = place;
  const own = cited?.own ?? [];
  switch (node.type) {
    case 'paragraph':
      return (
        <p dir={isTop ? 'auto' : undefined} data-at={at}>
          <Inline nodes={node.content ?? []} references={own} />
        </p>
      );
    case 'heading':
      return <Heading node={node} at={at} outline={outline} references={own} isTop={isTop} />;
    case 'blockquote':
      return (
        <blockquote dir="auto" data-at={at}>
          <Blocks nodes={node.content} {...place} />
        </blockquote>
      );
    case 'bulletList':
    case 'taskList':
      return (
        <ul dir="auto" className={listClass(node)} data-at={at}>
          <Items items={node.content} {...place} />
        </ul>
      );
    case 'orderedList':
      return (
        <ol dir="auto" start={node.attrs.start} className={listClass(node)} data-at={at}>
          <Items items={node.content} {...place} />
        </ol>
      );
    case 'horizontalRule':
      return <hr data-at={at} />;
    case 'blockMath':
      return (
        <div className="mr-math-place" data-at={at}>
          <Formula latex={node.attrs.latex} isBlock />
          <BlockReferences references={own} />
        </div>
      );
    case 'htmlBlock':
      return (
        <pre className="mr-html" dir="ltr" data-at={at}>
          {node.attrs.html}
        </pre>
      );
    case 'footnote':
      // At the end of the message.
      return null;
  }
});

function listClass(node: BlockNode & { readonly type: 'bulletList' | 'taskList' | 'orderedList' }): string {
  const kind = node.type === 'taskList' ? 'mr-tasks' : '';
  return `${kind} ${node.attrs.tight ? 'mr-tight' : ''}`.trim();
}

function Items({ items, outline, ...place }: BlockSetting & { readonly items: readonly ItemNode[] }) {
  const segments = useSegments(items);
  let above = outline;
  return segments.map((segment, i) => {
    if (above !== undefined && i > 0) above = afterItems(above, segments[i - 1] ?? []);
    // biome-ignore lint/suspicious/noArrayIndexKey: items only join at the end
    return <ItemSegment key={i} items={segment} from={i * SEGMENT} outline={above} {...place} />;
  });
}

interface ItemSegmentProps extends BlockSetting {
  readonly items: readonly ItemNode[];
  readonly from: number;
}

const ItemSegment = memo(function ItemSegment({ items, from, outline, cited, ...place }: ItemSegmentProps) {
  let above = outline;
  return items.map((item, i) => {
    const before = items[i - 1];
    if (above !== undefined && before !== undefined) above = afterItem(above, before);
    const at = from + i;
    return <Item key={at} item={item} at={at} outline={above} cited={cited?.inside.get(at)} {...place} />;
  });
});

const Item = memo(function Item({
  item,
  at,
  ...place
}: BlockSetting & { readonly item: ItemNode; readonly at: number }) {
  const strings = useWords();
  return (
    <li data-at={at}>
      {item.type === 'taskItem' && (
        <input
          type="checkbox"
          checked={item.attrs.checked}
          aria-label={strings.task(item.attrs.checked)}
          disabled
          readOnly
        />
      )}
      <Blocks nodes={item.content} {...place} />
    </li>
  );
});
