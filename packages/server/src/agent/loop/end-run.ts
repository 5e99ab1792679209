import type { RunEnd } from '@millrace/engine/run';
import { ModelError } from '../../models/adapter/model.ts';
import { quotePath } from '../../tools/workspace/workspace-error.ts';
import { looseCall } from '../calls/loose-call.ts';
import { allOpenCalls, type OpenCall } from '../calls/open-calls.ts';
import { refusal } from '../calls/refusal.ts';
import { answerOf } from '../log/answer-of.ts';
import type { ThreadEnd } from '../plan/next-actions.ts';
import { OVERTAKEN, type Turn } from '../plan/turn.ts';
import { outcomeEvents } from './run-tool.ts';

/** Ends a run that has nothing left to do. */
export async function endRun(turn: Turn, end: ThreadEnd): Promise<void> {
  const { suggestions } = turn.log.state();
  await close(
    turn,
    end.type === 'done'
      ? { type: 'complete', ...suggestions }
      : { type: 'error', message: end.message, code: 'needs_person', retryable: true },
  );
  if (end.type === 'done') turn.onDone?.();
}

/** Ends a run before its time. Every call that is open, also of sub-agents, gets a result that says so. */
export async function stopRun(turn: Turn, end: RunEnd): Promise<void> {
  const { log } = turn;
  const overtaken = end.type === 'cancelled' && end.reason === 'message';
  const loose = log.state().steps.length === 0 ? looseCall(log.state()) : undefined;
  // Those of sub-agents first: their calls are over then.
  const calls = allOpenCalls(log.state()).toSorted((a, b) => Number(!a.span) - Number(!b.span));
  for (const call of loose === undefined ? calls : [...calls, loose]) {
    const stopped = refusal({ code: stoppedBy(call, overtaken) }, call.block.name);
    await log.append(outcomeEvents(turn, call, stopped), 'durable');
  }
  await close(turn, end);
}

function stoppedBy(
  { known }: OpenCall,
  overtaken: boolean,
): 'stopped_midway' | 'message_instead' | 'run_stopped' {
  if (known?.status === 'running' || known?.in_doubt || known?.question !== undefined)
    return 'stopped_midway';
  return overtaken ? 'message_instead' : 'run_stopped';
}

async function close({ log, wake, tools }: Turn, end: RunEnd): Promise<void> {
  const woken = await log.end(end, (state, now) => answerOf(state, end, now));
  for (const tool of await tools()) tool.release?.(log.claim.runId);
  if (woken !== null) wake(woken);
}

export function cancelEvent(reason: unknown): RunEnd {
  return reason === OVERTAKEN ? { type: 'cancelled', reason: 'message' } : { type: 'cancelled' };
}

/** The folder that a run should work in is not in the workspace. */
export class NoFolderError extends Error {
  constructor(folder: string) {
    super(
      `The workspace has no folder ${quotePath(folder)}, which the project of this chat works in. Make the folder, or choose another one in the project.`,
    );
    this.name = 'NoFolderError';
  }
}

export function failureEvent(error: unknown, model: string): RunEnd {
  if (error instanceof ModelError) {
    const { message, code, retryable, retryAfterMs } = error;
    const wait = retryAfterMs === undefined ? {} : { retry_after: Math.ceil(retryAfterMs / 1000) };
    // A model's id begins with its provider.
    const provider = code === 'auth' ? { provider: model.slice(0, model.indexOf('/')) } : {};
    return { type: 'error', message, code, retryable, ...wait, ...provider };
  }
  if (error instanceof NoFolderError)
    return { type: 'error', message: error.message, code: 'no_folder', retryable: false };
  console.error('A run failed unexpectedly:', error);
  const message = 'Internal error; see the server log.';
  return { type: 'error', message, code: 'internal', retryable: true };
}
