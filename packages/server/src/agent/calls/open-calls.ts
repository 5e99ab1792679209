import type { ToolResultBlock, ToolUseBlock } from '@millrace/engine/message';
import type { RunState, RunStep, RunThread, RunTool } from '@millrace/engine/run';

/** A call that has no result yet. */
export interface OpenCall {
  readonly block: ToolUseBlock;
  readonly step: number;
  /** The sub-agent that made it. */
  readonly span: string | undefined;
  /** True when all of it has come. */
  readonly complete: boolean;
  /** The log's facts about the call, beyond its block. */
  readonly known: RunTool | undefined;
}

type Calls = Pick<RunState, 'tools'>;

/** The calls of a thread's newest message that have no result, in their order. */
export function openCalls({ steps }: RunThread, span: string | undefined, { tools }: Calls): OpenCall[] {
  const last = steps.at(-1);
  const blocks = last?.message?.content ?? [];
  const answered = new Set(blocks.map((block) => block?.type === 'tool_result' && block.tool_use_id));
  return blocks.flatMap((block) =>
    block?.type === 'tool_use' && last !== undefined && !answered.has(block.id)
      ? [
          {
            block,
            step: last.step,
            span,
            complete: block.stop_timestamp !== null,
            known: tools.get(block.id),
          },
        ]
      : [],
  );
}

/** The open calls of a run and of all its sub-agents. */
export function allOpenCalls(state: RunState): OpenCall[] {
  return [
    ...openCalls(state, undefined, state),
    ...[...state.spans.values()].flatMap((span) => openCalls(span, span.id, state)),
  ];
}

export function callsOf({ message }: RunStep): ToolUseBlock[] {
  return (message?.content ?? []).flatMap((block) => (block?.type === 'tool_use' ? [block] : []));
}

/** The result of each call of a message. */
export function resultsOf({ message }: RunStep): ReadonlyMap<string, ToolResultBlock> {
  return new Map(
    (message?.content ?? []).flatMap((block) =>
      block?.type === 'tool_result' ? [[block.tool_use_id, block] as const] : [],
    ),
  );
}
