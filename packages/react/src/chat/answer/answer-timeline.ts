import type { ItemStatus, TimelineGroup, TimelineItem, ToolCallItem } from '@millrace/engine';
import type { ToolUseBlock } from '@millrace/engine/message';
import type { RunTool } from '@millrace/engine/run';
import { timelineItemOf } from '@millrace/engine/timeline';
import type { AskedCall } from '../../approval/decision/asked-call.ts';
import { decisionLine } from '../../approval/decision/decision-line.ts';
import type { StepDetails } from '../../timeline/step/step-details.ts';
import type { Words } from '../../words/words-context.ts';
import type { Answer, AnswerBlock } from './answer.ts';
import { callChange } from './call-change.ts';
import { callProblem, whyNotRun } from './call-problem.ts';
import { type CallFacts, type CallState, callState } from './call-state.ts';
import { exitNote } from './exit-note.ts';
import { lineChanges } from './line-changes.ts';
import { spokenCall } from './spoken-call.ts';

/** A step of an answer. It is the same object as long as nothing in it changes. */
export interface AnswerStep {
  /** The place of its block among the blocks of its thread. */
  readonly place: number;
  readonly group: TimelineGroup;
  /** The details of its items, by their ids. */
  readonly details: ReadonlyMap<string, StepDetails>;
}

export interface AnswerTimeline {
  readonly steps: readonly AnswerStep[];
  readonly groups: readonly TimelineGroup[];
  readonly details: ReadonlyMap<string, StepDetails>;
}

export interface AnswerFacts {
  readonly strings: Words;
  readonly blocks: readonly AnswerBlock[];
  readonly status: Answer['status'];
  /** This device, as the server calls it. */
  readonly device: string | undefined;
}

/** The timeline of an answer, from its blocks and the log's facts about its calls: `before` itself where no step has changed. Pure. */
export function answerTimeline(
  { strings, blocks, status, device }: AnswerFacts,
  before?: AnswerTimeline,
): AnswerTimeline {
  const steps = threadSteps(blocks, { id: '', status, device, strings });
  const isSame = before?.steps.length === steps.length && before.steps.every((step, i) => step === steps[i]);
  if (isSame) return before;
  return { steps, groups: steps.map(({ group }) => group), details: allDetails(steps) };
}

/** The facts about the thread of a step. The thread of the answer itself has no id. */
interface Thread {
  readonly id: string;
  readonly status: Answer['status'];
  readonly device: string | undefined;
  readonly strings: Words;
}

interface MadeStep {
  readonly place: number;
  readonly thread: Thread;
  readonly step: AnswerStep | undefined;
}

// A block that is the same, in the same place of the same thread, is the same step.
const made = new WeakMap<AnswerBlock, MadeStep>();

function threadSteps(blocks: readonly AnswerBlock[], own: Thread): readonly AnswerStep[] {
  return blocks.flatMap((one, place) => {
    const known = made.get(one);
    const thread = isOver(one) ? { ...own, status: 'completed' as const } : own;
    if (known?.place === place && isSameThread(known.thread, thread)) return known.step ?? [];
    const step = makeStep(one, place, thread);
    made.set(one, { place, thread, step });
    return step ?? [];
  });
}

/** Tells whether a step is over no matter what becomes of its thread. */
function isOver({ block, result, arrived }: AnswerBlock): boolean {
  if (block.type === 'thinking') return block.stop_timestamp !== null;
  return block.type === 'tool_use' ? result?.is_error === false && arrived === undefined : true;
}

const isSameThread = (a: Thread, b: Thread): boolean =>
  a.id === b.id && a.status === b.status && a.device === b.device && a.strings === b.strings;

function makeStep(one: AnswerBlock, place: number, thread: Thread): AnswerStep | undefined {
  const { block, result } = one;
  const id = `${thread.id}:${place}`;
  if (block.type === 'text') return thread.id === '' ? undefined : said(id, block.text, place);
  const item = timelineItemOf(block, { place, result });
  if (block.type === 'thinking') return thought(item, id, one, thread.status, place);
  if (block.type !== 'tool_use' || item?.kind !== 'tool-call') return undefined;
  const facts = factsOf(one, block, thread.status);
  const spoken = spokenCall(facts, one);
  if (spoken !== undefined && !spoken.hasCard) return undefined;
  const inner = innerSteps(one, facts, thread);
  const parent = callItem(item, facts, one);
  const known = callDetails(facts, thread);
  // One level deep they are in the group. Inside a sub-agent they are in the details of the call.
  const isDeep = thread.id !== '' && inner.length > 0;
  const own = isDeep ? { ...known, steps: inner.map(({ group }) => group) } : known;
  const children = isDeep ? [] : inner.map(({ group }) => group.parent);
  return { place, group: { parent, children }, details: allDetails(inner).set(block.id, own) };
}

