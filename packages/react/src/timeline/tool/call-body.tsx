import { isInterruptResult, type ToolCallItem } from '@millrace/engine';
import { useState } from 'react';
import { ApprovalCard } from '../../approval/card/approval-card.tsx';
import type { StepDetails } from '../step/step-details.ts';
import { adaptProps } from './adapt-props.ts';
import { FallbackToolBody, InRow } from './fallback-tool-body.tsx';
import type { TimelineToolComponent } from './timeline-tool.ts';
import { ToolBody } from './tool-body.tsx';
import { WritingInput } from './writing-input.tsx';

export interface CallBodyProps {
  readonly item: ToolCallItem;
  readonly details: StepDetails | undefined;
  /** The component of its tool; without one it is drawn like any other. */
  readonly Tool: TimelineToolComponent | undefined;
  /** True when a person wants to see the input and the output. */
  readonly open: boolean;
}

/** The part below the line of a call: its tool's own view, or the question, or its input and result. */
export function CallBody({ item, details, Tool, open }: CallBodyProps) {
  const { asked } = details ?? {};
  // The interrupt of another server: the request is not known here.
  const interrupt = isInterruptResult(item.result) ? item.result : undefined;
  // A question stays when it is over, so that its card can say which decision holds.
  const lastAsked = useLast(asked);
  const lastInterrupt = useLast(interrupt);
  if (Tool !== undefined && !Tool.opens)
    return (
      <InRow value={true}>
        <ToolBody {...{ item, asked, Tool }} />
      </InRow>
    );
  if (details?.state === 'writing')
    return <WritingInput input={item.args} arrived={item.argsText?.length ?? 0} />;
  const { result, ...plain } = adaptProps(item);
  const Opened = Tool ?? FallbackToolBody;
  return (
    <InRow value={true}>
      {lastAsked && (
        <ApprovalCard
          // Another question is another card.
          key={lastAsked.approval.approval_id}
          {...lastAsked}
          toolName={item.toolName}
          open={asked !== undefined}
        />
      )}
      {lastInterrupt && (
        <FallbackToolBody {...plain} result={interrupt ?? { ...lastInterrupt, __completed__: true }} />
      )}
      {open && <Opened {...plain} {...(interrupt === undefined && { result })} />}
    </InRow>
  );
}

/** The newest value that there was. */
function useLast<Value>(now: Value | undefined): Value | undefined {
  const [last, setLast] = useState(() => now);
  if (now !== undefined && now !== last) setLast(() => now);
  return now ?? last;
}
