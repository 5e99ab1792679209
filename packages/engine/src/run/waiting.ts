import type { HitlDecision } from '../approval/hitl-decision.ts';
import type { RunTool } from './apply-tool-event.ts';
import type { ApprovalRequest, StoredEvent } from './run-events.ts';

/** The question whether a run goes on after many steps, and its answer. */
export interface RunLimit {
  readonly approval_id: string;
  readonly args_hash: string;
  /** How many steps the run had taken. */
  readonly steps: number;
  readonly asked_at: number;
  readonly expires_at?: number;
  readonly status: 'waiting' | 'decided' | 'expired';
  readonly decision?: HitlDecision;
}

/** The time of a run that was no work. */
export interface RunClock {
  /** The time and the fence of the newest event. */
  readonly at: number;
  readonly fence: number;
  /** Milliseconds in which the run only waited for a person. */
  readonly waited: number;
  /** Milliseconds between the last sign of a worker and the first one of its successor. */
  readonly lost: number;
  /** When it began to wait; null while it works. */
  readonly waits_since: number | null;
}

interface Thread {
  readonly steps: readonly { readonly message: { readonly status: string } | null | undefined }[];
}

/** The parts of a run that say what it waits for. */
export interface WaitingRun extends Thread {
  readonly status: string;
  readonly tools: ReadonlyMap<string, RunTool>;
  readonly spans: ReadonlyMap<string, Thread>;
  readonly limit: RunLimit | null;
}

/** Returns the calls that a person must decide, also those of sub-agents, in the order of asking. Pure. */
export function waitingCalls({ status, tools }: WaitingRun): RunTool[] {
  return status === 'running' ? [...tools.values()].filter(waits) : [];
}

/** Returns true if nothing happens in a run until a person decides. Pure. */
export function onlyWaits(run: WaitingRun): boolean {
  if (run.status !== 'running') return false;
  return (
    run.limit?.status === 'waiting' || isIdle([...run.tools.values()], run, [run, ...run.spans.values()])
  );
}

/** Tells whether a call waits for a person: its tool has asked, or the sub-agents that it opened only wait. */
function isPaused(call: RunTool, run: WaitingRun): boolean {
  if (call.status === 'waiting') return call.question !== undefined;
  const spans = [...run.spans].filter(([id]) => isInside(id, call.tool_use_id, run));
  if (spans.length === 0) return false;
  const calls = [...run.tools.values()].filter(({ span_id }) => isInside(span_id, call.tool_use_id, run));
  return isIdle(
    calls,
    run,
    spans.map(([, span]) => span),
  );
}

/** Tells whether some of these calls wait, and neither the others nor the threads that they are in do anything. */
function isIdle(calls: readonly RunTool[], { spans }: WaitingRun, threads: readonly Thread[]): boolean {
  if (!calls.some(waits)) return false;
  // A call that opened a sub-agent does what that one does.
  return !calls.some((call) => works(call) && !spans.has(call.tool_use_id)) && !threads.some(writes);
}

/** Tells whether a span is that of a call, or of a call inside of it. */
function isInside(span: string | undefined, owner: string, { tools }: WaitingRun): boolean {
  for (let at = span; at !== undefined; ) {
    const id = tools.has(at) ? at : at.replace(/\.\d+$/, '');
    if (id === owner) return true;
    at = tools.get(id)?.span_id;
  }
  return false;
}

const waits = ({ status, approval, question }: RunTool): boolean =>
  status === 'waiting' && (approval ?? question) !== undefined;

/** A rejected call is over, even if others beside it still wait. */
const works = ({ status, decision }: RunTool): boolean =>
  status === 'running' || (status === 'decided' && decision?.type !== 'reject');

const writes = ({ steps }: Thread): boolean => steps.at(-1)?.message?.status === 'in_progress';

/** Folds an event about the step limit. Returns the limit itself for one about a call. Pure. */
export function applyLimitEvent(limit: RunLimit | null, event: StoredEvent): RunLimit | null {
  if (event.type === 'approval_request' && event.limit !== undefined)
    return askedLimit(event, event.limit.steps);
  if (limit === null || !('approval_id' in event) || event.approval_id !== limit.approval_id) return limit;
  if (event.type === 'approval_decision') return { ...limit, status: 'decided', decision: event.decision };
  return event.type === 'approval_withdrawn' ? { ...limit, status: 'expired' } : limit;
}

