'use client';

import type { InlineNode, Mark } from '@millrace/engine/document';
import { memo, type ReactNode } from 'react';
import { RemoteImage } from '../embeds/box/remote-image.tsx';
import type { References } from './citations/cited-blocks.ts';
import { Reference } from './citations/reference.tsx';
import { type DrawnInline, withReferences } from './citations/with-references.ts';
import { FootnoteRef } from './footnotes.tsx';
import { linkOf, linkRuns } from './links/link-runs.ts';
import { TextLink } from './links/text-link.tsx';
import { Formula } from './math/formula.tsx';
import { useSegments } from './use-segments.ts';

export interface InlineProps {
  readonly nodes: readonly InlineNode[];
  readonly references: readonly References[];
}

/** Text with its marks. Nothing here becomes HTML that was not made by these components. */
export function Inline({ nodes, references }: InlineProps) {
  return useSegments(withReferences(nodes, references)).map((segment, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text only grows at its end
    <InlineSegment key={i} nodes={segment} />
  ));
}

const InlineSegment = memo(function InlineSegment({ nodes }: { readonly nodes: readonly DrawnInline[] }) {
  return linkRuns(nodes).map((run, place) => {
    const [first] = run;
    const link = linkOf(first);
    // Most of a text is plain, and needs no component.
    if (first?.type === 'text' && first.marks === undefined) return first.text;
    // biome-ignore lint/suspicious/noArrayIndexKey: inlines have no names and no state
    if (link === undefined) return first && <InlinePart key={place} node={first} />;
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    return <LinkRun key={place} href={link.attrs.href} nodes={run} />;
  });
});

interface LinkRunProps {
  readonly href: string;
  readonly nodes: readonly DrawnInline[];
}

const LinkRun = memo(
  function LinkRun({ href, nodes }: LinkRunProps) {
    return (
      <TextLink href={href} text={nodes.map(plainText).join('')}>
        {nodes.map((node, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <InlinePart key={i} node={node} />
        ))}
      </TextLink>
    );
  },
  // The list is made again on each call.
  (before, after) =>
    before.href === after.href &&
    before.nodes.length === after.nodes.length &&
    before.nodes.every((node, i) => node === after.nodes[i]),
);

const plainText = (node: DrawnInline): string => (node.type === 'text' ? node.text : '');

/** Inlines that are not text are marked as one, so that places in the page lead back to places in the document. */
const InlinePart = memo(function InlinePart({ node }: { readonly node: DrawnInline }): ReactNode {
  switch (node.type) {
    case 'text':
      return (node.marks ?? []).reduceRight<ReactNode>((inside, mark) => marked(inside, mark), node.text);
    case 'hardBreak':
      return <br data-one />;
    case 'image':
      return (
        <span data-one>
          <RemoteImage url={node.attrs.src} alt={node.attrs.alt} />
        </span>
      );
    case 'inlineMath':
      return (
        <span data-one>
          <Formula latex={node.attrs.latex} isBlock={false} />
        </span>
      );
    case 'htmlInline':
      return node.attrs.html;
    case 'footnoteRef':
      return <FootnoteRef node={node} />;
    case 'references':
      return <Reference cited={node.cited} />;
  }
});

function marked(inside: ReactNode, mark: Mark): ReactNode {
  switch (mark.type) {
    case 'bold':
      return <strong>{inside}</strong>;
    case 'italic':
      return <em>{inside}</em>;
    case 'strike':
      return <s>{inside}</s>;
    case 'code':
      return <code dir="ltr">{inside}</code>;
    case 'link':
      // Around all that it holds.
      return inside;
    case 'highlight':
      return inside;
  }
}
