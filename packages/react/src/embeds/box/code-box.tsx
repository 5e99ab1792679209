'use client';

import { codePreview } from '@millrace/engine/document';
import { useRef } from 'react';
import { useWords } from '../../words/words-context.ts';
import type { EmbedProps } from '../embed-component.ts';
import { CodeLines } from '../highlight/code-lines.tsx';
import { codeText } from './code-text.ts';
import { EmbedFrame } from './embed-frame.tsx';
import { codeDetail, embedName } from './embed-name.ts';
import { useTail } from './use-tail.ts';

/** The first lines of a code; while it is being written, its end. One box for both. */
export function CodeBox({ attrs, content }: EmbedProps) {
  const strings = useWords();
  const box = useRef<HTMLPreElement>(null);
  const text = codeText(attrs, content);
  // The code of a running call is already complete.
  const isCode = attrs.type === 'code';
  const isGrowing = isCode && attrs.status === 'processing';
  const { text: shown, moreLines } = isGrowing ? { text, moreLines: 0 } : codePreview(text);
  const { onScroll } = useTail(box, isGrowing);
  return (
    <EmbedFrame
      attrs={attrs}
      content={content}
      name={embedName(strings, attrs)}
      detail={codeDetail(attrs, strings.lines)}
      writing={isCode ? codeDetail(attrs, strings.writingLine) : strings.processing}
      more={moreLines > 0 && strings.moreLines(moreLines)}
    >
      <pre
        dir="ltr"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
        tabIndex={0}
        ref={box}
        onScroll={onScroll}
        className={isGrowing ? 'mr-writing' : undefined}
      >
        <CodeLines code={shown} language={attrs.language} isGrowing={isGrowing} />
      </pre>
    </EmbedFrame>
  );
}
