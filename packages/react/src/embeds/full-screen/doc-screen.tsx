import { contentText, docText } from '@millrace/engine';
import { useMemo } from 'react';
import { strings } from '../../words/strings.ts';
import { CopyButton } from '../copy/copy-button.tsx';
import { embedName } from '../embed-name.ts';
import { DownloadButton } from './download-button.tsx';
import { FullScreenFrame } from './full-screen-frame.tsx';
import type { FullScreenProps } from './full-screen-props.ts';

/** A document to read: its text, never its markup. */
export function DocScreen({ attrs, content, onClose }: FullScreenProps) {
  const html = contentText(content);
  const lines = useMemo(() => docText(html).split('\n'), [html]);
  const words = lines.reduce((sum, line) => sum + (line === '' ? 0 : line.split(' ').length), 0);
  const isWriting = attrs.status === 'processing';
  return (
    <FullScreenFrame
      attrs={attrs}
      name={embedName(attrs)}
      detail={isWriting ? strings.writingWords(words) : strings.words(words)}
      onClose={onClose}
      actions={
        <>
          <CopyButton attrs={attrs} content={content} isWide />
          <DownloadButton attrs={attrs} text={html} />
        </>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <article className="mr-full-doc" tabIndex={0} aria-label={embedName(attrs)}>
        {lines.map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines only join at the end
          <p key={place} dir="auto">
            {line}
          </p>
        ))}
      </article>
    </FullScreenFrame>
  );
}