function askedLimit(event: ApprovalRequest & { readonly ts: number }, steps: number): RunLimit {
  const { approval_id, args_hash, expires_at, ts: asked_at } = event;
  const until = expires_at === undefined ? {} : { expires_at };
  return { approval_id, args_hash, steps, asked_at, ...until, status: 'waiting' };
}

/** Tells whether an event is about the step limit of a run, not about a call. */
export function isAboutLimit(limit: RunLimit | null, event: StoredEvent): boolean {
  if (event.type === 'approval_request') return event.limit !== undefined;
  return limit !== null && 'approval_id' in event && event.approval_id === limit.approval_id;
}

/** These leave all as it was but for what they bring. */
const QUIET: ReadonlySet<StoredEvent['type']> = new Set([
  'content_block_delta',
  'tool_progress',
  'context',
  'status',
]);

type Timed = WaitingRun & { readonly clock: RunClock | null; readonly endedAt: number | null };

/** Counts the time since the event before: as work, as waiting for a person, or as neither. Pure. */
export function keepTime<Run extends Timed>(before: Timed, run: Run, event: StoredEvent): Run {
  const { type, ts, fence } = event;
  if (type === 'continue' && before.clock !== null)
    return { ...run, clock: resume(before.clock, ts, fence, event.paused_ms) };
  if (before.endedAt !== null) return run;
  const known = before.clock ?? { at: ts, fence, waited: 0, lost: 0, waits_since: null };
  const { waited, waits_since } = known;
  // Nobody knows when a worker died: what counts is its last sign.
  const isLost = fence !== known.fence && waits_since === null;
  const gap = isLost ? Math.max(0, ts - known.at) : 0;
  const clock = { ...known, at: ts, fence, lost: known.lost + gap };
  if (QUIET.has(type) && gap === 0) return { ...run, clock };
  const idle = onlyWaits(run);
  return {
    ...run,
    tools: pauseCalls(before, run, ts, gap),
    clock: {
      ...clock,
      waited: waits_since !== null && !idle ? waited + Math.max(0, ts - waits_since) : waited,
      waits_since: idle ? (waits_since ?? ts) : null,
    },
  };
}

/** The clock of a run that goes on after its end. The pause before it is no part of the run's time. */
function resume(clock: RunClock, ts: number, fence: number, pausedMs: number): RunClock {
  const { waited, waits_since } = clock;
  const last = waits_since === null ? 0 : Math.max(0, ts - pausedMs - waits_since);
  return { ...clock, at: ts, fence, waited: waited + last, waits_since: null };
}

/** The calls with the time in which each was begun and waited for a person, or for a worker. */
function pauseCalls(before: Timed, run: Timed, ts: number, gap: number): ReadonlyMap<string, RunTool> {
  const { tools } = run;
  const isOpen = ({ started_at, status, paused_since, question }: RunTool): boolean =>
    started_at !== undefined &&
    (status === 'running' || question !== undefined || paused_since !== undefined);
  let next: Map<string, RunTool> | undefined;
  for (const [id, call] of tools) {
    if (!isOpen(call)) continue;
    const { paused_since: since, paused_ms = 0 } = call;
    const isOld = before.tools.get(id)?.started_at === call.started_at;
    const lost = since === undefined && isOld ? gap : 0;
    const now = call.status !== 'done' && isPaused(call, run) ? (since ?? ts) : undefined;
    const waited = since !== undefined && now === undefined ? Math.max(0, ts - since) : 0;
    if (now === since && lost === 0) continue;
    next ??= new Map(tools);
    next.set(id, { ...call, paused_ms: paused_ms + waited + lost, paused_since: now });
  }
  return next ?? tools;
}

/** The milliseconds of a run up to a time: those of work, and those in which it only waited for a person. */
export interface RunTimes {
  readonly worked: number;
  readonly waited: number;
}

/** Returns how long a run had worked and waited at a time. The same log gives the same times. Pure. */
export function runTimes(
  { startedAt, clock }: { readonly startedAt: number | null; readonly clock: RunClock | null },
  now: number,
): RunTimes {
  if (startedAt === null || clock === null) return { worked: 0, waited: 0 };
  const { lost, waits_since } = clock;
  const waited = clock.waited + (waits_since === null ? 0 : Math.max(0, now - waits_since));
  return { worked: Math.max(0, now - startedAt - waited - lost), waited };
}
