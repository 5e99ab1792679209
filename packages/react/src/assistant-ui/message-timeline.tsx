'use client';

import { type MessageStatus, type ThreadAssistantMessagePart, useAuiState } from '@assistant-ui/react';
import { buildTimeline } from '@millrace/engine';
import { useMemo } from 'react';
import type { TurnStatus } from '../timeline/header-line.ts';
import { Timeline, type TimelineProps } from '../timeline/timeline.tsx';
import { readParts } from './read-parts.ts';

const NO_PARTS: readonly ThreadAssistantMessagePart[] = [];

/** The timeline of the message around it. Stands inside a message of assistant-ui. */
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
    return { groups: buildTimeline(content, steps), details: known };
  }, [parts]);
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
