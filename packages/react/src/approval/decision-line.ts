import type { HitlDecision } from '@millrace/engine';
import { strings } from '../words/strings.ts';
import { withEscapes } from './show-hidden.ts';

export interface Decided {
  readonly decision: HitlDecision;
  readonly by: string | undefined;
  /** Whether the call may have run before. */
  readonly inDoubt: boolean;
}

/** What was decided, by whom and with which words, in one line. `device` is this one. Pure. */
export function decisionLine({ decision, by, inDoubt }: Decided, device: string | undefined): string {
  const yes = decision.type !== 'reject';
  const { again, left } = strings.doubtDecisions;
  const what = inDoubt ? (yes ? again : left) : strings.decisions[decision.type];
  const bare = strings.decidedBy(what, by !== undefined && by === device);
  const images = decision.images?.length ?? 0;
  const line = images === 0 ? bare : strings.withImages(bare, images);
  return decision.message === undefined ? line : strings.said(line, withEscapes(decision.message));
}
