import {
  waitingCalls as callsThatWait,
  onlyWaits as onlyWaitsFor,
  type RunLimit,
  type RunState,
  type RunTool,
} from '@millrace/engine/run';

/** The calls of a run that a person must decide, also those of its sub-agents, in the order of asking. Pure. */
export function waitingCalls(run: RunState | undefined): RunTool[] {
  return run === undefined ? [] : callsThatWait(run);
}

/** The question whether a run goes on after many steps, while nobody has answered it. Pure. */
export function waitingLimit(run: RunState | undefined): RunLimit | undefined {
  const isOpen = run?.status === 'running' && run.limit?.status === 'waiting';
  return isOpen ? (run.limit ?? undefined) : undefined;
}

/** How much of a run waits for a person. Pure. */
export function waitingCount(run: RunState | undefined): number {
  return waitingCalls(run).length + (waitingLimit(run) === undefined ? 0 : 1);
}

/** True if nothing happens in a run until a person decides. Pure. */
export function onlyWaits(run: RunState | undefined): boolean {
  return run !== undefined && onlyWaitsFor(run);
}
