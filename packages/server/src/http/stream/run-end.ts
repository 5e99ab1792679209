import type { RunRow, RunStore } from '../../store/store.ts';
import type { RunFeed } from './run-feed.ts';

/** How long a person waits to hear that a run that another server works on has stopped. */
const STOP_MS = 5_000;

/** The status of a run once it has ended, or what it is when that takes too long. */
export async function statusAtEnd(
  feed: RunFeed,
  store: RunStore,
  runId: string,
): Promise<RunRow['status'] | undefined> {
  const signal = AbortSignal.timeout(STOP_MS);
  for (;;) {
    const run = await store.getRun(runId);
    if (run === undefined || (run.status !== 'ready' && run.status !== 'waiting')) return run?.status;
    const watch = feed.watch(run);
    const lines = await watch.next(run.lastSeq, signal).finally(watch.close);
    if (lines.length === 0) return run.status;
  }
}
