import { WordsProvider } from '@millrace/react';
import { type ReactNode, useEffect, useState } from 'react';
import { type Catalogue, languageOf, loadCatalogue } from '../base/language.ts';
import { PageWordsContext } from '../base/page-words.ts';
import { usePreference } from '../base/use-preference.ts';

export interface LanguageProps {
  /** The catalogue that is there at the start. */
  readonly initial: Catalogue;
  readonly children: ReactNode;
}

/** Shows the page in the chosen language, and changes it at once. A language that can't be loaded changes nothing. */
export function Language({ initial, children }: LanguageProps) {
  const chosen = usePreference('language');
  const [{ words, page }, setCatalogue] = useState(initial);
  useEffect(() => {
    let isLatest = true;
    loadCatalogue(languageOf(chosen, navigator.languages)).then(
      (catalogue) => isLatest && setCatalogue(catalogue),
      () => {},
    );
    return () => {
      isLatest = false;
    };
  }, [chosen]);
  useEffect(() => {
    document.documentElement.lang = words.locale;
  }, [words]);
  return (
    <WordsProvider words={words}>
      <PageWordsContext value={page}>{children}</PageWordsContext>
    </WordsProvider>
  );
}
