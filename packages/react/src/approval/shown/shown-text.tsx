import { strings } from '../../words/strings.ts';
import { showHidden } from './show-hidden.ts';

/** Text in which nothing can hide. */
export function ShownText({ text }: { readonly text: string }) {
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
