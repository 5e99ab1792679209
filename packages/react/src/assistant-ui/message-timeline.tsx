import { type MessageStatus, type ThreadAssistantMessagePart, useAuiState } from '@assistant-ui/react';
import { buildTimeline, type TimelineGroup, type TimelineItem } from '@millrace/engine';
import { useMemo } from 'react';
import type { TurnStatus } from '../timeline/header-line.ts';
import { Timeline, type TimelineProps } from '../timeline/timeline.tsx';
import { readParts } from './read-parts.ts';

const NO_PARTS: readonly ThreadAssistantMessagePart[] = [];

/** What an agent did for the message around it. Stands inside a message of assistant-ui. */
export function MessageTimeline({ tools }: Pick<TimelineProps, 'tools'>) {
  const parts = useAuiState(({ message }) => (message.role === 'assistant' ? message.content : NO_PARTS));
  const status = useAuiState(({ message }) =>
    message.role === 'assistant' ? turnStatus(message.status) : 'completed',
  );
  const startedAt = useAuiState(({ message }) => message.createdAt.getTime());
  const tookMs = useAuiState(({ message }) =>
    message.role === 'assistant' ? message.metadata.timing?.totalStreamTime : undefined,
  );
  const { groups, details } = useMemo(() => {
    const { content, steps, details: known } = readParts(parts);
    return { groups: closed(buildTimeline(content, steps), status), details: known };
  }, [parts, status]);
  const endedAt = tookMs === undefined ? undefined : startedAt + tookMs;
  return <Timeline {...{ groups, details, status, startedAt, endedAt }} {...(tools && { tools })} />;
}

function turnStatus(status: MessageStatus): TurnStatus {
  switch (status.type) {
    case 'running':
    case 'requires-action':
      return 'running';
    case 'complete':
      return 'completed';
    case 'incomplete':
      return status.reason === 'cancelled' ? 'cancelled' : 'failed';
  }
}

/** A call that has no result when its message is over was given up. */
function closed(groups: readonly TimelineGroup[], status: TurnStatus): readonly TimelineGroup[] {
  if (status === 'running') return groups;
  const close = (item: TimelineItem): TimelineItem =>
    item.status === 'running' ? { ...item, status: 'cancelled' } : item;
  return groups.map(({ parent, children }) => ({ parent: close(parent), children: children.map(close) }));
}
