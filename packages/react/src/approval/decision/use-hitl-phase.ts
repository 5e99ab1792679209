'use client';

import type { InterruptResult } from '@millrace/engine';
import { useReducer } from 'react';
import { type HitlPhase, type HitlPhaseEvent, hitlPhaseOf, nextHitlPhase } from './hitl-phase.ts';

/** Follows a question from pending to decided. Its result counts first, so a reload forgets nothing. */
export function useHitlPhase(
  result: Pick<InterruptResult, '__decided__'>,
): readonly [phase: HitlPhase, tell: (event: HitlPhaseEvent) => void] {
  const [phase, tell] = useReducer(nextHitlPhase, result, hitlPhaseOf);
  const known = hitlPhaseOf(result);
  return [known === 'pending' ? phase : known, tell];
}
