'use client';

import { useEffect, useState } from 'react';
import { useWords } from '../../words/words-context.ts';
import type { Changed } from '../embed-extras.ts';

const LOOK_MS = 30_000;

/** Says which call changed a file, and how long ago. */
export function ChangeNote({ by, at }: Changed) {
  const strings = useWords();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  return strings.changedBy(by, at === undefined ? undefined : strings.ago(at, now));
}
