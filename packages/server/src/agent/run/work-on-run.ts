import type { ModelCatalog } from '../../models/catalog/catalog.ts';
import type { Lease, RunRow } from '../../store/store.ts';
import type { ToolJob } from '../calls/tool-job.ts';
import { keepLease } from '../lease/keep-lease.ts';
import { newsTopic } from '../log/bus.ts';
import { StoreTrouble } from '../log/run-log.ts';
import { runTurn } from '../loop/run-turn.ts';
import { CANCELLED, OVERTAKEN, type TurnOptions } from '../plan/turn.ts';

/** The work on one run, as others reach it. */
export interface Work {
  readonly abort: AbortController;
  done: Promise<void>;
  /** Something came that this work may be too late to see: a decision while it was already giving the run up. */
  again: boolean;
  /** Looks whether others wrote into the log, unless it is known up to there. */
  look: (lastSeq?: number) => void;
}

/** The parts that all turns of a process share. */
export interface WorkParts
  extends Omit<TurnOptions, 'run' | 'model' | 'renew' | 'job' | 'onNews' | 'onDone' | 'signal'> {
  readonly models: ModelCatalog;
  readonly leaseMs: number;
  /** Told of each run that has its answer. */
  readonly onDone?: ((run: RunRow) => void) | undefined;
}

export interface ClaimedRun {
  readonly run: RunRow;
  /** The lease that it was claimed with. */
  readonly taken: Lease;
  readonly work: Work;
  readonly job: ToolJob | undefined;
}

/** Works on a run that is ours, and keeps its lease until the turn is over. */
export async function workOnRun(parts: WorkParts, { run, taken, work, job }: ClaimedRun): Promise<void> {
  const { store, bus, clock, models, leaseMs, lease } = parts;
  const { abort } = work;
  const heed = ({ cancelAt, cancelReason, lastSeq }: RunRow): void => {
    if (cancelAt !== null) abort.abort(cancelReason === 'message' ? OVERTAKEN : CANCELLED);
    // Hints may be lost.
    work.look(lastSeq);
  };
  heed(run);
  const { lost, renew, end } = keepLease({ store, bus, clock, leaseMs, lease }, run, taken, heed);
  const onNews: TurnOptions['onNews'] = (look) => {
    work.look = look;
    const unsubscribe = bus.subscribe(newsTopic(run.id), () => look());
    return () => {
      work.look = () => {};
      unsubscribe();
    };
  };
  try {
    await runTurn({
      ...parts,
      run,
      model: models.find(run.model),
      renew,
      job,
      onNews,
      onDone: () => parts.onDone?.(run),
      signal: AbortSignal.any([abort.signal, lost]),
    });
  } finally {
    await end();
  }
  if (lost.reason instanceof StoreTrouble) throw lost.reason;
}
