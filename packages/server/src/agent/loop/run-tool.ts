import { randomUUID } from 'node:crypto';
import { argsHash } from '@millrace/engine/approval';
import type { NewEvent, SpanTask } from '@millrace/engine/run';
import type { RunFacts, Tool, ToolContext, ToolInput, ToolOutcome } from '../../tools/define/tool.ts';
import { isInstruction } from '../../tools/workspace/instruction-files.ts';
import { embedOf, titleOf } from '../calls/call-words.ts';
import { followUpEvents } from '../calls/follow-up.ts';
import { type KeptEffects, keptEffects } from '../calls/kept-effects.ts';
import type { OpenCall } from '../calls/open-calls.ts';
import { refusal } from '../calls/refusal.ts';
import { type Limits, withTimeLimit } from '../calls/time-limit.ts';
import { type JobOwner, startJob, type ToolJob } from '../calls/tool-job.ts';
import { createEventBuffer } from '../log/event-buffer.ts';
import { trusted } from '../log/run-log.ts';
import { trustOf } from '../log/trust-of.ts';
import { askModel } from '../model/ask-model.ts';
import { condensedBy } from '../model/condense.ts';
import { keepCheckpoint } from '../plan/keep-checkpoint.ts';
import { inSpan, type Turn, threadOf } from '../plan/turn.ts';
import { attachmentsOf } from './attachments-of.ts';
import { keepShown } from './keep-shown.ts';
import { seenBy } from './seen-files.ts';

export interface ToolRun {
  readonly call: OpenCall;
  readonly tool: Tool;
  readonly input: ToolInput;
}

const INLINE_BUDGET_MS = 5_000;
const DEEPEST = 3;
/** The number of a run's last events that a tool can read. */
const TOLD = 50;

/** The result of a call that continues in a separate run because it takes long, and of one whose tool always does. */
const LONGER = "The processing takes a bit longer. I let you know once it's finished.";
const LATER = 'I let you know once I finished.';

/**
 * Runs a call: its start is on disk before it begins, and its result before anything follows from it. Right before the
 * effect the run is still ours, also after a long wait for the workspace.
 */
export async function runTool(turn: Turn, run: ToolRun): Promise<void> {
  const { log } = turn;
  const { call, tool, input } = run;
  const { id: tool_use_id } = call.block;
  // A call that waited for its sub-agent is not begun again.
  const isResumed = call.known?.status === 'running' && log.state().spans.has(tool_use_id);
  // Otherwise a person must know first that it can't be taken back.
  if (!isResumed && !(await keepCheckpoint(turn, call, tool))) return;
  if (!isResumed)
    await log.append(
      inSpan(call.span, [
        {
          type: 'tool_start',
          ...{ tool: tool.name, input, tool_use_id },
          ...titleOf(tool, input),
          ...embedOf(tool, input, tool_use_id),
          ...(tool.folds !== undefined && { folds: tool.folds }),
        },
      ]),
      'durable',
    );
  await finishJob(turn, run, (owner) =>
    startJob(owner, async (given) => {
      const { signal } = given;
      const work = async (): Promise<ToolOutcome> => {
        await turn.renew();
        const outcome = await withTimeLimit({ clock: turn.clock, tool, signal }, (limits) =>
          outcomeOf(tool, input, contextOf(turn, run, given, limits)),
        );
        if (isApproved(call) && tool.instructs) await trustWritten(turn, outcome);
        return outcome;
      };
      return tool.local ? turn.lock(signal, work) : work();
    }),
  );
}

function isApproved({ known }: OpenCall): boolean {
  return known?.decision !== undefined && known.decision.type !== 'reject';
}

/** The person has read what a call wrote, and said yes to it. */
async function trustWritten({ store, workspace }: Turn, { seen = {}, is_error }: ToolOutcome): Promise<void> {
  if (workspace === undefined || is_error) return;
  const files = Object.entries(seen).flatMap(([path, version]) =>
    version !== null && isInstruction(path) ? [{ path, version }] : [],
  );
  if (files.length > 0) await trusted(() => store.trustFiles(workspace.root, files));
}

