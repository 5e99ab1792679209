import type { Environment } from './command-env.ts';

/** A program to run. */
export interface ProcessRun {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Environment;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  onStart(pid: number): void;
  onOutput(bytes: Uint8Array): void;
}

export interface ProcessEnd {
  readonly why: 'exited' | 'timeout' | 'stopped';
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  /** True if something that it started in the background still has its output open. */
  readonly isLeftOpen: boolean;
}

/** The end of a program that was not even started. */
export const NOT_STARTED: ProcessEnd = { why: 'stopped', exitCode: null, signal: null, isLeftOpen: false };
