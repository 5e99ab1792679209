'use client';

import { use, useMemo, useSyncExternalStore } from 'react';
import {
  answeredCalls,
  answerKey,
  type KeptAnswer,
  keepAnswer,
  onAnswers,
  readAnswer,
} from '../kept/kept-answers.ts';
import { HitlContext } from './hitl-runtime.ts';

export interface KeepingAnswer {
  readonly kept: KeptAnswer | undefined;
  readonly keep: (answer: Omit<KeptAnswer, 'at'> | undefined) => void;
}

/** The calls of the run around that an answer is kept for. */
export function useAnsweredCalls(): ReadonlySet<string> {
  const run = use(HitlContext)?.run;
  const calls = useSyncExternalStore(
    onAnswers,
    () => (run === undefined ? '' : answeredCalls(run)),
    () => '',
  );
  return useMemo(() => new Set(calls === '' ? [] : calls.split('\n')), [calls]);
}

/** The answer about a call that this person has begun on this device, and how it is kept. */
export function useKeptAnswer(toolUseId: string): KeepingAnswer {
  const run = use(HitlContext)?.run;
  const key = run === undefined ? undefined : answerKey(run, toolUseId);
  const kept = useSyncExternalStore(
    onAnswers,
    () => (key === undefined ? undefined : readAnswer(key)),
    () => undefined,
  );
  return {
    kept,
    keep: (answer) => {
      if (key !== undefined) keepAnswer(key, answer && { ...answer, at: Date.now() });
    },
  };
}
