import { useEffect, useState } from 'react';
import { strings } from '../../words/strings.ts';
import type { Changed } from '../embed-extras.ts';

const LOOK_MS = 30_000;

export interface ChangeNoteProps {
  /** What changed it, where that is known. */
  readonly changed: Changed | undefined;
  /** What is said where it is not. */
  readonly otherwise: string;
}

/** What changed a file, and how long ago. */
export function ChangeNote({ changed, otherwise }: ChangeNoteProps) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  if (changed === undefined) return otherwise;
  const { by, at } = changed;
  return strings.changedBy(by, at === undefined ? undefined : strings.ago(at, now));
}
