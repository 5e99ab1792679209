import type { RunState, RunThread, RunTool } from '@millrace/engine/run';

/** The calls of a run that a person must decide, also those of its sub-agents, in the order of asking. Pure. */
export function waitingCalls(run: RunState | undefined): RunTool[] {
  if (run?.status !== 'running') return [];
  return [...run.tools.values()].filter(waits);
}

/** True if nothing happens in a run until a person decides. Pure. */
export function onlyWaits(run: RunState | undefined): boolean {
  if (run === undefined || waitingCalls(run).length === 0) return false;
  // A call that opened a sub-agent does what that one does.
  const calls = [...run.tools.values()].filter(({ tool_use_id }) => !run.spans.has(tool_use_id));
  return !calls.some(works) && ![run, ...run.spans.values()].some(writes);
}

/** A rejected call is over, even if others beside it still wait. */
const works = ({ status, decision }: RunTool): boolean =>
  status === 'running' || (status === 'decided' && decision?.type !== 'reject');

const writes = ({ steps }: RunThread): boolean => steps.at(-1)?.message?.status === 'in_progress';

const waits = ({ status, approval, question }: RunTool): boolean =>
  status === 'waiting' && (approval ?? question) !== undefined;
