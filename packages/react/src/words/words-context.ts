'use client';

import { createContext, createElement, type ReactElement, type ReactNode, use, useMemo } from 'react';
import { replaceWords, type SomeWords } from './replace-words.ts';
import { englishWords } from './strings.ts';

/** A catalogue: every word that the components show, in one language. */
export type Words = typeof englishWords;

/** English, unless there is a `WordsProvider` above. */
const WordsContext = createContext<Words>(englishWords);

/** The props of `WordsProvider`. */
export interface WordsProviderProps {
  /** A whole catalogue, or the words to replace in the one from above. Keep the object: another one redraws everything below. */
  readonly words: SomeWords<Words>;
  readonly children: ReactNode;
}

/** Gives everything below it other words. */
export function WordsProvider({ words, children }: WordsProviderProps): ReactElement {
  const above = use(WordsContext);
  const all = useMemo(() => replaceWords(above, words), [above, words]);
  return createElement(WordsContext, { value: all }, children);
}

/** The words to show here. The object stays the same until the language changes. */
export const useWords = (): Words => use(WordsContext);
