import type { ModelCatalog } from '../../models/catalog/catalog.ts';
import type { Lease, RunRow } from '../../store/store.ts';
import type { ToolJob } from '../calls/tool-job.ts';
import { keepLease } from '../lease/keep-lease.ts';
import { newsTopic } from '../log/bus.ts';
import type { Observe } from '../log/observation.ts';
import { StoreTrouble } from '../log/run-log.ts';
import { runTurn } from '../loop/run-turn.ts';
import { CANCELLED, OVERTAKEN, type TurnOptions } from '../plan/turn.ts';
import { watchRun } from './watch-run.ts';

/** The work on one run, as others reach it. */
export interface ActiveRun {
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
  readonly observe?: Observe | undefined;
  /** Told of each run that has its answer. */
  readonly onDone?: ((run: RunRow) => void) | undefined;
}

export interface ClaimedRun {
  readonly run: RunRow;
  /** The lease that it was claimed with. */
  readonly taken: Lease;
  readonly active: ActiveRun;
  readonly job: ToolJob | undefined;
}

/** Works on a run that is ours, and keeps its lease until the turn is over. */
export async function workOnRun(parts: WorkParts, { run, taken, active, job }: ClaimedRun): Promise<void> {
  const { store, bus, clock, models, leaseMs, lease } = parts;
  const { abort } = active;
  const watch = watchRun(run, models.find(run.model), parts);
  const heed = ({ cancelAt, cancelReason, lastSeq }: RunRow): void => {
    if (cancelAt !== null) abort.abort(cancelReason === 'message' ? OVERTAKEN : CANCELLED);
    // Hints may be lost.
    active.look(lastSeq);
  };
  heed(run);
  const { lost, renew, end } = keepLease({ store, bus, clock, leaseMs, lease }, run, taken, heed);
  const onNews: TurnOptions['onNews'] = (look) => {
    active.look = look;
    const unsubscribe = bus.subscribe(newsTopic(run.id), () => look());
    return () => {
      active.look = () => {};
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
      onEvents: watch.see,
      onDone: () => parts.onDone?.(run),
      signal: AbortSignal.any([abort.signal, lost]),
    });
  } finally {
    watch.end(lost.aborted ? 'lost' : abort.signal.aborted ? 'left' : 'waiting');
    await end();
  }
  if (lost.reason instanceof StoreTrouble) throw lost.reason;
}
