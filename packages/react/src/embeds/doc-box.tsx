import { contentText, docPreview } from '@millrace/engine';
import { strings } from '../words/strings.ts';
import type { EmbedProps } from './embed-component.ts';
import { EmbedFrame } from './embed-frame.tsx';

/** The first words of a document. */
export function DocBox({ attrs, content = '' }: EmbedProps) {
  const { text, moreWords } = docPreview(contentText(content));
  return (
    <EmbedFrame
      attrs={attrs}
      name={attrs.title ?? ''}
      detail={strings.words(attrs.wordCount ?? 0)}
      more={moreWords > 0 && strings.moreWords(moreWords)}
    >
      <p dir="auto">{text}</p>
    </EmbedFrame>
  );
}
