import { NO_JSON } from '../message/json-blocks.ts';
import type { ContentBlock } from '../message/message.ts';
import type { RunSpan, RunState, RunStep } from './apply-run-event.ts';
import type { RunTool } from './apply-tool-event.ts';
import type { RunContinue } from './run-events.ts';

/** Takes the end of a run back, so that it goes on behind what is there. Pure. The same whether that end was folded in or not. */
export function continueRun(
  state: RunState,
  { after, paused_ms, ts }: RunContinue & { readonly ts: number },
): Partial<RunState> {
  // Part of the log is missing, and nobody knows which: such a run can't go on.
  if (state.error?.code === 'unreadable') return {};
  const at = Math.abs(ts) <= LAST_DATE ? new Date(ts).toISOString() : '';
  return {
    status: 'running',
    continued: state.continued + 1,
    // The time in which nobody worked is no part of the run's time.
    startedAt: (state.startedAt ?? ts - paused_ms) + paused_ms,
    endedAt: null,
    error: null,
    statusText: null,
    // A person who lets it go on has answered this question too.
    limit: state.limit?.status === 'waiting' ? { ...state.limit, status: 'expired' } : state.limit,
    steps: closeLast(state.steps, at, after),
    spans: new Map([...state.spans].map(([id, span]) => [id, closeSpan(span, at, after)])),
    tools: new Map([...state.tools].map(([id, tool]) => [id, closeTool(tool)])),
  };
}

// Beyond this many milliseconds a Date can't be printed.
const LAST_DATE = 8.64e15;

function closeSpan(span: RunSpan, at: string, after: RunContinue['after']): RunSpan {
  return { ...span, steps: closeLast(span.steps, at, after) };
}

function closeLast(steps: readonly RunStep[], at: string, after: RunContinue['after']): readonly RunStep[] {
  const last = steps.at(-1);
  if (last === undefined) return steps;
  // A step that has brought nothing is asked for again.
  if (!last.message?.content.some((block) => block !== undefined))
    return [...steps.slice(0, -1), { ...last, ...NO_JSON, message: null }];
  const content = last.message.content.map((block) => block && closeBlock(block, at));
  const message = { ...last.message, content, status: 'completed' } as const;
  return [...steps.slice(0, -1), { ...last, ...NO_JSON, message, continued: after }];
}

function closeBlock(block: ContentBlock, at: string): ContentBlock {
  return block.stop_timestamp === null ? { ...block, stop_timestamp: at } : block;
}

/** A call that was never begun has its result, which says so: nobody is asked about it any more. */
function closeTool(tool: RunTool): RunTool {
  const isRejected = tool.status === 'decided' && tool.decision?.type === 'reject';
  if ((tool.status !== 'waiting' && tool.status !== 'decided') || isRejected) return tool;
  const { approval: _, question: __, ...rest } = tool;
  return { ...rest, status: 'waiting' };
}
