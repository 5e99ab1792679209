import type { NewEvent, RunState, RunThread } from '@millrace/engine/run';
import type { Checkpoints } from '../../checkpoints/checkpoints.ts';
import type { Model } from '../../models/adapter/model.ts';
import type { Lease, RunRow, Store } from '../../store/store.ts';
import type { Toolbox, ToolSource } from '../../tools/define/toolbox.ts';
import type { Mode } from '../../tools/modes/mode.ts';
import type { Workspace } from '../../tools/workspace/workspace.ts';
import type { CallIds } from '../calls/call-ids.ts';
import type { ToolJob } from '../calls/tool-job.ts';
import type { BlockIndexes } from '../log/block-indexes.ts';
import type { Bus } from '../log/bus.ts';
import type { Clock } from '../log/clock.ts';
import type { RunLog, RunLogParts } from '../log/run-log.ts';
import type { Questions } from './questions.ts';
import type { Spawner } from './spawner.ts';

/** Lets one at a time work on the workspace of this machine, whichever process it is in. */
export type WorkspaceLock = <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T>;

/** The tools and the limits of an agent. */
export interface AgentOptions {
  readonly tools: Toolbox;
  readonly modes: readonly Mode[];
  readonly workspace: Workspace | undefined;
  /** Paths that are always asked about, beside `.git` and `.millrace`. */
  readonly protectedPaths: readonly string[];
  readonly lock: WorkspaceLock;
  /** Saves the workspace before a run changes it. */
  readonly checkpoints: Pick<Checkpoints, 'trouble' | 'save'> | undefined;
  /** How many model calls may offer tools; without it 5, and 50 in a mode that works with tools. */
  readonly maxIterations: number | undefined;
  /** Then the model sums up without tools, or a person is asked whether the run goes on. */
  readonly atStepLimit: 'sum_up' | 'ask';
  /** How often the same may be done before a person is asked; 0 for as often as it likes. */
  readonly repetitionLimit: number;
  /** The most bytes of all files of the account, those of calls included. */
  readonly allFiles: number;
  /** The time that a person has to decide; null for no limit. */
  readonly approvalMs: number | null;
}

export interface TurnOptions extends AgentOptions {
  readonly store: Store;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly model: Model | undefined;
  readonly settleMs: number;
  /** As it was claimed: its fence is ours until somebody claims it again. */
  readonly run: RunRow;
  /** Makes sure that the run is still ours. */
  readonly renew: () => Promise<void>;
  /** The lease that would be taken now. */
  readonly lease: () => Lease;
  /** A tool that is at work already, for a run that continues it. */
  readonly job?: ToolJob | undefined;
  /** Goes on with a tool in a run of its own. */
  readonly adopt: (run: RunRow, taken: Lease, job: ToolJob) => void;
  /** Takes up a run that may continue now. */
  readonly wake: (runId: string) => void;
  /** Told of each event of the log once, in order; `isOld`: it was there before. */
  readonly onEvents?: RunLogParts['onEvents'];
  /** Told when the run has its answer. */
  readonly onDone?: (() => void) | undefined;
  /** Calls back whenever others may have written into the log, up to there if it is known. Returns the end of it. */
  readonly onNews: (look: (lastSeq?: number) => void) => () => void;
  /** Aborted with `CANCELLED` or `OVERTAKEN` by the person, or with anything else when this process must stop working on it. */
  readonly signal: AbortSignal;
}

/** One turn of work on a run, as its parts see it. */
export interface Turn extends Omit<TurnOptions, 'signal' | 'tools'> {
  /** The tools that the model may call now. */
  readonly tools: ToolSource;
  readonly log: RunLog;
  readonly indexes: BlockIndexes;
  readonly callIds: CallIds;
  readonly spawner: Spawner;
  readonly questions: Questions;
  /** The threads whose newest step belongs to a model call that runs here. */
  readonly speaking: Set<string | undefined>;
  /** Looks at once what comes next. */
  readonly poke: () => void;
  /** Also aborted when another part of the turn has failed. */
  readonly signal: AbortSignal;
  /** The signal that stops, with `PARKED`, what only waits for a person. */
  readonly parking: () => AbortSignal;
}

/** The reasons of a signal that ends the run, not just this process's work on it. */
export const CANCELLED = Symbol('cancelled by the person');
export const OVERTAKEN = Symbol('cancelled by a message of the person');

export const isCancel = (reason: unknown): boolean => reason === CANCELLED || reason === OVERTAKEN;

/** The reason of a signal that stops what only waits for a person. It is taken up again later. */
export const PARKED = Symbol('waits for a person');

/** The thread of a run or of one of its sub-agents. */
export function threadOf(state: RunState, span: string | undefined): RunThread {
  return span === undefined ? state : (state.spans.get(span) ?? state);
}

/** Events of a sub-agent bear its id. */
export function inSpan(span: string | undefined, events: readonly NewEvent[]): readonly NewEvent[] {
  return span === undefined ? events : events.map((event) => ({ ...event, span_id: span }));
}
