import { ALL_FILES } from '@millrace/engine/run';
import { builtInModes } from '../../tools/modes/built-in-modes.ts';
import type { AgentOptions, WorkspaceLock } from '../plan/turn.ts';

const REPETITION_LIMIT = 3;

/** Fills in the defaults. */
export function agentOptions(options: Partial<AgentOptions>): AgentOptions {
  return {
    tools: options.tools ?? [],
    modes: options.modes ?? builtInModes,
    workspace: options.workspace,
    protectedPaths: options.protectedPaths ?? [],
    lock: options.lock ?? oneAtATime(),
    checkpoints: options.checkpoints,
    maxIterations: options.maxIterations,
    atStepLimit: options.atStepLimit ?? 'sum_up',
    repetitionLimit: options.repetitionLimit ?? REPETITION_LIMIT,
    allFiles: options.allFiles ?? ALL_FILES,
    approvalMs: options.approvalMs ?? null,
  };
}

/** For tools that work on the workspace when only this process does. */
export function oneAtATime(): WorkspaceLock {
  let last: Promise<unknown> = Promise.resolve();
  return async (signal, work) => {
    const mine = last.then(() => {
      signal.throwIfAborted();
      return work();
    });
    last = mine.catch(() => {});
    return mine;
  };
}
