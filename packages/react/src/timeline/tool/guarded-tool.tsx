import type { ReactNode } from 'react';
import { Guarded } from '../../page/guarded.tsx';
import { FallbackToolBody } from './fallback-tool-body.tsx';
import type { TimelineToolProps } from './timeline-tool.ts';

export interface GuardedToolProps extends TimelineToolProps {
  readonly Tool: (props: TimelineToolProps) => ReactNode;
}

/** A call as a component of an app draws it. When that throws, the call is drawn like that of any other tool. */
export function GuardedTool({ Tool, ...call }: GuardedToolProps) {
  const { args, result, status } = call;
  const of = result ?? (status === 'running' ? args : status);
  return (
    <Guarded instead={<FallbackToolBody {...call} />} of={of}>
      <Tool {...call} />
    </Guarded>
  );
}
