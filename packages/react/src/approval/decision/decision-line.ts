import type { HitlDecision } from '@millrace/engine';
import type { Words } from '../../words/words-context.ts';
import { withEscapes } from '../shown/show-hidden.ts';
import type { HitlRuntime } from './hitl-runtime.ts';

export interface Decided {
  readonly decision: HitlDecision;
  readonly by: string | undefined;
  /** The name of the device that decided, as the log has it. */
  readonly from?: string | undefined;
  /** True when the call may have run before. */
  readonly inDoubt: boolean;
}

/** Says in one line what was decided, by whom and with which words. `device` is this one; `names` may know better names. */
export function decisionLine(
  strings: Words,
  { decision, by, from, inDoubt }: Decided,
  device: string | undefined,
  names?: Pick<HitlRuntime, 'deviceName'> | null,
): string {
  const yes = decision.type !== 'reject';
  const { again, left } = strings.doubtDecisions;
  const what = inDoubt ? (yes ? again : left) : strings.decisions[decision.type];
  const here = by !== undefined && by === device;
  const name = here || by === undefined ? undefined : (names?.deviceName?.(by) ?? from);
  const bare =
    name === undefined ? strings.decidedBy(what, here) : strings.decidedFrom(what, withEscapes(name));
  const images = decision.images?.length ?? 0;
  const line = images === 0 ? bare : strings.withImages(bare, images);
  return decision.message === undefined ? line : strings.said(line, withEscapes(decision.message));
}
