import type { HitlDecision, InterruptResult } from '@millrace/engine';

/** The phase of a question to a person. The last three never change again. */
export type HitlPhase = 'pending' | 'processing' | 'approved' | 'rejected' | 'edited';

/** An event of a question: a decision was sent, did not arrive, or holds. */
export type HitlPhaseEvent =
  | { readonly type: 'sent' }
  | { readonly type: 'failed' }
  | { readonly type: 'decided'; readonly decision: HitlDecision['type'] };

const DECIDED: Readonly<Record<HitlDecision['type'], HitlPhase>> = {
  approve: 'approved',
  approve_always: 'approved',
  edit: 'edited',
  reject: 'rejected',
};

/** The phase after an event. What is decided stays decided. Pure. */
export function nextHitlPhase(phase: HitlPhase, event: HitlPhaseEvent): HitlPhase {
  if (phase !== 'pending' && phase !== 'processing') return phase;
  switch (event.type) {
    case 'sent':
      return 'processing';
    case 'failed':
      return 'pending';
    case 'decided':
      return DECIDED[event.decision];
  }
}

/** The phase by a result alone, as after a reload. Pure. */
export function hitlPhaseOf({ __decided__: decision }: Pick<InterruptResult, '__decided__'>): HitlPhase {
  return decision === undefined ? 'pending' : nextHitlPhase('pending', { type: 'decided', decision });
}
