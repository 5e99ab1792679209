import type { ModelRequest, ToolInput } from '../../../packages/server/src/index.ts';

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
  readonly toolUseId: string;
  readonly input: ToolInput;
  readonly key: string;
  readonly worker: string;
  readonly started: Started | undefined;
  readonly check: FenceCheck | undefined;
  /** How many events the log had when it began. */
  readonly logLength: number;
}

/** What the outside world keeps: no crash of ours takes anything from it. */
export interface Ledger {
  readonly effects: Effect[];
  readonly requests: ModelRequest[];
}

export const createLedger = (): Ledger => ({ effects: [], requests: [] });
