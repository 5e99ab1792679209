import type { BlockNode, EmbedNode, ItemNode, ParsedMessage } from '@millrace/engine';
import { memo } from 'react';
import { EmbedGroup } from '../embeds/embed-group.tsx';
import { embedsFrom } from '../embeds/embeds-from.ts';
import { findFootnotes } from './find-footnotes.ts';
import { FootnoteList, FootnotesContext } from './footnotes.tsx';
import { Inline } from './inline.tsx';
import { Formula } from './math/formula.tsx';
import { useMessageDocument } from './use-message-document.ts';

type Contents = ParsedMessage['contents'];

export interface MessageDocumentProps {
  readonly text: string;
  readonly messageId: string;
  /** Whether more text may come. */
  readonly running: boolean;
}

/** A message as a document that grows. Blocks that are finished keep their DOM nodes. */
export const MessageDocument = memo(function MessageDocument({
  text,
  messageId,
  running,
}: MessageDocumentProps) {
  const { doc, contents } = useMessageDocument(text, messageId, running);
  return (
    <div className={running ? 'mr-answer mr-doc mr-running' : 'mr-answer mr-doc'}>
      <FootnotesContext value={{ messageId, footnotes: findFootnotes(doc) }}>
        <Blocks nodes={doc.content} contents={contents} />
        <FootnoteList draw={({ node }) => <Blocks nodes={node.content} contents={contents} />} />
      </FootnotesContext>
    </div>
  );
});

function Blocks({ nodes, contents }: { readonly nodes: readonly BlockNode[]; readonly contents: Contents }) {
  // Blocks only join at the end, so the place is a name that lasts.
  return nodes.map((node, place) =>
    node.type === 'embed' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <EmbedGroup key={place} nodes={embedsFrom(nodes, place)} contents={contents} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <Block key={place} node={node} contents={contents} />
    ),
  );
}

interface BlockProps {
  readonly node: Exclude<BlockNode, EmbedNode>;
  readonly contents: Contents;
}

const Block = memo(
  function Block({ node, contents }: BlockProps) {
    switch (node.type) {
      case 'paragraph':
        return (
          <p dir="auto">
            <Inline nodes={node.content ?? []} />
          </p>
        );
      case 'heading':
        return <Heading level={node.attrs.level} nodes={node.content ?? []} />;
      case 'blockquote':
        return (
          <blockquote>
            <Blocks nodes={node.content} contents={contents} />
          </blockquote>
        );
      case 'bulletList':
      case 'taskList':
        return (
          <ul className={listClass(node)}>
            <Items items={node.content} contents={contents} />
          </ul>
        );
      case 'orderedList':
        return (
          <ol start={node.attrs.start} className={listClass(node)}>
            <Items items={node.content} contents={contents} />
          </ol>
        );
      case 'horizontalRule':
        return <hr />;
      case 'blockMath':
        return <Formula latex={node.attrs.latex} isBlock />;
      case 'htmlBlock':
        return (
          <pre className="mr-html" dir="ltr">
            {node.attrs.html}
          </pre>
        );
      case 'footnote':
        // At the end of the message.
        return null;
    }
  },
  // What holds embeds that may still grow is drawn again; a node that is the same has the same text.
  (before, after) => before.node === after.node,
);

function listClass(node: BlockNode & { readonly type: 'bulletList' | 'taskList' | 'orderedList' }): string {
  const kind = node.type === 'taskList' ? 'mr-tasks' : '';
  return `${kind} ${node.attrs.tight ? 'mr-tight' : ''}`.trim();
}

function Items({ items, contents }: { readonly items: readonly ItemNode[]; readonly contents: Contents }) {
  return items.map((item, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: items only join at the end
    <Item key={place} item={item} contents={contents} />
  ));
}

const Item = memo(
  function Item({ item, contents }: { readonly item: ItemNode; readonly contents: Contents }) {
    return (
      <li>
        {item.type === 'taskItem' && <input type="checkbox" checked={item.attrs.checked} disabled readOnly />}
        <Blocks nodes={item.content} contents={contents} />
      </li>
    );
  },
  (before, after) => before.item === after.item,
);

/** Below the heading that names who speaks. */
function Heading({
  level,
  nodes,
}: {
  readonly level: number;
  readonly nodes: Parameters<typeof Inline>[0]['nodes'];
}) {
  const Tag = HEADINGS[Math.min(level, HEADINGS.length) - 1] ?? 'h6';
  return (
    <Tag dir="auto" className={`mr-heading-${level}`}>
      <Inline nodes={nodes} />
    </Tag>
  );
}

const HEADINGS = ['h3', 'h4', 'h5', 'h6'] as const;
