import {
  type CallRecord,
  type RunEnd,
  type RunState,
  type RunTool,
  runBlocks,
  runText,
} from '@millrace/engine';
import type { Answer } from '../store/store.ts';

/** The message that a run leaves in its chat. Pure. */
export function answerOf(state: RunState, end: RunEnd, now: number): Answer {
  const content = runBlocks(state);
  const record = {
    role: 'assistant',
    text: runText(state),
    // One block of text says no more than its text.
    ...(!(content.length === 0 || (content.length === 1 && content[0]?.type === 'text')) && { content }),
    ...(state.tools.size > 0 && { tools: [...state.tools.values()].map(callRecord) }),
    took_ms: now - (state.startedAt ?? now),
  } as const;
  switch (end.type) {
    case 'complete':
      return { ...record, status: 'completed' };
    case 'cancelled':
      return { ...record, status: 'cancelled' };
    case 'error': {
      const { message, code, retryable } = end;
      return { ...record, status: 'failed', error: { message, code, retryable } };
    }
  }
}

/** What a message keeps of a call: its input and result are blocks. */
function callRecord({ input: _, progress: __, approval: ___, ...kept }: RunTool): CallRecord {
  return kept;
}
