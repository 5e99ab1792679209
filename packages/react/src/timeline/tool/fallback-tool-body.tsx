'use client';

import { isDoomLoopInterrupt, isInterruptResult } from '@millrace/engine';
import { createContext, use } from 'react';
import { DoomLoopApprovalToolUI } from '../../approval/card/doom-loop-approval.tsx';
import { GenericHitlApprovalToolUI } from '../../approval/card/generic-hitl-approval.tsx';
import { DefaultToolCard } from './default-tool-card.tsx';
import { LoneToolCard } from './lone-tool-card.tsx';
import type { TimelineToolProps } from './timeline-tool.ts';

/** Tells whether a row of a timeline is around: then it says what the call is and how far, and opens what is below. */
export const InRow = createContext(false);

/** A call of a tool without its own component: a question to a person, or the input and the output. */
export function FallbackToolBody(props: TimelineToolProps) {
  const { result } = props;
  const Card = use(InRow) ? DefaultToolCard : LoneToolCard;
  if (isDoomLoopInterrupt(result)) return <DoomLoopApprovalToolUI {...props} result={result} />;
  if (isInterruptResult(result)) return <GenericHitlApprovalToolUI {...props} result={result} />;
  return <Card {...props} />;
}
