'use client';

import { useState } from 'react';
import { problemOf } from '../words/problem-of.ts';
import { useWords } from '../words/words-context.ts';

export interface Attempt {
  readonly busy: boolean;
  /** Why the last one failed. */
  readonly problem: string | undefined;
  /** Does it, unless one is under way. True when it worked. */
  readonly run: (work: () => Promise<void>) => Promise<boolean>;
}

/** Something that a person asks for and that may fail. */
export function useAttempt(): Attempt {
  const strings = useWords();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  async function run(work: () => Promise<void>): Promise<boolean> {
    if (busy) return false;
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
      return true;
    } catch (error) {
      setProblem(problemOf(strings, error));
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { busy, problem, run };
}
