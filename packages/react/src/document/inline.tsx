import type { InlineNode, Mark } from '@millrace/engine';
import type { ReactNode } from 'react';
import { hostOf, SafeLink } from '../embeds/safe-link.tsx';
import { strings } from '../words/strings.ts';
import { FootnoteRef } from './footnotes.tsx';
import { Formula } from './math/formula.tsx';

/** Text with its marks. Nothing here becomes HTML that was not made by these components. */
export function Inline({ nodes }: { readonly nodes: readonly InlineNode[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: inlines have no names and no state
  return nodes.map((node, place) => <InlinePart key={place} node={node} />);
}

function InlinePart({ node }: { readonly node: InlineNode }): ReactNode {
  switch (node.type) {
    case 'text':
      return (node.marks ?? []).reduceRight<ReactNode>((inside, mark) => marked(inside, mark), node.text);
    case 'hardBreak':
      return <br />;
    case 'image':
      return (
        <SafeLink href={node.attrs.src}>
          {strings.image(node.attrs.alt, hostOf(node.attrs.src) ?? node.attrs.src)}
        </SafeLink>
      );
    case 'inlineMath':
      return <Formula latex={node.attrs.latex} isBlock={false} />;
    case 'htmlInline':
      return node.attrs.html;
    case 'footnoteRef':
      return <FootnoteRef node={node} />;
  }
}

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
      return <SafeLink href={mark.attrs.href}>{inside}</SafeLink>;
    case 'highlight':
      return inside;
  }
}
