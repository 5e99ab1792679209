import type { ModelRequest, ToolInput } from '../../../packages/server/src/index.ts';
import type { Part } from './scenario.ts';

/** The start of a call as the worker that began it wrote it. */
export interface Started {
  readonly fence: number;
  readonly seq: number;
  readonly at: number;
}

/** A look at the lease that went well: the fence of the worker, and the newest one at that moment. */
export interface FenceCheck {
  readonly fence: number;
  readonly newest: number;
  readonly at: number;
}

/** An effect as the outside world saw it. */
export interface Effect {
  readonly tool: string;
  /** The run that began it. */
  readonly runId: string;
  readonly toolUseId: string;
  readonly input: ToolInput;
  readonly key: string;
  readonly worker: string;
  readonly started: Started | undefined;
  /** Its looks at the lease of that run so far. */
  readonly checks: readonly FenceCheck[];
  /** How many events the log of each run had when it began. */
  readonly logLengths: ReadonlyMap<string, number>;
}

/** A model call: what it was given, and what it was going to say. */
export interface Asked {
  readonly request: ModelRequest;
  readonly parts: readonly Part[];
}

/** The record of the outside world: no crash of ours takes anything from it. */
export interface Ledger {
  readonly effects: Effect[];
  /** By their numbers, from 1 on. */
  readonly asked: Asked[];
}

export const createLedger = (): Ledger => ({ effects: [], asked: [] });
