'use client';

import type { ToolCallItem } from '@millrace/engine';
import { useMemo } from 'react';
import { type AskedCall, AskedContext } from '../../approval/decision/asked-call.ts';
import { adaptProps } from './adapt-props.ts';
import { GuardedTool } from './guarded-tool.tsx';
import type { TimelineToolComponent } from './timeline-tool.ts';

export interface ToolBodyProps {
  readonly item: ToolCallItem;
  readonly asked: AskedCall | undefined;
  readonly Tool: TimelineToolComponent;
}

/** A call as the component of its tool draws it. The cards that it uses decide about the request of the log. */
export function ToolBody({ item, asked, Tool }: ToolBodyProps) {
  const props = useMemo(() => adaptProps(item, asked), [item, asked]);
  return (
    <AskedContext value={asked}>
      <GuardedTool {...props} Tool={Tool} />
    </AskedContext>
  );
}
