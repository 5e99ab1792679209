import { createContext, use } from 'react';
import { english } from './strings.ts';

/** Every word of the page, in one language. */
export type PageWords = typeof english;

export const PageWordsContext = createContext<PageWords>(english);

/** The words of the page. The object stays the same until the language changes. */
export const usePageWords = (): PageWords => use(PageWordsContext);
