import { contentText, docPreview } from '@millrace/engine/document';
import { strings } from '../../words/strings.ts';
import type { EmbedProps } from '../embed-component.ts';
import { EmbedFrame } from './embed-frame.tsx';
import { embedName } from './embed-name.ts';

/** The first words of a document. */
export function DocBox({ attrs, content }: EmbedProps) {
  const { text, words, moreWords } = docPreview(contentText(content ?? ''));
  return (
    <EmbedFrame
      attrs={attrs}
      content={content}
      name={embedName(attrs)}
      detail={strings.words(words + moreWords)}
      writing={strings.writingWords(words + moreWords)}
      more={moreWords > 0 && strings.moreWords(moreWords)}
    >
      <div className="mr-embed-text">
        {text.split('\n').map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines only join at the end
          <p key={place} dir="auto">
            {line}
          </p>
        ))}
      </div>
    </EmbedFrame>
  );
}
