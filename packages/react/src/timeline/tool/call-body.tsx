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
  /** True when a person wants to see what went in and came out. */
  readonly open: boolean;
}

/** What stands below the line of a call: its tool's own view, or the question, or what went in and came out. */
export function CallBody({ item, details, Tool, open }: CallBodyProps) {
  const asked = useAsked(item.result);
  const props = adaptProps(item);
  if (Tool !== undefined && !Tool.opens)
    return (
      <InRow value={true}>
        <ToolBody {...{ item, asked, Tool }} />
      </InRow>
    );
  if (details?.state === 'writing')
    return <WritingInput input={item.args} arrived={item.argsText?.length ?? 0} />;
  const { result, ...plain } = props;
  const Opened = Tool ?? FallbackToolBody;
  return (
    <InRow value={true}>
      {asked && <FallbackToolBody {...plain} result={asked} />}
      {open && <Opened {...plain} {...(!isInterruptResult(result) && { result })} />}
    </InRow>
  );
}

/** The newest value that there was. */
function useLast<Value>(now: Value | undefined): Value | undefined {
  const [last, setLast] = useState(() => now);
  if (now !== undefined && now !== last) setLast(() => now);
  return now ?? last;
}
