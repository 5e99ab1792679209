import { contentText, docPreview } from '@millrace/engine/document';
import { useWords } from '../../words/words-context.ts';
import type { EmbedProps } from '../embed-component.ts';
import { EmbedFrame } from './embed-frame.tsx';
import { embedName } from './embed-name.ts';

/** The first words of a document. */
export function DocBox({ attrs, content }: EmbedProps) {
  const strings = useWords();
  const { text, words, moreWords } = docPreview(contentText(content ?? ''));
  return (
    <EmbedFrame
      attrs={attrs}
      content={content}
      name={embedName(strings, attrs)}
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