/** Waits for a tool that is at work, and keeps its result; or lets it continue in a separate run when it takes long. */
export async function finishJob(
  turn: Turn,
  run: ToolRun,
  begin: (owner: JobOwner) => ToolJob,
): Promise<void> {
  const { log, clock } = turn;
  const { call, tool, input } = run;
  const failed = new AbortController();
  const buffer = createEventBuffer(
    (events) => log.append(inSpan(call.span, events), 'relaxed'),
    (error) => failed.abort(error),
    clock,
  );
  const progress: JobOwner['progress'] = ({ stage, message, progress: part = null, data = null }) =>
    buffer.push({
      type: 'tool_progress',
      tool: tool.name,
      tool_use_id: call.block.id,
      stage,
      message,
      progress: part,
      data,
    });
  const signal = AbortSignal.any([turn.signal, turn.parking(), failed.signal]);
  const ask: JobOwner['ask'] = (form) => turn.questions.ask(call, form, signal);
  const job = begin({ signal, progress, ask });
  let outcome: ToolOutcome | 'longer';
  try {
    outcome = await firstOf(turn, run, job);
  } finally {
    // Also of a call that was interrupted: nothing is written behind its back later.
    await buffer.flush();
  }
  if (outcome !== 'longer') return keepOutcome(turn, run, outcome);
  const runId = randomUUID();
  const lease = turn.lease();
  const { id: tool_use_id, name } = call.block;
  const begun: NewEvent = {
    type: 'tool_start',
    ...{ tool: name, input, tool_use_id, key: keyOf(turn, call) },
    ...titleOf(tool, input),
  };
  const told = tellDecision(call, input, { content: tool.background ? LATER : LONGER });
  const next = await log.handOver(resultEvents(turn, call, told, { follow_up: runId }), {
    runId,
    events: [begun],
    lease,
  });
  turn.adopt(next, lease, job);
}

/** The outcome of a job, or that it takes longer than a model should wait. */
async function firstOf(turn: Turn, { call, tool }: ToolRun, job: ToolJob): Promise<ToolOutcome | 'longer'> {
  const { inlineBudgetMs: budget = INLINE_BUDGET_MS } = tool;
  // A sub-agent has nobody to tell later, and what is in a run of its own may take its time.
  const canFollow = call.span === undefined && turn.log.state().followUp === null;
  if (!canFollow || !(tool.background || Number.isFinite(budget))) return job.outcome;
  // A call that waits for a sub-agent or for a person is waited for: that conversation is in this run.
  const { id } = call.block;
  const stays = (): boolean => turn.log.state().spans.has(id) || !turn.questions.leave(id);
  // Also one that happens to be quick: the person and the model can count on a message of its own.
  if (tool.background) return stays() ? job.outcome : 'longer';
  let stop = (): void => {};
  const longer = new Promise<'longer'>((resolve) => {
    stop = turn.clock.after(budget, () => resolve('longer'));
  });
  const first = await Promise.race([job.outcome, longer]).finally(() => stop());
  return first === 'longer' && stays() ? job.outcome : first;
}

async function keepOutcome(turn: Turn, { call, tool, input }: ToolRun, outcome: ToolOutcome): Promise<void> {
  const { summary, is_error } = outcome;
  const condensed = summary === undefined || is_error ? undefined : await condensedBy(turn, call, summary);
  const isVain = summary !== undefined && condensed === undefined;
  const vain = refusal({ code: 'nothing_to_condense' }, tool.name);
  const told = tellDecision(call, input, isVain && !is_error ? vain : outcome);
  // One write, so that a call that condensed has said so.
  const before = condensed === undefined ? [] : inSpan(call.span, [condensed]);
  const shown = await keepShown(turn, tool.name, outcome);
  const kept = { input, effects: keptEffects(outcome, tool, shown) };
  const events = [...before, ...outcomeEvents(turn, call, told, kept)];
  const { question } = turn.log.state().tools.get(call.block.id) ?? {};
  if (question === undefined) await turn.log.append(events, 'durable');
  else await turn.log.withdraw(events, [question.approval_id]);
}

/** The content of a result: words for the model, fields for pages. */
type ToldOutcome = Pick<ToolOutcome, 'content' | 'is_error' | 'reason' | 'exit_code' | 'threw'>;

/** The events for the result of a call: a block of its message, or a separate message when it continues from an earlier run. */
export function outcomeEvents(
  turn: Pick<Turn, 'log' | 'indexes'>,
  call: OpenCall,
  outcome: ToldOutcome,
  {
    input = call.block.input,
    effects = {},
  }: Partial<Pick<ToolRun, 'input'>> & { effects?: KeptEffects } = {},
): readonly NewEvent[] {
  const isLoose = turn.log.state().followUp === call.block.id;
  return isLoose
    ? followUpEvents(call.block, input, outcome, effects)
    : resultEvents(turn, call, outcome, effects);
}

