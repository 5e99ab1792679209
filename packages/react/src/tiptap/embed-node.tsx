import { embedMarkdown } from '@millrace/engine/document';
import { mergeAttributes, Node } from '@tiptap/core';
import type { Node as DocNode } from '@tiptap/pm/model';
import { EmbedGroup } from '../embeds/box/embed-group.tsx';
import { attribute } from './attribute.ts';
import { EMBED_ATTRS, embedAttrs, readEmbedAttrs } from './embed-attrs.ts';
import type { EmbedContents } from './embed-contents.ts';
import { reactView, type Wrap } from './react-view.ts';

const PLACE = 'data-millrace-embed';

/** An embed, drawn by our components. On the clipboard it is its attributes and its Markdown. */
export function embedNode(contents: EmbedContents, wrap: Wrap): Node {
  const markdown = (node: DocNode): string => {
    const attrs = embedAttrs(node);
    return embedMarkdown(attrs, contents.get(attrs.contentRef) ?? '');
  };
  return Node.create({
    name: 'embed',
    group: 'block',
    atom: true,
    addAttributes: () =>
      Object.fromEntries(
        EMBED_ATTRS.map((name) => [
          name,
          attribute((element) => readEmbedAttrs(element.getAttribute(PLACE) ?? '')[name]),
        ]),
      ),
    parseHTML: () => [{ tag: `div[${PLACE}]` }],
    renderHTML: ({ node, HTMLAttributes }) => [
      'div',
      mergeAttributes({ [PLACE]: JSON.stringify(node.attrs) }, HTMLAttributes),
      ['pre', markdown(node)],
    ],
    renderText: ({ node }) => markdown(node),
    addNodeView: () =>
      reactView(
        'div',
        {
          className: 'mr-embed-place',
          draw: (node) => <DrawnEmbed node={node} contents={contents} />,
          follow: (node, redraw) => contents.follow(embedAttrs(node).contentRef, redraw),
        },
        wrap,
      ),
  });
}

interface DrawnEmbedProps {
  readonly node: DocNode;
  readonly contents: EmbedContents;
}

function DrawnEmbed({ node, contents }: DrawnEmbedProps) {
  const attrs = embedAttrs(node);
  const content = contents.get(attrs.contentRef);
  return (
    <EmbedGroup
      nodes={[{ type: 'embed', attrs }]}
      contents={new Map(content === undefined ? [] : [[attrs.contentRef, content]])}
    />
  );
}
