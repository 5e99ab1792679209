import type { ThreadAssistantMessagePart, ToolCallMessagePart } from '@assistant-ui/react';
import { isInterruptResult, type MessageContent, type ThinkingStep } from '@millrace/engine';
import type { StepDetails } from '../timeline/step/step-details.ts';

/** The name of the data parts that hold an agent's own steps. */
export const STEPS_PART = 'thinking-steps';

export interface ReadParts {
  readonly content: readonly MessageContent[];
  readonly steps: readonly ThinkingStep[];
  readonly details: ReadonlyMap<string, StepDetails>;
}

/** The work behind a message of assistant-ui. Parts with a `parentId` are steps of that call. Pure. */
export function readParts(parts: readonly ThreadAssistantMessagePart[]): ReadParts {
  const owners = new Set(parts.flatMap((part) => ('parentId' in part && part.parentId) || []));
  const details = new Map<string, StepDetails>();
  const content = parts.flatMap((part): MessageContent[] => {
    if (part.type !== 'tool-call' && part.type !== 'reasoning') return [];
    const own = part.type === 'tool-call' && owners.has(part.toolCallId) ? part.toolCallId : undefined;
    const spanId = own ?? part.parentId;
    const span = spanId === undefined ? {} : { spanId };
    if (part.type === 'reasoning') return [{ type: 'reasoning', text: part.text, ...span }];
    const { toolCallId, toolName, args, argsText, isError = false, timing } = part;
    if (timing) details.set(toolCallId, { startedAt: timing.startedAt, endedAt: timing.completedAt });
    const result = resultOf(part);
    const given = result === undefined ? {} : { result };
    return [{ type: 'tool-call', toolCallId, toolName, args, argsText, isError, ...given, ...span }];
  });
  const steps = parts.flatMap((part) =>
    part.type === 'data' && part.name === STEPS_PART ? stepsIn(part.data) : [],
  );
  return { content, steps, details };
}

/** The result of a call, or the question that replaces it. */
function resultOf({ result, interrupt }: ToolCallMessagePart): unknown {
  return result ?? (isInterruptResult(interrupt?.payload) ? interrupt?.payload : result);
}

/** The steps of a data part: a list, or an object that has one. What is no step is left out. */
function stepsIn(data: unknown): readonly ThinkingStep[] {
  const list: unknown = typeof data === 'object' && data !== null && 'steps' in data ? data.steps : data;
  return Array.isArray(list) ? list.filter(isStep) : [];
}

function isStep(value: unknown): value is ThinkingStep {
  if (typeof value !== 'object' || value === null) return false;
  const { id, title, status } = { id: 0, title: 0, status: 0, ...value };
  return (
    typeof id === 'string' &&
    typeof title === 'string' &&
    ['pending', 'in_progress', 'completed'].includes(String(status))
  );
}
