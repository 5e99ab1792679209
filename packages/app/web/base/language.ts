import { englishWords, type Words } from '@millrace/react';
import type { PageWords } from './page-words.ts';
import type { PreferenceValue } from './preferences.ts';
import { english } from './strings.ts';

/** A language in full: the words of the components and those of the page. */
export interface Catalogue {
  readonly words: Words;
  readonly page: PageWords;
}

export type Language = Exclude<PreferenceValue<'language'>, 'auto'>;

export const ENGLISH: Catalogue = { words: englishWords, page: english };

/** The chosen language; else the first of the browser's that there is, else English. Pure. */
export function languageOf(chosen: PreferenceValue<'language'>, wanted: readonly string[]): Language {
  if (chosen !== 'auto') return chosen;
  const known = wanted.map((tag) => tag.toLowerCase().split('-')[0]);
  return known.find((tag) => tag === 'en' || tag === 'de') ?? 'en';
}

/** Gets a catalogue. English is always there; the others come when they are wanted. Rejects when one does not come. */
export async function loadCatalogue(language: Language): Promise<Catalogue> {
  switch (language) {
    case 'en':
      return ENGLISH;
    case 'de':
      return (await import('./german.ts')).german;
  }
}
