import type { RunState, RunTool } from '@millrace/engine';

/** The calls of a run that a person must decide, in the order of asking. Pure. */
export function waitingCalls(run: RunState | undefined): RunTool[] {
  if (run?.status !== 'running') return [];
  return [...run.tools.values()].filter(({ status, approval }) => status === 'waiting' && approval);
}

/** Whether nothing happens in a run until a person decides. Pure. */
export function onlyWaits(run: RunState | undefined): boolean {
  if (run === undefined || waitingCalls(run).length === 0) return false;
  return [...run.tools.values()].every(({ status }) => status !== 'running' && status !== 'decided');
}
