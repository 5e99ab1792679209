import type { RefObject } from 'react';
import { useWords } from '../../../words/words-context.ts';
import type { DocHeadingLine } from './doc-headings.ts';

export interface DocOutlineProps {
  readonly headings: readonly DocHeadingLine[];
  /** The element with the headings, in the same order. */
  readonly article: RefObject<HTMLElement | null>;
}

/** The headings of a document, to go to them. Buttons: the address says which embed is open. */
export function DocOutline({ headings, article }: DocOutlineProps) {
  const strings = useWords();
  const go = (place: number): void => {
    const heading = article.current?.querySelectorAll<HTMLElement>('h1, h2, h3, h4, h5, h6')[place];
    heading?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
  };
  const top = Math.min(...headings.map(({ level }) => level));
  return (
    <nav className="mr-full-outline" aria-label={strings.outline}>
      <ol>
        {headings.map(({ text, level }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: headings only join at the end
          <li key={place} data-deep={Math.min(level - top, 2)}>
            <button type="button" dir="auto" onClick={() => go(place)}>
              {text}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
