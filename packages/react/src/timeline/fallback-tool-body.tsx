import { isDoomLoopInterrupt, isInterruptResult } from '@millrace/engine';
import { DoomLoopApprovalToolUI } from '../approval/doom-loop-approval.tsx';
import { GenericHitlApprovalToolUI } from '../approval/generic-hitl-approval.tsx';
import { DefaultToolCard } from './default-tool-card.tsx';
import type { TimelineToolProps } from './timeline-tool.ts';

/** A call of a tool that has no component of its own: a question to a person, or what went in and came out. */
export function FallbackToolBody(props: TimelineToolProps) {
  const { result } = props;
  if (isDoomLoopInterrupt(result)) return <DoomLoopApprovalToolUI {...props} result={result} />;
  if (isInterruptResult(result)) return <GenericHitlApprovalToolUI {...props} result={result} />;
  return <DefaultToolCard {...props} />;
}