function contextOf(
  turn: Turn,
  { call, tool }: ToolRun,
  { progress, ask }: JobOwner,
  { signal, wait }: Limits,
): ToolContext {
  const { runId } = turn.log.claim;
  const { id: toolUseId } = call.block;
  let spans = 0;
  return {
    runId,
    toolUseId,
    key: keyOf(turn, call),
    // A tool that was stopped writes no more, also when nobody waits for it.
    workspace: turn.workspace?.during(signal),
    seen: (path) => seenBy(turn, call.span, path),
    trusts: trustOf(turn.store, turn.workspace),
    attachment: attachmentsOf(turn.store, turn.run.chatId, signal),
    approved: isApproved(call),
    signal,
    progress,
    spawn(task) {
      if (tool.effect === 'unsafe')
        return Promise.reject(new Error(`${tool.name} must not run twice, so it can't start a sub-agent.`));
      if (turn.log.state().tools.get(toolUseId)?.follow_up !== undefined)
        return Promise.reject(new Error(`${tool.name} has run too long to start a sub-agent now.`));
      if (depthOf(turn, call.span) >= DEEPEST)
        return Promise.reject(new Error(`Sub-agents can be nested ${DEEPEST} levels deep.`));
      spans += 1;
      const span = spans === 1 ? toolUseId : `${toolUseId}.${spans}`;
      return wait(() => turn.spawner.spawn(toolUseId, span, inMode(turn, call, task), signal));
    },
    model: (request) => askModel(turn.model, request, signal),
    facts: () => factsOf(turn, call),
    ask: (form) => wait(() => ask(form)),
  };
}

async function factsOf({ log, store, run }: Turn, { span }: OpenCall): Promise<RunFacts> {
  const state = log.state();
  const events = await trusted(() => store.readEvents(run.id, Math.max(0, state.seq - TOLD), TOLD));
  return { model: run.model, mode: threadOf(state, span).mode, events: events.map(({ type }) => type) };
}

/** A sub-agent is in the mode of who calls it, unless another one is said. */
function inMode({ log }: Turn, { span }: OpenCall, task: SpanTask): SpanTask {
  const { mode } = threadOf(log.state(), span);
  return mode === null ? task : { mode, ...task };
}

/** How many sub-agents a call stands in. */
function depthOf({ log }: Turn, span: string | undefined): number {
  const { tools } = log.state();
  let depth = 0;
  for (let at = span; at !== undefined; at = tools.get(ownerOf(at))?.span_id) depth += 1;
  return depth;
}

/** The call that opened a span; only a second one of a call has another name. */
function ownerOf(span: string): string {
  return span.replace(/\.\d+$/, '');
}

/** The same for every attempt of a call, also in the run that continues it. */
function keyOf({ log }: Turn, { block, step, known }: OpenCall): string {
  return known?.key ?? `${log.claim.runId}:${step}:${block.id}`;
}

/** An error that a tool throws is its result, too; only of an interrupted one nobody knows what it did. */
async function outcomeOf(tool: Tool, input: ToolInput, ctx: ToolContext): Promise<ToolOutcome> {
  ctx.signal.throwIfAborted();
  try {
    return await tool.run(input, ctx);
  } catch (error) {
    ctx.signal.throwIfAborted();
    const message = error instanceof Error ? error.message : String(error);
    return { content: `The tool failed: ${message}`, is_error: true, threw: message };
  }
}

/** The model must know when something else ran than it asked for, and what the person said to it. */
function tellDecision({ known, block }: OpenCall, input: ToolInput, outcome: ToolOutcome): ToolOutcome {
  const { type, message } = known?.decision ?? {};
  // One who was asked twice may have changed it the first time.
  const isChanged = type === 'edit' || ((known?.asked ?? 0) > 1 && argsHash(input) !== argsHash(block.input));
  const changed = isChanged
    ? `The person changed the input. This is what ran: ${JSON.stringify(input)}\n\n`
    : '';
  const said = message === undefined ? '' : `\n\nThe person said: ${message}`;
  return { ...outcome, content: `${changed}${outcome.content}${said}` };
}

/** The result of a call as a block of the message that made it. One that was begun is over then. */
function resultEvents(
  { log: runLog, indexes }: Pick<Turn, 'log' | 'indexes'>,
  { block, span }: OpenCall,
  { content, is_error = false, reason, exit_code, threw }: ToldOutcome,
  effects: KeptEffects & { readonly follow_up?: string } = {},
): readonly NewEvent[] {
  const state = runLog.state();
  const index = indexes.take(span, threadOf(state, span));
  const { id: tool_use_id, name } = block;
  const content_block = {
    ...({ type: 'tool_result', tool_use_id, name, content, is_error } as const),
    ...(reason !== undefined && { reason }),
    ...(exit_code !== undefined && { exit_code }),
    ...(threw !== undefined && { threw }),
  };
  return inSpan(span, [
    { type: 'content_block_start', index, content_block },
    { type: 'content_block_stop', index },
    ...(state.tools.get(tool_use_id)?.started_at === undefined
      ? []
      : [{ type: 'tool_complete', tool: name, tool_use_id, ...effects } as const]),
  ]);
}
