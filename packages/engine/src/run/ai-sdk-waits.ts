import type { ContentBlock } from '../message/message.ts';
import type { RunState } from './apply-run-event.ts';
import type { RunTool } from './apply-tool-event.ts';
import type { StoredEvent } from './run-events.ts';
import { onlyWaits, waitingCalls } from './waiting.ts';

/** The options of a stream whose reader decides calls between two requests. */
export interface WaitOptions {
  /** Tells whether the stream ends behind an event, by its number, where the run only waits for calls to be decided. */
  readonly endsAt?: (seq: number) => boolean;
  /** The questions that the reader has answered: it has read as far as the wait in which they were asked, and nothing of that is told again. */
  readonly answered?: readonly string[];
}

/** An event's place among the waits of a run: the reader has read it before, or the stream ends behind it. */
export type WaitPlace = 'read' | 'new' | 'end';

/** Places every event of a run, in order, with the run as it is behind it. */
export function createWaits({
  endsAt,
  answered = [],
}: WaitOptions): (run: RunState, event: StoredEvent) => WaitPlace {
  let isRead = answered.length > 0;
  return (run, event) => {
    const waits = (isRead || endsAt !== undefined) && waitsForCalls(run);
    if (isRead) {
      const isDecided = event.type === 'approval_decision' && answered.includes(event.approval_id);
      isRead = !isDecided && !(waits && answered.every((id) => wasAsked(run, id)));
      if (!isDecided) return 'read';
    }
    return waits && endsAt?.(event.seq) === true ? 'end' : 'new';
  };
}

/**
 * Tells whether a run does nothing until calls that the reader knows are decided. Each call of its step has been asked about by then,
 * or is over.
 */
function waitsForCalls(run: RunState): boolean {
  if (run.limit?.status === 'waiting' || !onlyWaits(run)) return false;
  const content = run.steps.at(-1)?.message?.content ?? [];
  const results = new Set(content.map((block) => (block?.type === 'tool_result' ? block.tool_use_id : '')));
  const isSettled = (block: ContentBlock | undefined): boolean =>
    block?.type !== 'tool_use' || results.has(block.id) || run.tools.get(block.id)?.status === 'waiting';
  return content.every(isSettled) && waitingCalls(run).some(isKnownCall);
}

const isKnownCall = ({ span_id, approval, question }: RunTool): boolean =>
  span_id === undefined && approval !== undefined && question === undefined;

const wasAsked = ({ tools }: RunState, id: string): boolean =>
  [...tools.values()].some(({ approval }) => approval?.approval_id === id);
