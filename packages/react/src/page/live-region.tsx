'use client';

import { useCallback, useEffect, useState } from 'react';

/** Words that a screen reader hears. They are counted, so that the same words can be said again. */
export interface Said {
  readonly words: string;
  readonly count: number;
}

const NOTHING: Said = { words: '', count: 0 };

/** The last words of a region, and a way to say others. */
export function useSaid(): readonly [Said, (words: string) => void] {
  const [said, setSaid] = useState(NOTHING);
  const say = useCallback(
    (words: string) =>
      setSaid((last) => (words === '' && last.words === '' ? last : { words, count: last.count + 1 })),
    [],
  );
  return [said, say];
}

export interface LiveRegionProps {
  readonly said: Said;
  /** `status` waits until the person has heard what is being read, and so does `polite`; `assertive` interrupts. */
  readonly as: 'status' | 'polite' | 'assertive';
}

/** So long a region must be empty before a screen reader knows it: many hear nothing of one that comes with its words. */
const KNOWN_MS = 100;

/** A region that is there before anything is said in it. Words that come with it are said a moment later. */
export function LiveRegion({ said: { words, count }, as }: LiveRegionProps) {
  const [isKnown, setKnown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setKnown(true), KNOWN_MS);
    return () => clearTimeout(timer);
  }, []);
  const kind = as === 'status' ? { role: as } : { 'aria-live': as };
  return (
    <div className="mr-sr-only" {...kind}>
      {isKnown && words !== '' && <span key={count}>{words}</span>}
    </div>
  );
}
