'use client';

import type { Parser } from '@lezer/common';
import { useEffect, useState } from 'react';
import { loadedParser, loadParser } from './load-parser.ts';

/** The grammar of a language as soon as it is there. */
export function useParser(language: string): Parser | undefined {
  const [, setLoaded] = useState<Parser>();
  useEffect(() => {
    if (loadedParser(language) !== undefined) return;
    let isOver = false;
    void loadParser(language).then((parser) => {
      if (!isOver) setLoaded(parser);
    });
    return () => {
      isOver = true;
    };
  }, [language]);
  return loadedParser(language);
}
