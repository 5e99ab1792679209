import { useEffect, useState } from 'react';
import { strings } from '../../words/strings.ts';
import type { Changed } from '../embed-extras.ts';

const LOOK_MS = 30_000;

/** Says which call changed a file, and how long ago. */
export function ChangeNote({ by, at }: Changed) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  return strings.changedBy(by, at === undefined ? undefined : strings.ago(at, now));
}
