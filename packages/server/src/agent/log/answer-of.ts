import { runText } from '@millrace/engine';
import type { TokenUsage } from '@millrace/engine/message';
import {
  type CallRecord,
  type CondensedContext,
  earlierWords,
  type RunEnd,
  type RunState,
  type RunTool,
  runBlocks,
  runStop,
  runTimes,
} from '@millrace/engine/run';
import type { Answer } from '../../store/store.ts';

/** The message that a run leaves in its chat. Pure. */
export function answerOf(state: RunState, end: RunEnd, now: number): Answer {
  const content = runBlocks(state);
  const { spans, mode, context, condensed, suggestions, seen } = state;
  const usage = usageOf(state);
  const stop = runStop(state);
  const earlier = earlierWords(state);
  const { worked, waited } = runTimes(state, now);
  const checkpoint_id = state.checkpoints.find((each) => each.checkpoint_id !== null)?.checkpoint_id;
  const record = {
    role: 'assistant',
    text: runText(state),
    // One block of text says no more than its text.
    ...(!(content.length === 0 || (content.length === 1 && content[0]?.type === 'text')) && { content }),
    ...(state.tools.size > 0 && { tools: [...state.tools.values()].map(callRecord) }),
    ...(spans.size > 0 && {
      spans: [...spans.values()].map((span) => ({ id: span.id, content: runBlocks(span) })),
    }),
    ...(usage !== undefined && { usage }),
    ...(context !== null && { fill: context }),
    ...(condensed !== null && { condensed: withBlocks(state, condensed) }),
    ...(mode !== null && { mode }),
    ...(Object.keys(seen).length > 0 && { seen }),
    ...(checkpoint_id != null && { checkpoint_id }),
    ...(earlier.length > 0 && { earlier }),
    ...(state.continued > 0 && { continued: state.continued }),
    took_ms: now - (state.startedAt ?? now),
    worked_ms: worked,
    ...(waited > 0 && { waited_ms: waited }),
  } as const;
  switch (end.type) {
    case 'complete':
      return { ...record, ...suggestions, ...(stop && { stop }), status: 'completed' };
    case 'cancelled':
      return { ...record, status: 'cancelled' };
    case 'error': {
      const { type: _, ...error } = end;
      return { ...record, status: 'failed', error };
    }
  }
}

/** The part of a call that a message keeps: its input and result are blocks. */
function callRecord({
  input: _,
  key: __,
  progress: ___,
  approval: ____,
  question: _____,
  answer: ______,
  images: _______,
  begun: ________,
  paused_since: _________,
  ...kept
}: RunTool): CallRecord {
  return kept;
}

function withBlocks({ steps }: RunState, condensed: CondensedContext): CondensedContext {
  const before = runBlocks({ steps: steps.filter(({ step }) => step < condensed.step) });
  return { ...condensed, blocks: before.length };
}

/** The tokens of all model calls, those of sub-agents included. */
function usageOf({ steps, spans }: RunState): TokenUsage | undefined {
  const used = [...steps, ...[...spans.values()].flatMap((span) => span.steps)].flatMap(({ message }) =>
    message?.tokenUsage === undefined ? [] : [message.tokenUsage],
  );
  if (used.length === 0) return undefined;
  const sum = (count: keyof TokenUsage): number =>
    used.reduce((total, usage) => total + (usage[count] ?? 0), 0);
  const [read, written] = [sum('cache_read_input_tokens'), sum('cache_creation_input_tokens')];
  return {
    input_tokens: sum('input_tokens'),
    output_tokens: sum('output_tokens'),
    ...(read > 0 && { cache_read_input_tokens: read }),
    ...(written > 0 && { cache_creation_input_tokens: written }),
  };
}
