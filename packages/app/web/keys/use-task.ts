import { ApiError } from '@millrace/react';
import { useState } from 'react';
import { usePageWords } from '../base/page-words.ts';
import { keyProblem } from './key-problem.ts';

/** Something about signing in that takes a moment. */
export interface Task {
  readonly working: boolean;
  readonly problem: string | undefined;
  /** Says what is wrong before anything is sent, or that nothing is any more. */
  readonly refuse: (problem: string | undefined) => void;
  /** Does it, unless it is at work. Never rejects: what went wrong is the problem. */
  readonly run: (work: () => Promise<void>) => Promise<void>;
}

export function useTask(): Task {
  const strings = usePageWords();
  const [working, setWorking] = useState(false);
  const [problem, setProblem] = useState<string>();
  return {
    working,
    problem,
    refuse: setProblem,
    async run(work) {
      if (working) return;
      setWorking(true);
      setProblem(undefined);
      try {
        await work();
      } catch (error) {
        // A person who did not confirm has changed their mind.
        if (!(error instanceof ApiError && error.code === 'not_fresh'))
          setProblem(keyProblem(strings, error));
      }
      setWorking(false);
    },
  };
}
