import { createHash } from 'node:crypto';
import { argsHash } from '@millrace/engine/approval';
import type { NewEvent } from '@millrace/engine/run';
import type { Tool } from '../../tools/define/tool.ts';
import { changeFacts, schemaFacts } from '../calls/ask-facts.ts';
import { titleOf } from '../calls/call-words.ts';
import { loopFacts } from '../calls/loop-facts.ts';
import type { OpenCall } from '../calls/open-calls.ts';
import { inputOf } from './judge-call.ts';
import type { Question } from './next-actions.ts';
import { offeredRules } from './offered-rules.ts';
import { inSpan, type Turn, threadOf } from './turn.ts';

/** The questions to a person about these calls, with what their tools would change. */
export async function askEvents(
  turn: Turn,
  questions: readonly Question[],
  tools: readonly Tool[],
): Promise<readonly NewEvent[]> {
  const events = await Promise.all(
    questions.map((question) => {
      const tool = tools.find(({ name }) => name === question.call.block.name);
      return askEvent(turn, question, tool);
    }),
  );
  turn.signal.throwIfAborted();
  return events.flat();
}

async function askEvent(
  turn: Turn,
  { call, reason, repetition, once }: Question,
  tool: Tool | undefined,
): Promise<readonly NewEvent[]> {
  const { run, clock, approvalMs } = turn;
  const { id: tool_use_id, name } = call.block;
  // An input that a person has changed already is asked about in its changed form.
  const input = call.known?.decision?.edited_action?.args ?? inputOf(call);
  // Only what the rules are asked about can be allowed by one.
  const isNew = once !== true && repetition === undefined && !call.known?.in_doubt;
  const isForRules = isNew && tool !== undefined && tool.asksAlways !== true;
  const rules = isForRules ? offeredRules(tool, input, ruleParts(turn), run.chatId) : [];
  return inSpan(call.span, [
    {
      type: 'approval_request',
      approval_id: approvalId(run.id, call, call.known?.asked),
      tool_use_id,
      tool: name,
      input,
      args_hash: argsHash(input),
      ...titleOf(tool, input),
      ...(reason !== undefined && { reason }),
      ...(repetition !== undefined && {
        repetition: loopFacts(threadOf(turn.log.state(), call.span), call, repetition),
      }),
      ...schemaFacts(tool, input),
      ...(await changeFacts(tool, input, turn)),
      ...(rules.length > 0 && { rules }),
      ...(approvalMs !== null && { expires_at: clock.now() + approvalMs }),
    },
  ]);
}

/** The question to a person whether the run goes on after so many steps. The same question has the same id after a crash. */
export function limitEvent({ run, clock, approvalMs }: Turn, steps: number): NewEvent {
  return {
    type: 'approval_request',
    approval_id: hashOf([run.id, 'limit', steps]),
    ...{ tool_use_id: '', tool: '', input: {}, args_hash: argsHash({}) },
    limit: { steps },
    ...(approvalMs !== null && { expires_at: clock.now() + approvalMs }),
  };
}

function ruleParts({ workspace, protectedPaths }: Turn) {
  return { root: workspace?.root, protectedPaths };
}

/** No other question has it, in this run or another; the same question has it again after a crash. */
export function approvalId(runId: string, { block, step }: OpenCall, asked = 0): string {
  return hashOf([runId, step, block.id, asked]);
}

function hashOf(parts: readonly (string | number)[]): string {
  return createHash('sha256').update(parts.join(':')).digest('hex').slice(0, 32);
}
