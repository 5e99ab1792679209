import { GenericHitlApprovalToolUI, type HitlToolProps } from './generic-hitl-approval.tsx';

/** Asks about a call that only repeats what was done before. */
export function DoomLoopApprovalToolUI(props: HitlToolProps) {
  return <GenericHitlApprovalToolUI {...props} />;
}
