import { useEffect } from 'react';

let title = '';
let signed = (words: string): string => words;

/** Names the page in its tab. */
export function usePageTitle(words: string): void {
  useEffect(() => {
    title = words;
    document.title = signed(title);
  }, [words]);
}

/** Puts something beside the name of whatever page is shown. */
export function signPageTitle(sign: (words: string) => string): void {
  signed = sign;
  if (title !== '') document.title = signed(title);
}
