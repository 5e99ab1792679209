'use client';

import type { DocElement, DocNode } from '@millrace/engine/document';
import { createElement, memo, type ReactNode } from 'react';
import { SafeLink } from '../../safe-link.tsx';
import type { DocHeadingLine } from './doc-headings.ts';

export interface DocNodesProps {
  readonly nodes: readonly DocNode[];
  readonly headings: ReadonlyMap<DocElement, DocHeadingLine>;
}

/** A document as it is read. Only elements that are named here are ever made, and of attributes only where a link leads. */
export const DocNodes = memo(function DocNodes({ nodes, headings }: DocNodesProps): ReactNode {
  return nodes.map((node, place) => {
    if (node.type === 'text') return node.text;
    // biome-ignore lint/suspicious/noArrayIndexKey: a document only grows at its end
    return <DocPart key={place} element={node} headings={headings} />;
  });
});

interface DocPartProps {
  readonly element: DocElement;
  readonly headings: DocNodesProps['headings'];
}

function DocPart({ element, headings }: DocPartProps): ReactNode {
  const { name, href, children } = element;
  const inside = <DocNodes nodes={children} headings={headings} />;
  switch (name) {
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6': {
      const heading = headings.get(element);
      // The outline leads there.
      return heading && createElement(`h${heading.level}`, { dir: 'auto', tabIndex: -1 }, inside);
    }
    case 'a':
      return href === undefined ? inside : <SafeLink href={href}>{inside}</SafeLink>;
    case 'table':
      return (
        <table>
          <tbody>{inside}</tbody>
        </table>
      );
    case 'th':
      return <th dir="auto">{inside}</th>;
    case 'ul':
    case 'ol':
      return createElement(name, { dir: 'auto' }, inside);
    case 'pre':
      return <pre dir="ltr">{inside}</pre>;
    case 'br':
      return <br />;
    case 'hr':
      return <hr />;
    case 'p':
    case 'li':
    case 'td':
    case 'blockquote':
      return createElement(name, { dir: 'auto' }, inside);
    case 'tr':
    case 'strong':
    case 'em':
    case 's':
    case 'code':
      return createElement(name, null, inside);
  }
}
