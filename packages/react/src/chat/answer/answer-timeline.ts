import {
  type ApprovalRequest,
  buildTimeline,
  type InterruptResult,
  type ItemStatus,
  interruptOf,
  type RunTool,
  type TimelineGroup,
  type TimelineItem,
  type ToolCallItem,
  type ToolResultBlock,
  type ToolUseBlock,
} from '@millrace/engine';
import { decisionLine } from '../../approval/decision/decision-line.ts';
import type { StepDetails } from '../../timeline/step/step-details.ts';
import type { Words } from '../../words/words-context.ts';
import type { Answer, AnswerBlock } from './answer.ts';
import { type CallFacts, type CallState, callState } from './call-state.ts';
import { exitNote } from './exit-note.ts';
import { lineChanges } from './line-changes.ts';
import { spokenCall } from './spoken-call.ts';
import { whyNotRun } from './why-not-run.ts';

/** The steps of an answer, each with its place among the blocks. */
export interface AnswerTimeline {
  readonly steps: readonly { readonly place: number; readonly group: TimelineGroup }[];
  readonly details: ReadonlyMap<string, StepDetails>;
}

export interface AnswerFacts {
  readonly strings: Words;
  readonly blocks: readonly AnswerBlock[];
  readonly status: Answer['status'];
  /** This device, as the server calls it. */
  readonly device: string | undefined;
}

/** What an answer's timeline shows, from its blocks and what the log tells of its calls. Pure. */
export function answerTimeline({ strings, blocks, status, device }: AnswerFacts): AnswerTimeline {
  const details = new Map<string, StepDetails>();

  function threadSteps(
    thread: string,
    own: readonly AnswerBlock[],
    ended: Answer['status'],
  ): AnswerTimeline['steps'] {
    const results = resultsOf(own);
    const items = buildTimeline(own.map(({ block }) => block)).map(({ parent }) => parent);
    let next = 0;
    return own.flatMap((one, place) => {
      const { block } = one;
      const isText = block.type === 'text';
      if (isText && thread !== '') return said(`${thread}:${place}`, block.text, place);
      if (block.type !== 'thinking' && block.type !== 'tool_use') return [];
      const item = items[next++];
      if (block.type === 'thinking') return thought(item, `${thread}:${place}`, one, ended, place);
      const facts = factsOf(one, block, results.get(block.id), ended);
      const spoken = spokenCall(facts, one);
      if (item?.kind !== 'tool-call' || (spoken !== undefined && !spoken.hasCard)) return [];
      const children = childrenOf(one, facts);
      details.set(block.id, callDetails(strings, facts, device));
      return [{ place, group: { parent: callItem(item, facts, one), children } }];
    });
  }

  /** What the sub-agents of a call did. Inside another one it stands in the details of the call. */
  function childrenOf({ spans = [] }: AnswerBlock, { result, status: ended }: CallFacts): TimelineItem[] {
    const nested = result === undefined ? ended : 'completed';
    return spans.flatMap((span) =>
      threadSteps(span.id, span.blocks, nested).map(({ group }) => {
        const { parent, children } = group;
        if (children.length > 0) {
          const steps = children.map((child) => ({ parent: child, children: [] }));
          details.set(parent.id, { ...details.get(parent.id), steps });
        }
        return parent;
      }),
    );
  }

  function said(id: string, text: string, place: number): AnswerTimeline['steps'] {
    if (text.trim() === '') return [];
    return [{ place, group: { parent: { kind: 'reasoning', id, text, status: 'completed' }, children: [] } }];
  }

  function thought(
    item: TimelineItem | undefined,
    id: string,
    { block }: AnswerBlock,
    ended: Answer['status'],
    place: number,
  ): AnswerTimeline['steps'] {
    if (item?.kind !== 'reasoning') return [];
    const running = item.status === 'running' && ended === 'running';
    // A provider may keep its thinking to itself and send only the seal.
    if (item.text === '' && !running) return [];
    details.set(id, {
      startedAt: timeOf(block.start_timestamp) ?? 0,
      endedAt: timeOf(block.stop_timestamp),
    });
    const status = running ? 'running' : 'completed';
    return [{ place, group: { parent: { ...item, id, status }, children: [] } }];
  }

  return { steps: threadSteps('', blocks, status), details };
}

function timeOf(timestamp: string | null): number | undefined {
  const time = timestamp === null ? Number.NaN : Date.parse(timestamp);
  return Number.isNaN(time) ? undefined : time;
}

