import type { RunEvent } from '@millrace/engine';
import type { Tool, ToolContext, ToolInput, ToolOutcome } from '../tools/tool.ts';
import type { Clock } from './clock.ts';
import { createEventBuffer } from './event-buffer.ts';
import type { OpenCall } from './next-action.ts';
import type { RunLog } from './run-log.ts';

/** Lets one at a time work on the workspace of this machine, whichever process it is in. */
export type WorkspaceLock = <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T>;

export interface ToolRun {
  readonly log: RunLog;
  readonly clock: Clock;
  readonly call: OpenCall;
  readonly tool: Tool;
  readonly input: ToolInput;
  readonly lock: WorkspaceLock;
  /** Makes sure that the run is still ours. Rejects with FencedError when it is not. */
  readonly renew: () => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Runs a call: its start is on disk before it begins, and its result before anything follows from it. Right before the
 * effect the run is still ours, also after a long wait for the workspace.
 */
export async function runTool(run: ToolRun): Promise<void> {
  const { log, clock, call, tool, input, renew, signal } = run;
  const { block, step } = call;
  await log.append([{ type: 'tool_start', tool: tool.name, input, tool_use_id: block.id }], 'durable');
  const failed = new AbortController();
  const progress = createEventBuffer(
    (events) => log.append(events, 'relaxed'),
    (error) => failed.abort(error),
    clock,
  );
  const { runId } = log.claim;
  const ctx: ToolContext = {
    runId,
    toolUseId: block.id,
    key: `${runId}:${step}:${block.id}`,
    signal: AbortSignal.any([signal, failed.signal]),
    progress: ({ stage, message, progress: part = null, data = null }) =>
      progress.push({
        type: 'tool_progress',
        tool: tool.name,
        tool_use_id: block.id,
        stage,
        message,
        progress: part,
        data,
      }),
  };
  const work = async (): Promise<ToolOutcome> => {
    await renew();
    return outcomeOf(tool, input, ctx);
  };
  let outcome: ToolOutcome;
  try {
    outcome = await (tool.local ? run.lock(ctx.signal, work) : work());
  } finally {
    // Also of a call that was interrupted: nothing is written behind its back later.
    await progress.flush();
  }
  await log.append(resultEvents(log, call, tellEdit(call, input, outcome)), 'durable');
}

/** What a tool throws is its result, too; only of one that was interrupted nobody knows what it did. */
async function outcomeOf(tool: Tool, input: ToolInput, ctx: ToolContext): Promise<ToolOutcome> {
  ctx.signal.throwIfAborted();
  try {
    return await tool.run(input, ctx);
  } catch (error) {
    ctx.signal.throwIfAborted();
    const message = error instanceof Error ? error.message : String(error);
    return { content: `The tool failed: ${message}`, is_error: true };
  }
}

/** The model must know when something else ran than it asked for. */
function tellEdit({ known }: OpenCall, input: ToolInput, outcome: ToolOutcome): ToolOutcome {
  if (known?.decision?.type !== 'edit') return outcome;
  const content = `The person changed the input. This is what ran: ${JSON.stringify(input)}\n\n${outcome.content}`;
  return { ...outcome, content };
}

/** The result of a call as a block of the message that made it. One that was begun is over then. */
export function resultEvents(
  log: RunLog,
  { block }: OpenCall,
  { content, is_error = false }: ToolOutcome,
): RunEvent[] {
  const { steps, tools } = log.state();
  const index = steps.at(-1)?.message?.content.length ?? 0;
  const { id: tool_use_id, name } = block;
  const content_block = { type: 'tool_result', tool_use_id, name, content, is_error } as const;
  return [
    { type: 'content_block_start', index, content_block },
    { type: 'content_block_stop', index },
    ...(tools.get(tool_use_id)?.startedAt === undefined
      ? []
      : [{ type: 'tool_complete', tool: name, tool_use_id } as const]),
  ];
}
