import type { RunEnd } from '@millrace/engine';
import { type Model, ModelError } from '../models/model.ts';
import { FencedError, type RunRow, type Store } from '../store/store.ts';
import type { Tool } from '../tools/tool.ts';
import { answerOf } from './answer-of.ts';
import { askEvents } from './ask-events.ts';
import type { Bus } from './bus.ts';
import { callModel } from './call-model.ts';
import type { Clock } from './clock.ts';
import { type Action, nextAction, openCalls } from './next-action.ts';
import { openLog, type RunLog, StoreTrouble } from './run-log.ts';
import { resultEvents, runTool, type WorkspaceLock } from './run-tool.ts';

export interface TurnOptions {
  readonly store: Store;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly model: Model | undefined;
  readonly tools: readonly Tool[];
  readonly lock: WorkspaceLock;
  /** How many model calls may offer tools. One more, without them, sums up. */
  readonly maxSteps: number;
  readonly settleMs: number;
  /** As it was claimed: its fence is ours until somebody claims it again. */
  readonly run: RunRow;
  /** Makes sure that the run is still ours. */
  readonly renew: () => Promise<void>;
  /** Aborted with `CANCELLED` by the person, or with anything else when this process must stop working on it. */
  readonly signal: AbortSignal;
}

/** The reason of a signal that ends the run, not just this process's work on it. */
export const CANCELLED = Symbol('cancelled by the person');

/**
 * Works on one run until it ends, waits for a person, or the signal is aborted: folds its log and does what comes next,
 * again and again. A run that was cut off goes on where its log ends. Rejects with FencedError when the run is no longer
 * ours, and with StoreTrouble when the log can't be written.
 */
export async function runTurn(options: TurnOptions): Promise<void> {
  const { run, signal } = options;
  const log = await openLog(options, { runId: run.id, fence: run.fence });
  try {
    for (;;) {
      signal.throwIfAborted();
      const action = nextAction(log.state(), {
        tools: new Map(options.tools.map((tool) => [tool.name, tool])),
        maxSteps: options.maxSteps,
        now: options.clock.now(),
        settleMs: options.settleMs,
      });
      if (await act(action, log, options)) return;
    }
  } catch (error) {
    if (error instanceof FencedError || error instanceof StoreTrouble) throw error;
    if (!signal.aborted) await stop(log, failureEvent(error));
    else if (signal.reason === CANCELLED) await stop(log, { type: 'cancelled' });
  }
}

/** Returns whether there is nothing more to do for now. */
async function act(action: Action, log: RunLog, options: TurnOptions): Promise<boolean> {
  const { store, clock, run, model, tools, lock, renew, signal } = options;
  switch (action.type) {
    case 'call_model': {
      if (model === undefined) throw unknownModel(run.model);
      const { step, attempt, offersTools } = action;
      const call = { log, store, clock, chatId: run.chatId, model, step, attempt, signal };
      await callModel({ ...call, tools: offersTools ? tools : [] });
      return false;
    }
    case 'answer':
      await log.append(
        resultEvents(log, action.call, { content: action.content, is_error: true }),
        'durable',
      );
      return false;
    case 'doubt':
      await log.append(
        action.calls.map(({ block }) => ({ type: 'tool_uncertain', tool_use_id: block.id }) as const),
        'durable',
      );
      return false;
    case 'ask':
      await log.ask(askEvents(run.id, action.calls, tools), action.calls[0]?.step ?? 0);
      return false;
    case 'run':
      await runTool({
        log,
        clock,
        call: action.call,
        tool: action.tool,
        input: action.input,
        lock,
        renew,
        signal,
      });
      return false;
    case 'wait':
      return log.park(action.until);
    case 'end':
      await log.end({ type: 'complete' }, (state, now) => answerOf(state, { type: 'complete' }, now));
      return true;
  }
}

/** Ends the run before its time. Every call that is open gets a result that says so. */
async function stop(log: RunLog, end: RunEnd): Promise<void> {
  for (const call of openCalls(log.state())) {
    const begun = call.known?.status === 'running' || call.known?.inDoubt;
    const content = begun
      ? 'The run was stopped while this ran. It may have run.'
      : 'The run was stopped before this ran.';
    await log.append(resultEvents(log, call, { content, is_error: true }), 'durable');
  }
  await log.end(end, (state, now) => answerOf(state, end, now));
}

function unknownModel(id: string): ModelError {
  const message = `There is no model ${id} on this server. Choose another one and send your message again.`;
  return new ModelError('bad_request', message, { retryable: false });
}

function failureEvent(error: unknown): RunEnd {
  if (error instanceof ModelError) {
    return { type: 'error', message: error.message, code: error.code, retryable: error.retryable };
  }
  console.error('A run failed unexpectedly:', error);
  const message = 'The server met an error of its own. Its log says more.';
  return { type: 'error', message, code: 'internal', retryable: true };
}
