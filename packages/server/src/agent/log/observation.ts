import type { TraceStep } from '@millrace/engine/run';

/**
 * Something that a server has done, for those who watch how it is. It has ids, names of models and tools, times and counts, and never a word
 * of people or models.
 */
export type Observation =
  /** A run was taken up here. `again`: somebody had worked on it before. */
  | { readonly type: 'run_taken'; readonly run_id: string; readonly model: string; readonly again: boolean }
  /** A part of its work is over. */
  | {
      readonly type: 'step_ended';
      readonly run_id: string;
      readonly model: string;
      readonly provider: string;
      readonly step: TraceStep;
      /** The cost of its tokens in US dollars, where the price is known. Tokens from a cache count in full, so it is at most this. */
      readonly cost?: number;
    }
  /** A run is no longer worked on here: it has ended, waits for a person, or was left to another server. */
  | {
      readonly type: 'run_left';
      readonly run_id: string;
      readonly model: string;
      readonly status: 'completed' | 'cancelled' | 'failed' | 'waiting' | 'left' | 'lost';
      readonly taken_at: number;
      readonly left_at: number;
    }
  /** A request was answered; that of a stream when it began. `route` has no ids in it. */
  | {
      readonly type: 'request';
      readonly method: string;
      readonly route: string;
      readonly status: number;
      readonly ms: number;
    }
  /** A stream was opened or closed: so many are open now. */
  | { readonly type: 'streams'; readonly open: number };

/** Told of what a server does. It must return at once and not throw. */
export type Observe = (seen: Observation) => void;