export function resultsOf(blocks: readonly AnswerBlock[]): ReadonlyMap<string, ToolResultBlock> {
  return new Map(
    blocks.flatMap(({ block }) =>
      block.type === 'tool_result' ? [[block.tool_use_id, block] as const] : [],
    ),
  );
}

/** What is known of a call. */
export function factsOf(
  { tool, arrived, spans = [] }: AnswerBlock,
  call: ToolUseBlock,
  result: ToolResultBlock | undefined,
  status: Answer['status'],
): CallFacts {
  const writing = arrived !== undefined && status === 'running';
  return { call, tool, result, writing, status, spans: spans.length > 0 };
}

const STATUSES: Readonly<Record<CallState, ItemStatus>> = {
  writing: 'running',
  queued: 'running',
  waiting: 'pending',
  decided: 'running',
  running: 'running',
  done: 'completed',
  failed: 'error',
  denied: 'cancelled',
  cancelled: 'cancelled',
  uncertain: 'error',
};

function callItem(item: ToolCallItem, facts: CallFacts, { preview, arrived }: AnswerBlock): ToolCallItem {
  const { tool, writing } = facts;
  const state = callState(facts);
  const asked = state === 'waiting' ? (tool?.question ?? tool?.approval) : undefined;
  const edit = tool?.decision?.type === 'edit' ? tool.decision.edited_action?.args : undefined;
  return {
    ...item,
    status: STATUSES[state],
    ...(writing && { args: recordOf(preview), argsText: arrived ?? '' }),
    // What runs, or would have: a person's edit, or what the model asked for.
    ...(edit !== undefined && { args: recordOf(edit) }),
    ...(asked !== undefined && {
      result: askedOnce(asked, tool?.inDoubt === true && asked.question === undefined),
    }),
  };
}

function recordOf(value: unknown): ToolCallItem['args'] {
  // What is neither null nor an array has fields.
  return typeof value === 'object' && value !== null ? (value as ToolCallItem['args']) : {};
}

const interrupts = new WeakMap<
  ApprovalRequest,
  { readonly inDoubt: boolean; readonly made: InterruptResult }
>();

/** The same question is the same object, so that its row need not be drawn anew. */
function askedOnce(approval: ApprovalRequest, inDoubt: boolean): InterruptResult {
  const known = interrupts.get(approval);
  if (known?.inDoubt === inDoubt) return known.made;
  const made = interruptOf(approval, { inDoubt });
  interrupts.set(approval, { inDoubt, made });
  return made;
}

function callDetails(strings: Words, facts: CallFacts, device: string | undefined): StepDetails {
  const { call, tool, result } = facts;
  const state = callState(facts);
  const problem = call.input_error ?? (state === 'failed' ? firstLine(result?.content) : undefined);
  return {
    title: tool?.title,
    note: noteOf(strings, facts, state, device),
    problem,
    state,
    progress: (state === 'running' && tool?.progress?.progress) || undefined,
    startedAt: tool?.startedAt,
    endedAt: tool?.endedAt,
    ...lineChanges(tool, state),
    waitingSince: state === 'waiting' ? askedAt(tool) : undefined,
    approved: tool?.decision !== undefined && tool.decision.type !== 'reject',
  };
}

function noteOf(
  strings: Words,
  { call, tool, result, status }: CallFacts,
  state: CallState,
  device: string | undefined,
): string | undefined {
  const { decision, decidedBy: by, decidedFrom: from, doubtedAt, progress, follow_up } = tool ?? {};
  const notes = [
    decision &&
      state !== 'waiting' &&
      decisionLine(strings, { decision, by, from, inDoubt: doubtedAt !== undefined }, device),
    state === 'running' && progress?.message,
    state === 'cancelled' && whyNotRun(strings, { tool, result, status }),
    state === 'done' && exitNote(strings, call, result),
    follow_up !== undefined && strings.background,
  ];
  return notes.filter(Boolean).join(' · ') || undefined;
}

/** When a person was asked: a question keeps the time at which it was written into the log. */
function askedAt(tool: RunTool | undefined): number | undefined {
  const asked = tool?.question ?? tool?.approval;
  return asked !== undefined && 'ts' in asked && typeof asked.ts === 'number' ? asked.ts : undefined;
}

const LONGEST = 160;

/** What the server puts before the words of a tool that threw. The row says that it failed. */
const THREW = /^The tool failed: /;

function firstLine(content: unknown): string | undefined {
  if (typeof content !== 'string') return undefined;
  const line = content.trim().replace(THREW, '').split('\n')[0] ?? '';
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line || undefined;
}
