'use client';

import { isInterruptResult, type ToolCallItem } from '@millrace/engine';
import { useState } from 'react';
import { ApprovalCard } from '../approval/card/approval-card.tsx';
import { Arguments } from '../approval/card/arguments.tsx';
import { MessageFiles } from '../files/message-files.tsx';
import { Guarded } from '../page/guarded.tsx';
import { ChangeBody } from './change/change-body.tsx';
import { KeptWords } from './kept-words.tsx';
import type { StepDetails } from './step/step-details.ts';
import { adaptProps } from './tool/adapt-props.ts';
import { FallbackToolBody, InRow } from './tool/fallback-tool-body.tsx';
import { GuardedTool } from './tool/guarded-tool.tsx';
import type { TimelineToolComponent } from './tool/timeline-tool.ts';
import { ToolBody } from './tool/tool-body.tsx';
import { WritingInput } from './tool/writing-input.tsx';

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
  if (details?.state === 'writing') return <Writing {...{ item, Tool }} />;
  const { result, ...plain } = adaptProps(item);
  const Opened = Tool ?? FallbackToolBody;
  const change = details?.change;
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
      {asked === undefined && <KeptWords toolCallId={item.id} details={details} />}
      {open && details?.shown !== undefined && <MessageFiles files={details.shown} />}
      {open &&
        (change !== undefined ? (
          <ChangeBody {...plain} change={change} result={result} />
        ) : (
          <GuardedTool {...plain} {...(interrupt === undefined && { result })} Tool={Opened} />
        ))}
    </InRow>
  );
}

function Writing({ item, Tool }: Pick<CallBodyProps, 'item' | 'Tool'>) {
  const arrived = item.argsText?.length ?? 0;
  const Draw = Tool?.writing;
  const plain = <Arguments key={arrived} input={item.args} />;
  return (
    <WritingInput arrived={arrived}>
      {/* It grows in place, so it is drawn again each time. */}
      {Draw === undefined ? (
        plain
      ) : (
        <Guarded instead={plain} of={arrived}>
          <Draw key={arrived} {...adaptProps(item)} />
        </Guarded>
      )}
    </WritingInput>
  );
}

/** The newest value that there was. */
function useLast<Value>(now: Value | undefined): Value | undefined {
  const [last, setLast] = useState(() => now);
  if (now !== undefined && now !== last) setLast(() => now);
  return now ?? last;
}
