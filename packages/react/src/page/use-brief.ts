'use client';

import { useEffect, useState } from 'react';

/** A state that resets itself some time after it was set: a word that was said, a press that waits for a second. */
export function useBrief<T>(rest: T, ms: number): [T, (value: T) => void] {
  const [value, setValue] = useState(rest);
  useEffect(() => {
    if (value === rest) return;
    const timer = setTimeout(() => setValue(rest), ms);
    return () => clearTimeout(timer);
  }, [value, rest, ms]);
  return [value, setValue];
}
