'use client';

import { contentText, docText, docTree } from '@millrace/engine/document';
import { useMemo, useRef } from 'react';
import { useWords } from '../../../words/words-context.ts';
import { embedName } from '../../box/embed-name.ts';
import { CopyButton } from '../../copy/copy-button.tsx';
import { DownloadButton } from '../download-button.tsx';
import { FullScreenFrame } from '../full-screen-frame.tsx';
import type { FullScreenProps } from '../full-screen-props.ts';
import { docHeadings } from './doc-headings.ts';
import { DocNodes } from './doc-nodes.tsx';
import { DocOutline } from './doc-outline.tsx';

/** So many headings are worth an outline. */
const MANY_HEADINGS = 3;

/** A document to read: its headings, lists, tables and links, and nothing else of its markup. */
export function DocScreen({ attrs, content, onClose }: FullScreenProps) {
  const strings = useWords();
  const name = embedName(strings, attrs);
  const html = contentText(content);
  const article = useRef<HTMLElement>(null);
  const nodes = useMemo(() => docTree(html), [html]);
  const headings = useMemo(() => docHeadings(nodes), [nodes]);
  const words = useMemo(() => docText(html).split(/\s/).filter(Boolean).length, [html]);
  const isWriting = attrs.status === 'processing';
  return (
    <FullScreenFrame
      attrs={attrs}
      name={name}
      detail={isWriting ? strings.writingWords(words) : strings.words(words)}
      onClose={onClose}
      actions={
        <>
          <CopyButton attrs={attrs} content={content} isWide />
          <DownloadButton attrs={attrs} text={html} />
        </>
      }
    >
      <div className="mr-full-reading">
        {headings.size >= MANY_HEADINGS && <DocOutline headings={[...headings.values()]} article={article} />}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
        <article className="mr-full-doc mr-prose" ref={article} tabIndex={0} aria-label={name}>
          <DocNodes nodes={nodes} headings={headings} />
        </article>
      </div>
    </FullScreenFrame>
  );
}
