'use client';

import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import {
  type CompletionQuery,
  type CompletionSources,
  type CompletionState,
  createCompletions,
  NO_COMPLETIONS,
} from './create-completions.ts';

/** The state before the sources are asked. */
const ASKING: CompletionState = { items: [], status: 'loading' };

/**
 * The items that complete what a person writes, and whether more may come. The sources are asked when the trigger or the query changes,
 * and only then: a page may make them anew each time that it is drawn.
 */
export function useCompletions(
  wanted: CompletionQuery | undefined,
  sources: CompletionSources,
): CompletionState {
  const [completions] = useState(createCompletions);
  const { trigger, query = '' } = wanted ?? {};
  const newest = useRef(sources);
  useEffect(() => {
    newest.current = sources;
  });
  useEffect(() => {
    completions.ask(trigger && { trigger, query }, newest.current);
  }, [completions, trigger, query]);
  useEffect(() => () => completions.ask(undefined, {}), [completions]);
  const state = useSyncExternalStore(completions.subscribe, completions.getState, () => NO_COMPLETIONS);
  if (trigger === undefined) return NO_COMPLETIONS;
  return state.trigger === trigger ? state : ASKING;
}
