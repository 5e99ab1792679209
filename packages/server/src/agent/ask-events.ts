import { createHash } from 'node:crypto';
import { argsHash, type RunEvent } from '@millrace/engine';
import type { Tool, ToolInput } from '../tools/tool.ts';
import type { OpenCall } from './next-action.ts';

/** The questions to a person about these calls. Pure. */
export function askEvents(runId: string, calls: readonly OpenCall[], tools: readonly Tool[]): RunEvent[] {
  return calls.map((call) => {
    const { block, known } = call;
    const { id: tool_use_id, name: tool } = block;
    const input = known?.input ?? block.input;
    const approval_id = approvalId(runId, call);
    const args_hash = argsHash(input);
    const title = titleOf(
      tools.find(({ name }) => name === tool),
      input,
    );
    const ask = { type: 'approval_request', approval_id, tool_use_id, tool, input, args_hash } as const;
    return title === undefined ? ask : { ...ask, title };
  });
}

/** What the tool calls it, if it has words for it and they do not fail. */
function titleOf(tool: Tool | undefined, input: unknown): string | undefined {
  try {
    // Nobody is asked about an input that is not valid, and a valid one is an object.
    return tool?.title?.(input as ToolInput);
  } catch {
    return undefined;
  }
}

/** No other question has it, in this run or another; the same question has it again after a crash. */
function approvalId(runId: string, { block, step, known }: OpenCall): string {
  const question = [runId, step, block.id, known?.asked ?? 0].join(':');
  return createHash('sha256').update(question).digest('hex').slice(0, 32);
}