/** The steps of the sub-agents that a call opened. */
function innerSteps(
  { spans = [] }: AnswerBlock,
  { result, status: ended }: CallFacts,
  { device, strings }: Thread,
): readonly AnswerStep[] {
  const status = result === undefined ? ended : 'completed';
  return spans.flatMap(({ id, blocks }) => threadSteps(blocks, { id, status, device, strings }));
}

function allDetails(steps: readonly AnswerStep[]): Map<string, StepDetails> {
  return new Map(steps.flatMap(({ details }) => [...details]));
}

function said(id: string, text: string, place: number): AnswerStep | undefined {
  if (text.trim() === '') return undefined;
  const parent = { kind: 'reasoning', id, text, status: 'completed' } as const;
  return { place, group: { parent, children: [] }, details: new Map() };
}

function thought(
  item: TimelineItem | undefined,
  id: string,
  { block }: AnswerBlock,
  ended: Answer['status'],
  place: number,
): AnswerStep | undefined {
  if (item?.kind !== 'reasoning') return undefined;
  const running = item.status === 'running' && ended === 'running';
  // A provider may keep its thinking to itself and send only the seal.
  if (item.text === '' && !running) return undefined;
  const times = { startedAt: timeOf(block.start_timestamp) ?? 0, endedAt: timeOf(block.stop_timestamp) };
  const status = running ? 'running' : 'completed';
  return {
    place,
    group: { parent: { ...item, id, status }, children: [] },
    details: new Map([[id, times]]),
  };
}

function timeOf(timestamp: string | null): number | undefined {
  const time = timestamp === null ? Number.NaN : Date.parse(timestamp);
  return Number.isNaN(time) ? undefined : time;
}

/** The facts that are known of a call. */
export function factsOf(
  { tool, result, arrived, spans = [] }: AnswerBlock,
  call: ToolUseBlock,
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
  const edit = tool?.decision?.type === 'edit' ? tool.decision.edited_action?.args : undefined;
  return {
    ...item,
    status: STATUSES[state],
    ...(writing && { args: recordOf(preview), argsText: arrived ?? '' }),
    // The input that runs, or would have: a person's edit, or the model's own.
    ...(edit !== undefined && { args: recordOf(edit) }),
  };
}

function recordOf(value: unknown): ToolCallItem['args'] {
  // A value that is neither null nor an array has fields.
  return typeof value === 'object' && value !== null ? (value as ToolCallItem['args']) : {};
}

function callDetails(facts: CallFacts, thread: Thread): StepDetails {
  const { call, tool, result } = facts;
  const state = callState(facts);
  const failed = call.input_error !== undefined || state === 'failed';
  return {
    title: tool?.title,
    note: noteOf(facts, state, thread),
    problem: failed ? callProblem(thread.strings, call, result) : undefined,
    state,
    progress: (state === 'running' && tool?.progress?.progress) || undefined,
    startedAt: tool?.started_at,
    endedAt: tool?.ended_at,
    pausedMs: tool?.paused_ms,
    ...lineChanges(tool, state),
    change: callChange(tool, call, state),
    shown: tool?.shown,
    waitingSince: state === 'waiting' ? askedAt(tool) : undefined,
    asked: state === 'waiting' ? askedCall(tool) : undefined,
    approved: tool?.decision !== undefined && tool.decision.type !== 'reject',
    decidedOn: decidedOn(tool, thread),
  };
}

/** The name of the device that decided about a call, unless it is this one. */
function decidedOn(tool: RunTool | undefined, { device, strings }: Thread): string | undefined {
  if (tool?.decided_by === undefined || tool.decided_by === device) return undefined;
  return tool.decided_from ?? strings.otherDevice;
}

function noteOf(
  { tool, result }: CallFacts,
  state: CallState,
  { device, strings }: Thread,
): string | undefined {
  const { decision, decided_by: by, decided_from: from, doubted_at, progress, follow_up } = tool ?? {};
  const notes = [
    decision &&
      state !== 'waiting' &&
      decisionLine(strings, { decision, by, from, inDoubt: doubted_at !== undefined }, device),
    state === 'running' && progress?.message,
    state === 'cancelled' && result?.reason?.code !== 'run_stopped' && whyNotRun(strings, result),
    state === 'done' && exitNote(strings, result),
    follow_up !== undefined && strings.background,
  ];
  return notes.filter(Boolean).join(' · ') || undefined;
}

/** The question that a call waits for. A question of its tool, or about a repetition, is in no doubt. */
function askedCall(tool: RunTool | undefined): AskedCall | undefined {
  const approval = tool?.question ?? tool?.approval;
  if (approval === undefined) return undefined;
  const { question, repetition } = approval;
  return {
    approval,
    inDoubt: tool?.in_doubt === true && question === undefined && repetition === undefined,
  };
}

/** When a person was asked: a question keeps the time at which it was written into the log. */
function askedAt(tool: RunTool | undefined): number | undefined {
  const asked = tool?.question ?? tool?.approval;
  return asked !== undefined && 'ts' in asked && typeof asked.ts === 'number' ? asked.ts : undefined;
}
