'use client';

import { useEffect, useState } from 'react';

const SILENCE_MS = 1500;

/** Tells whether nothing has changed for a while. False from each change on; nothing at all needs no clock. */
export function useSilence(content: unknown): boolean {
  const [silent, setSilent] = useState<unknown>();
  useEffect(() => {
    if (content === undefined) return;
    const timer = setTimeout(() => setSilent(() => content), SILENCE_MS);
    return () => clearTimeout(timer);
  }, [content]);
  return silent === content;
}
