import { useWords } from '../../words/words-context.ts';
import { showHidden } from './show-hidden.ts';

/** Text in which nothing can hide. */
export function ShownText({ text }: { readonly text: string }) {
  const strings = useWords();
  return showHidden(text).map(({ shown, hidden }, place) =>
    hidden ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no names
      <span key={place} className="mr-hidden" title={strings.hiddenCharacter}>
        {shown}
      </span>
    ) : (
      shown
    ),
  );
}
